import numpy as np
import pytest
import torch
from clarifications.passages import shed, tea
from clarifications.tiny_models import save_causal
from hypothesis import given
from hypothesis import strategies as st

from tacit.backbones import causal
from tacit.clarifications.features import causal_scores as scoring
from tacit.clarifications.features import passages
from tacit.clarifications.features.assembly import COUNT, against_rivals, features_of
from tacit.clarifications.features.causal_scores import causal_scores, ranks
from tacit.clarifications.features.discourse import NAMES, discourse_features
from tacit.clarifications.features.encoder_input import MAX_PREVIOUS, WINDOW, EncoderInput, around
from tacit.clarifications.features.reading import MAX_AFTER, InstructionReader, spelled


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return causal.fresh(save_causal(tmp_path_factory.mktemp("causal")))


def test_a_reading_ends_its_context_before_the_blank(model):
    reading = InstructionReader(model.tokenizer).read(tea())
    words = model.tokenizer.convert_ids_to_tokens(reading.pack.context)
    assert words[0] == "[CLS]"
    assert words[-1] == "fill"
    assert words[1:5] == ["how", "to", "brew", "tea"]
    first = model.tokenizer.convert_ids_to_tokens(reading.pack.continuations[0])
    assert first == ["the", "kettle", "with", "cold", "water", "."]
    assert reading.filler_lengths == (2, 2, 2)


def test_what_follows_is_told_in_advance(model):
    reader = InstructionReader(model.tokenizer)
    words = model.tokenizer.convert_ids_to_tokens(reader.read(tea()).pack.context)
    assert words.index("switch") < words.index("base")
    alone = model.tokenizer.convert_ids_to_tokens(reader.read(tea(following="")).pack.context)
    assert "switch" not in alone
    assert len(alone) < len(words)


def test_views_are_states_at_fillers_and_their_ends(model):
    reading = InstructionReader(model.tokenizer).read(tea())
    length = len(reading.pack)
    states = torch.arange(length, dtype=torch.float32).unsqueeze(1)
    start = len(reading.pack.context)
    [first, *_] = reading.views(states).tolist()
    assert first == [start + 1, start + 5, start + 3]  # two tokens of the filler, four after it


def test_a_long_sentence_is_cut(model):
    reading = InstructionReader(model.tokenizer).read(tea(after=" water" * 100))
    assert len(reading.pack.continuations[0]) == 2 + MAX_AFTER


@pytest.mark.parametrize(("before", "expected"), [("", "The cup"), ("3. ", "The cup"), ("Fill ", "the cup")])
def test_a_filler_that_starts_the_sentence_gets_a_capital(before, expected):
    assert spelled(tea(before=before), "the cup") == expected


def test_scores_are_those_of_the_model_itself(model):
    reading = InstructionReader(model.tokenizer).read(tea())
    [values] = model.scores([reading.pack])
    [scores] = causal_scores([tea()], model=model)
    assert scores.filler == pytest.approx([row[:2].sum() for row in values], abs=1e-4)
    assert scores.rest == pytest.approx([row[2:].sum() for row in values], abs=1e-4)
    assert scores.next == pytest.approx([row[2] for row in values], abs=1e-4)
    assert scores.least == pytest.approx([row[2:].min() for row in values], abs=1e-4)
    assert scores.total == pytest.approx([row.sum() for row in values], abs=1e-4)


def test_a_blank_at_the_end_has_no_rest(model):
    [scores] = causal_scores([tea(after="")], model=model)
    assert scores.rest.tolist() == scores.least.tolist() == [0, 0, 0]


def test_scores_of_many_are_kept(model, monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path))
    monkeypatch.setattr("tacit.clarifications.kept.WORTH_KEEPING", 2)
    monkeypatch.setattr(passages, "CHUNK", 2)
    steps = [tea(), shed(), tea(before="Then fill ")]
    once = causal_scores(steps, model=model)
    alone = [causal_scores([step], model=model)[0] for step in steps]
    for kept, direct in zip(once, alone, strict=True):
        assert kept.total == pytest.approx(direct.total, abs=0.05)  # states on disk have half precision
    assert len(list((tmp_path / "clarifications").glob("scores-*.npz"))) == 2
    monkeypatch.setattr(scoring, "_score", None)
    assert [each.total.tolist() for each in causal_scores(steps, model=model)] == [each.total.tolist() for each in once]


@given(st.lists(st.floats(-50, 0), min_size=1, max_size=9))
def test_ranks_order_the_values(values):
    places = ranks(np.array(values))
    assert sorted(places) == list(range(len(values)))
    assert [values[places.index(place)] for place in range(len(values))] == sorted(values, reverse=True)


@given(st.lists(st.floats(-50, 0), min_size=1, max_size=9), st.floats(-20, 20))
def test_comparison_ignores_what_all_share(values, shift):
    plain, shifted = against_rivals(np.array(values)), against_rivals(np.array(values) + shift)
    assert plain[:, 1:3] == pytest.approx(shifted[:, 1:3], abs=1e-4)
    assert plain.shape == (len(values), 5)


def column(instruction, name):
    return discourse_features(instruction)[:, NAMES.index(name)].tolist()


def test_what_was_mentioned_is_known():
    step = tea(following="Rinse the spoons.")
    assert column(step, "in_previous") == [1, 0, 0]
    assert column(step, "in_following") == [0, 0, 1]
    assert column(step, "in_title") == [0, 0, 0]
    assert column(step, "words") == [2, 2, 2]


def test_fillers_of_like_meaning_are_alike():
    step = tea().with_fillers(["the spoon", "the fork", "the election"])
    spoon, fork, election = column(step, "like_nearest_rival")
    assert min(spoon, fork) > election


def test_features_of_one_filler_alone(model):
    step = shed().with_fillers(["garden"])
    [scores] = causal_scores([step], model=model)
    features = features_of(step, scores)
    assert features.shape == (1, COUNT)
    assert np.isfinite(features).all()


def tokens(model, instruction, longest=96, **options):
    found = EncoderInput(**options).sequences(model.tokenizer, [instruction], longest)
    return [model.tokenizer.convert_ids_to_tokens(row) for row in found.tokens], found.places


def test_an_encoder_reads_context_sentence_and_follow_up(model):
    rows, places = tokens(model, shed(following="Then sweep."))
    assert rows[0][0] == "[CLS]"
    assert rows[0][-3:] == ["sweep", ".", "[SEP]"]
    assert rows[0][places[0]] == "garden"
    assert rows[1][places[1]] == "soup"


@pytest.mark.parametrize("markers", [False, True])
@pytest.mark.parametrize("context", [False, True])
def test_an_encoder_knows_where_the_sentence_stands(model, context, markers):
    found = EncoderInput(context=context, markers=markers).sequences(
        model.tokenizer, [shed(following="Then sweep.")], 96
    )
    for row, place, (start, end) in zip(found.tokens, found.places, found.sentences, strict=True):
        inside = model.tokenizer.convert_ids_to_tokens(row[start:end])
        assert inside[:2] == ["hang", "the"]
        assert inside[-4:] == ["tools", "on", "hooks", "."]
        assert place - start == 2


def test_a_filler_without_tokens_is_read_with_what_is_around_it(model):
    found = EncoderInput(context=False, sentence=False).sequences(model.tokenizer, [shed().with_fillers([" "])], 96)
    assert found.sentences == [(0, 2)]


def test_ablations_leave_parts_out(model):
    assert tokens(model, shed(), context=False)[0][0] == (
        ["[CLS]", "hang", "the", "garden", "tools", "on", "hooks", ".", "[SEP]"]
    )
    assert tokens(model, shed(), context=False, sentence=False)[0] == [
        ["[CLS]", "garden", "[SEP]"],
        ["[CLS]", "soup", "[SEP]"],
    ]


def test_markers_stand_around_the_filler(model):
    rows, places = tokens(model, shed(), context=False, sentence=False, markers=True)
    assert rows[0] == ["[CLS]", "[unused1]", "garden", "[unused2]", "[SEP]"]
    assert places == [1, 1]


def test_an_encoder_reads_all_of_a_long_context(model):
    previous = "Sweep the floor. " + "Take a cup. " * 10
    [whole, _], _ = tokens(model, shed(previous=previous, section="Steps", after=" tools" + " on" * 30))
    assert whole[1:10] == ["how", "to", "tidy", "a", "shed", "steps", "sweep", "the", "floor"]
    assert whole.count("cup") == 10
    assert whole.count("on") == 30
    [window, _], _ = tokens(model, shed(previous=previous, section="Steps", after=" tools" + " on" * 30), extent=WINDOW)
    assert window.count("cup") == MAX_PREVIOUS // 4
    assert "floor" not in window
    assert window.count("on") < 30


@pytest.mark.parametrize("longest", [12, 13, 20, 96])
def test_of_too_long_a_context_the_sentence_is_kept(model, longest):
    step = shed(previous="Take a cup. " * 40, following="Then sweep. " * 40)
    found = EncoderInput(markers=True).sequences(model.tokenizer, [step], longest)
    for row, place, (start, end) in zip(found.tokens, found.places, found.sentences, strict=True):
        words = model.tokenizer.convert_ids_to_tokens(row)
        assert len(row) <= longest
        assert words[start:place] == ["hang", "the"]
        assert words[end - 4 : end] == ["tools", "on", "hooks", "."]


def test_of_too_long_a_sentence_the_filler_is_kept(model):
    step = shed(before="Hang the " + "cup " * 50, after=" tools" * 50)
    [row, _], [place, _] = tokens(model, step, longest=20)
    assert len(row) == 20
    assert row[place] == "garden"
    assert row[place - 1] == "cup"
    assert row[place + 1] == "tools"


@given(st.integers(0, 20), st.integers(0, 20), st.integers(-3, 45))
def test_what_is_nearest_is_read_first(before, after, room):
    left, right = around(list(range(before)), list(range(after)), room)
    assert left == list(range(before))[before - len(left) :]
    assert right == list(range(after))[: len(right)]
    assert len(left) + len(right) == min(before + after, max(room, 0))
