from __future__ import annotations

import math
from dataclasses import replace

import pytest
import torch
from steps.made_steps import pairs, templates

from tacit.steps.features.vocabulary import SPECIAL, Vocabulary
from tacit.steps.networks.base import NetworkSizes, gold_scores
from tacit.steps.networks.batches import batch_of, shuffled_groups
from tacit.steps.networks.learning import Schedule, Stage, Training
from tacit.steps.networks.recurrent import AttentionNetwork, LanguageModel, Seq2SeqNetwork
from tacit.steps.networks.transducer import DECODER, MARGINAL, VITERBI, ParameterisedTransducer, TransducerNetwork
from tacit.steps.task import Pair, Template

NETWORKS = (LanguageModel, Seq2SeqNetwork, AttentionNetwork, TransducerNetwork, ParameterisedTransducer)
LIMITS = {"max_abstract": 10, "max_concrete": 20}
VOCABULARY = Vocabulary.learn(pairs(), size=100)


def network(kind):
    torch.manual_seed(3)
    made = kind(NetworkSizes(len(VOCABULARY), len(VOCABULARY), width=5, hidden=4, inner=6))
    return made.eval()


def batch(some, **limits):
    return batch_of(some, VOCABULARY, **{**LIMITS, **limits})


@pytest.mark.parametrize("kind", NETWORKS)
@pytest.mark.parametrize("stage", [MARGINAL, VITERBI])
def test_padding_does_not_count(kind, stage):
    made = network(kind)
    long, short = pairs()[0], Pair(("mix", "the"), ("swirl", "it"))
    apart = made.loss(batch([long]), stage=stage) + made.loss(batch([short]), stage=stage)
    assert made.loss(batch([long, short]), stage=stage).item() == pytest.approx(apart.item(), rel=1e-5)


@pytest.mark.parametrize("kind", NETWORKS)
def test_word_by_word_equals_all_at_once(kind):
    made = network(kind)
    one = pairs()[1]
    cut = batch([one], max_concrete=6)  # a cut row has no end sign, so no last word is bound to the last place
    state = made.begin(cut.abstract, cut.abstract_lengths)
    total = 0.0
    for word in cut.targets[0]:
        total += (made.next_words(state)[0, word] + made.emitted(state)[0]).item()
        state = made.advance(state, word[None])
    assert -total == pytest.approx(made.loss(cut, stage=MARGINAL).item(), rel=1e-5)


@pytest.mark.parametrize("kind", NETWORKS)
def test_next_words_is_a_distribution(kind):
    made = network(kind)
    some = batch([pairs()[0], Pair(("mix",), ("swirl",))])
    state = made.begin(some.abstract, some.abstract_lengths)
    state = made.advance(state, some.targets[:, 0])
    assert made.next_words(state).exp().sum(-1).tolist() == pytest.approx([1, 1], rel=1e-5)


@pytest.mark.parametrize("kind", [TransducerNetwork, ParameterisedTransducer])
def test_the_last_word_stands_at_the_last_place(kind):
    made = network(kind)
    some = [pairs()[0], Pair(("mix", "the"), ("swirl", "it", "all"))]
    places = made.align(batch(some))
    for row, pair in enumerate(some):
        path = places[row, : len(pair.concrete) + 1].tolist()
        assert path == sorted(path)
        assert path[-2:] == [len(pair.abstract) - 1] * 2


def test_a_cut_row_may_end_anywhere():
    some = batch([pairs()[0]], max_concrete=4)
    assert not some.whole[0]
    assert SPECIAL.index("</s>") not in some.targets[0]


@pytest.mark.parametrize("kind", [TransducerNetwork, ParameterisedTransducer])
def test_the_best_alignment_is_less_likely_than_all(kind):
    made, some = network(kind), batch(pairs()[:3])
    assert made.loss(some, stage=VITERBI).item() > made.loss(some, stage=MARGINAL).item()


def test_in_viterbi_em_a_prior_may_hold_learned_transitions_near_the_fixed_ones():
    made, some = network(ParameterisedTransducer), batch(pairs()[:3])
    made.prior = 3.45
    path = made.align(some)

    def prior():
        memory, outputs = made._states(some)
        return made._prior(path, made._transitions(memory.detach(), outputs.detach()), some.mask)

    start = prior()
    start.backward()
    assert made.shift.weight.grad.abs().max() < 1e-5  # the fixed probability is its peak
    for change in (0.5, -0.5):
        torch.nn.init.constant_(made.shift.weight, change)
        assert prior() < start
    torch.nn.init.constant_(made.shift.weight, 0.5)
    made.zero_grad()
    made.loss(some, stage=VITERBI).backward()
    assert made.shift.weight.grad.abs().max() > 0
    assert TransducerNetwork._prior(made, path, made._transitions(*made._states(some)), some.mask) == 0
    assert network(ParameterisedTransducer).settings == (0.0,)  # as in the paper


def test_alignments_are_found_without_dropout():
    made, some = network(TransducerNetwork).train(), batch(pairs())
    found = [made.align(some) for _ in range(3)]
    assert made.training
    assert all(bool((one == found[0]).all()) for one in found)


def test_the_language_model_does_not_see_the_instruction():
    made = network(LanguageModel)
    concrete = pairs()[0].concrete
    first, second = (made.loss(batch([Pair(words, concrete)]), stage="") for words in (("mix",), ("cut", "the")))
    assert first.item() == second.item()


def test_no_network_looks_ahead():
    for kind in NETWORKS:
        made = network(kind)
        one, other = batch([pairs()[0]]), batch([pairs()[1]])
        first, second = (made.begin(each.abstract, each.abstract_lengths) for each in (one, one))
        for word in range(3):
            first, second = made.advance(first, one.targets[:, word]), made.advance(second, other.targets[:, word])
        assert torch.equal(made.next_words(first), made.next_words(second)), kind


def test_gradients_of_a_whole_transducer():
    torch.manual_seed(1)
    made = ParameterisedTransducer(NetworkSizes(len(VOCABULARY), len(VOCABULARY), 3, 3, 3, dropout=0.0)).double()
    some = batch([Pair(("mix", "the"), ("swirl", "it", "the"))])
    weight = made.from_memory.weight

    def loss(value):
        state = {**dict(made.named_parameters()), "from_memory.weight": value}
        return torch.func.functional_call(_Loss(made), {f"network.{n}": v for n, v in state.items()}, (some,))

    assert torch.autograd.gradcheck(loss, (weight.detach().clone().requires_grad_(),))


class _Loss(torch.nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, some):
        return self.network.loss(some, stage=MARGINAL)


@pytest.mark.parametrize("kind", NETWORKS)
def test_blanked_words_count_more(kind):
    made, template = network(kind), templates()[0]
    plain = made.loss(batch([Pair(template.abstract, template.concrete)]), stage=DECODER).item()
    weighted = made.loss(batch([template]), stage=DECODER).item()
    assert weighted > plain
    given = Template(template.abstract, template.concrete, (True,) * len(template.given))
    assert made.loss(batch([given]), stage=DECODER).item() == plain


def test_gold_scores_in_chunks():
    torch.manual_seed(0)
    layer, hidden, gold = torch.nn.Linear(4, 9), torch.randn(7, 4), torch.randint(9, (7,))
    whole = layer(hidden).log_softmax(-1).gather(1, gold[:, None])[:, 0]
    assert gold_scores(hidden, layer, gold, chunk=3).tolist() == pytest.approx(whole.tolist(), rel=1e-5)


def test_groups_hold_every_pair_once_and_follow_the_seed():
    some = pairs()
    groups = list(shuffled_groups(some, 5, "a"))
    assert sorted(map(str, (pair for group in groups for pair in group))) == sorted(map(str, some))
    assert groups == list(shuffled_groups(some, 5, "a"))
    assert groups != list(shuffled_groups(some, 5, "b"))


def test_a_fixed_shift_probability_is_a_constant_factor_of_whole_instructions():
    made, pair = network(TransducerNetwork), pairs()[0]
    whole = batch([pair])
    losses = {}
    for chance in (0.5, 0.2):
        made.shift_chance.fill_(chance)
        losses[chance] = made.loss(whole, stage=MARGINAL).item()
    shifts, words = len(pair.abstract) - 1, len(pair.concrete) + 1
    expected = shifts * math.log(0.5 / 0.2) + words * math.log(0.5 / 0.8)
    assert losses[0.2] - losses[0.5] == pytest.approx(expected, rel=1e-4)


def test_blanks_tell_trainings_apart_and_pairs_without_any_are_signed_as_before():
    training = Training(network(LanguageModel), VOCABULARY, Schedule((Stage("likelihood", 1),)), seed=1)
    first, other = templates()[:2]
    pair, moved = Pair(first.abstract, first.concrete), replace(first, given=(False, *first.given[1:]))
    whole = replace(first, given=(True,) * len(first.given))
    signed = [training._fingerprint([each], [other]) for each in (pair, whole, first, moved)]
    assert signed[0] == signed[1]
    assert len(set(signed)) == 3


@pytest.mark.parametrize("kind", [TransducerNetwork, ParameterisedTransducer])
def test_a_likely_shift_leaves_the_first_places(kind):
    """From the first of two places a word is emitted at all with 1 − p², as two shifts run past the end."""
    made = network(kind)
    made.shift_chance.fill_(0.8)
    state = made.begin(torch.tensor([[5, 6]]), torch.tensor([2]))
    assert made.emitted(state).exp().item() == pytest.approx(1 - 0.8**2, abs=1e-5)
