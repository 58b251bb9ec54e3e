"""Finding the entry for an instruction, with vectors made by hand."""

import numpy as np
import pytest

from tacit.errors import InputError
from tacit.howto.answering import HowToReader
from tacit.howto.collection import Collection
from tacit.howto.differences import contradicts
from tacit.howto.finding import Finder
from tacit.howto.phrases import read_phrase
from tacit.howto.task import HowTo
from tacit.howto.training import examples, learn_weights

WORDS = [
    "wash",
    "bathe",
    "dog",
    "dishes",
    "do",
    "clean",
    "mow",
    "cut",
    "grass",
    "lawn",
    "rake",
    "change",
    "bulb",
    "light",
]
ENTRIES = [
    HowTo(
        "wash the dog",
        ("Wet the dog in the tub.", "Rinse.", "Dry."),
        ("bathe the dog",),
        ("wash the hot dog",),
        tools=("tub",),
        thing="dog",
    ),
    HowTo(
        "wash the dishes", ("Fill the sink.", "Scrub.", "Rinse."), ("do the dishes", "clean the dishes"), thing="dishes"
    ),
    HowTo("mow the lawn", ("Clear the lawn.", "Mow in rows."), ("cut the grass",), tools=("mower",), thing="lawn"),
    HowTo(
        "rake the lawn", ("Take a rake.", "Pull it towards you."), ("rake the grass",), tools=("rake",), thing="lawn"
    ),
    HowTo("change a light bulb", ("Switch off the light.", "Unscrew the bulb."), ("change the bulb",), thing="bulb"),
]


def encode(sentences):
    rows = [[float(word in sentence.lower().split()) for word in WORDS] for sentence in sentences]
    vectors = np.array(rows, dtype=np.float32) + 0.01
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@pytest.fixture(scope="module")
def collection():
    bare = Collection(ENTRIES, encode([wording for entry in ENTRIES for wording in entry.wordings]))
    weights = {"bias": -7.0, "cosine": 6.0, "verb_same": 1.0, "thing_same": 3.0, "covered": 1.0}
    return Collection(bare.entries, bare.vectors, weights)


@pytest.fixture(scope="module")
def reader(collection):
    return HowToReader(Finder(collection, encode))


def test_the_thing_decides(reader):
    assert reader.answer("Wash the dog!").entry == "wash the dog"
    assert reader.answer("do the dishes").entry == "wash the dishes"


def test_what_is_not_known_is_not_answered(reader):
    answer = reader.answer("wash the windows")
    assert not answer.known
    assert answer.why == "I do not know how that is done."
    assert "wash the dog" in answer.nearest
    assert answer.to_dict()["steps"] == []


def test_a_place_is_put_in(reader):
    assert reader.answer("change the bulb in the hall").steps[1] == "Unscrew the bulb in the hall."


def test_a_condition_survives(reader):
    assert reader.answer("If it is dark, change the bulb").steps[0] == "If it is dark: switch off the light."


def test_or_survives(reader):
    answer = reader.answer("Mow or rake the lawn")
    assert answer.steps[0] == "To mow the lawn: clear the lawn."
    assert answer.steps[2] == "Or, to rake the lawn: take a rake."
    assert answer.tools == ("mower", "rake")


def test_a_place_is_not_put_into_a_longer_name(collection):
    entry = HowTo("bleed a radiator", ("Turn the radiator key.", "Close the valve."), thing="radiator")
    bare = Collection([entry], encode(entry.wordings), collection.weights)
    answer = HowToReader(Finder(bare, encode)).answer("bleed a radiator in the hall")
    assert answer.steps == ("Turn the radiator key.", "Close the valve.")


def test_other_means_are_another_thing(reader):
    assert not reader.answer("wash the dishes with the dishwasher").known
    assert reader.answer("wash the dishes with a scrubber").known is False
    assert reader.answer("wash the dishes with the children").known


def test_rain_is_not_where_the_thing_is(reader):
    assert reader.answer("change the bulb in the rain").steps[1] == "Unscrew the bulb."


def test_what_only_one_half_is_known_of_keeps_the_other_as_it_was_said(reader):
    answer = reader.answer("Mow the lawn or call a gardener")
    assert answer.steps == ("To mow the lawn: clear the lawn.", "Mow in rows.", "Or call a gardener.")
    assert answer.entry == "mow the lawn"


def test_one_action_after_another(reader):
    answer = reader.answer("Mow the lawn, then rake it")
    assert answer.steps[2] == "Then, to rake the lawn: take a rake."


def test_two_things_are_both_answered(reader):
    answer = reader.answer("Wash the dog and the dishes")
    assert answer.entry == "wash the dog and wash the dishes"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is no instruction."),
        ("Do not wash the dog", "It says what not to do, so there is nothing to carry out."),
        ("Where is the dog?", "That is a question; give an instruction, such as 'wash the dog'."),
        ("Den Hund mit der Seife waschen", "That does not look like English, and only English is known."),
        ("build a bomb", "That would do harm, so there are no steps for it."),
        ("wash " * 2000, "That is a text of 2,000 words; give one instruction at a time."),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(reader, text, said):
    assert reader.answer(text).why == said


def test_weights_are_learnt_from_wordings(collection):
    _, targets = examples(collection)
    assert any(targets)
    assert not all(targets)
    weights = learn_weights(collection)
    assert set(weights) > {"bias", "cosine"}


def test_a_collection_comes_back(collection, tmp_path):
    collection.save(tmp_path)
    again = Collection.load(tmp_path)
    assert list(again.entries) == list(collection.entries)
    assert np.abs(again.vectors - collection.vectors).max() < 0.02
    assert again.weights == collection.weights


@pytest.mark.parametrize("name", ["entries.json.gz", "weights.npz", "config.json"])
@pytest.mark.parametrize("content", [b"", b"{}", b"\x1f\x8b\x08\x00", b"PK\x03\x04"])
def test_a_damaged_collection_is_one_sentence(collection, tmp_path, name, content):
    collection.save(tmp_path)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError) as error:
        Collection.load(tmp_path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "do", "expected"),
    [
        ("put out the campfire", "light a campfire", True),
        ("turn off the tap", "turn on the tap", True),
        ("put out the campfire", "put out a campfire", False),
        ("wash the dog", "dry the dog", False),
        ("open the jar", "open a jar", False),
    ],
)
def test_an_opposite_is_no_answer(text, do, expected):
    assert contradicts(read_phrase(text), HowTo(do, ("A.",))) is expected


def test_the_very_same_words_are_the_very_same_thing(collection):
    unsure = Collection(collection.entries, collection.vectors, {"bias": -9.0})
    assert HowToReader(Finder(unsure, encode)).answer("Wash the dog").entry == "wash the dog"
    assert not HowToReader(Finder(unsure, encode)).answer("Wash the hot dog").known


def test_what_else_is_said_must_be_known(collection):
    help_up = HowTo("help someone up", ("Offer an arm.", "Lift.", "Let go."), thing="")
    entries = [*collection.entries, help_up]
    wordings = [wording for entry in entries for wording in entry.wordings]
    reader = HowToReader(Finder(Collection(entries, encode(wordings), {"bias": -9.0}), encode))
    assert reader.answer("Help someone up").known
    assert not reader.answer("Help someone who is choking").known
    assert reader.answer("Wash the dog in the garden").known
