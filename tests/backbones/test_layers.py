"""Parts of models give what whole models give."""

import numpy as np
import pytest
import torch
from transformers import (
    BertConfig,
    BertModel,
    LlamaConfig,
    LlamaForCausalLM,
    RobertaConfig,
    RobertaModel,
    T5Config,
    T5Model,
)

from tacit.backbones.layers import both_ways, embed, final_norm, layers_of, pad, run_layers, sharing_copy
from tacit.backbones.packing import Pack, collate
from tacit.backbones.states import lower_states
from tacit.errors import UsageError


@pytest.fixture(scope="module")
def language_model():
    torch.manual_seed(1)
    config = LlamaConfig(
        vocab_size=40,
        hidden_size=16,
        intermediate_size=24,
        num_hidden_layers=3,
        num_attention_heads=4,
        num_key_value_heads=2,
    )
    return LlamaForCausalLM(config).eval()


@pytest.fixture(scope="module")
def encoder():
    torch.manual_seed(1)
    return BertModel(
        BertConfig(vocab_size=40, hidden_size=16, intermediate_size=24, num_hidden_layers=3, num_attention_heads=4)
    ).eval()


PACKS = [Pack((1, 5, 6), ((7, 8), (9,), (7, 7, 7))), Pack((1,), ((2, 3),))]


def test_a_packed_continuation_is_read_as_if_it_stood_alone(language_model):
    tokens, positions, mask = collate(PACKS)
    with torch.inference_mode():
        states = run_layers(language_model, embed(language_model, tokens, positions), mask=mask, positions=positions)
        states = final_norm(language_model, states)
        for row, pack in enumerate(PACKS):
            for continuation, (start, end) in zip(pack.continuations, pack.spans, strict=True):
                alone = language_model.model(torch.tensor([pack.context + continuation])).last_hidden_state[0]
                assert torch.allclose(states[row, start:end], alone[len(pack.context) :], atol=1e-5)


def test_an_encoder_in_two_parts_is_the_whole_encoder(encoder):
    tokens, real = pad([[1, 2, 3, 4], [5, 6]])
    positions = torch.arange(4).expand(2, 4)
    with torch.inference_mode():
        lower = run_layers(
            encoder, embed(encoder, tokens, positions), mask=both_ways(real), positions=positions, stop=2
        )
        upper = run_layers(encoder, lower, mask=both_ways(real), positions=positions, start=2)
        whole = encoder(tokens, attention_mask=real.long()).last_hidden_state
    assert torch.allclose(upper[real], whole[real], atol=1e-5)


def test_places_of_a_roberta_start_after_its_padding():
    torch.manual_seed(1)
    sizes = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2, "num_attention_heads": 4}
    model = RobertaModel(RobertaConfig(vocab_size=40, pad_token_id=1, **sizes)).eval()
    tokens = torch.tensor([[2, 3, 4]])
    with torch.inference_mode():
        assert torch.equal(embed(model, tokens, torch.arange(3).unsqueeze(0)), model.embeddings(input_ids=tokens))


def test_a_model_that_is_no_encoder_is_refused():
    sizes = {"d_model": 16, "d_kv": 4, "d_ff": 24, "num_layers": 1, "num_heads": 2}
    model = T5Model(T5Config(vocab_size=40, **sizes)).eval()
    with pytest.raises(UsageError, match="T5Model does not read texts as an encoder"):
        lower_states(model, [[1, 2]], stop=None)


def test_parts_of_a_sharing_copy_can_be_replaced(language_model):
    other = sharing_copy(language_model)
    assert {id(weight) for weight in other.parameters()} == {id(weight) for weight in language_model.parameters()}
    layers_of(other)[2] = torch.nn.Identity()
    assert not isinstance(layers_of(language_model)[2], torch.nn.Identity)


def test_kept_states_are_those_of_the_lower_layers(encoder, tmp_path):
    sequences = [[1, 2, 3, 4], [5, 6], [7]]
    states = lower_states(encoder, sequences, stop=2, folder=tmp_path)
    tokens, real = pad(sequences[:2])
    positions = torch.arange(4).expand(2, 4)
    with torch.inference_mode():
        lower = run_layers(
            encoder, embed(encoder, tokens, positions), mask=both_ways(real), positions=positions, stop=2
        )
    assert len(states) == 3
    assert torch.allclose(states.batch([0, 1])[real], lower[real], atol=5e-3)


def test_without_a_folder_states_are_held_in_memory(encoder, tmp_path):
    sequences = [[1, 2, 3, 4], [5, 6], [7]]
    held, kept = lower_states(encoder, sequences, stop=2), lower_states(encoder, sequences, stop=2, folder=tmp_path)
    assert [len(held[number]) for number in range(3)] == [4, 2, 1]
    assert torch.allclose(held.batch([0, 1, 2]), kept.batch([0, 1, 2]), atol=5e-3)


def test_states_of_nothing(encoder, tmp_path):
    assert len(lower_states(encoder, [], stop=2)) == len(lower_states(encoder, [], stop=2, folder=tmp_path)) == 0


def test_another_process_that_begins_does_not_erase_states(encoder, tmp_path, monkeypatch):
    sequences = [[1, 2, 3, 4], [5, 6], [7]]
    first = lower_states(encoder, sequences, stop=2, folder=tmp_path)
    expected = first.batch([0, 1, 2]).clone()
    for noted in tmp_path.glob("*.json"):
        noted.unlink()  # as if the first had only begun
    monkeypatch.setattr("tacit.backbones.states._compute", lambda *_: pytest.fail("cut off at once"))
    with pytest.raises(pytest.fail.Exception):
        lower_states(encoder, sequences, stop=2, folder=tmp_path)
    assert torch.equal(first.batch([0, 1, 2]), expected)


def test_kept_states_are_not_computed_again(language_model, tmp_path, monkeypatch):
    counted = []
    first = lower_states(language_model, PACKS, stop=1, folder=tmp_path, progress=lambda *step: counted.append(step))
    monkeypatch.setattr("tacit.backbones.states._compute", lambda *_: pytest.fail("computed again"))
    again = lower_states(language_model, PACKS, stop=1, folder=tmp_path)
    assert counted[-1] == ("reading", 2, 2)
    assert np.array_equal(first[0].numpy(), again[0].numpy())


def test_a_model_of_another_build_is_refused():
    with pytest.raises(UsageError, match="layers of a Linear are not known"):
        layers_of(torch.nn.Linear(2, 2))
