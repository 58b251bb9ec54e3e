import pytest
from scripts.made_scripts import LetterEncoder

from tacit.backbones import encoder
from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import InputError
from tacit.scripts import learn as learning
from tacit.scripts.learn import MentionedText, learn, read_texts
from tacit.scripts.paraphrase import FEATURES, Paraphrase
from tacit.scripts.task import EventMention, Form

WEIGHTS = {**dict.fromkeys(FEATURES, 0.0), "phrase": 8, "distance": -2, "same_text": -2, "bias": -4}


@pytest.fixture(autouse=True)
def letters(monkeypatch):
    monkeypatch.setattr(encoder, "load", LetterEncoder)


def text(*phrases, labels=(), denied=()):
    """A text whose mentions are phrases of a verb and an object, one after the other."""
    told = []
    for place, phrase in enumerate(phrases):
        verb, _, noun = phrase.partition(" ")
        label = labels[place] if labels else ""
        told.append(EventMention(Form(verb, noun), Span(place, place + 1), (("OBJ", noun),), phrase in denied, label))
    return MentionedText(tuple(told), tuple(place / len(phrases) for place in range(len(phrases))))


def test_events_that_texts_share_make_a_script_in_order():
    texts = [text("see fox", "scatter grain", "count hens"), text("scatter grain", "count hens"), text("count hens")]
    [script] = learn({"feeding chickens": texts}, Paraphrase(WEIGHTS))
    assert [event.name for event in script.events] == ["scatter grain", "count hens"]
    assert script.tellings == ((0, 1), (0, 1), (1,))
    assert script.counts() == [2, 3]
    assert script.events[1].participants == {"OBJ": {"hens": 3}}
    assert script.others == {Form("see", "fox"): 1}


def test_what_other_scenarios_tell_as_well_is_not_typical():
    hens = [text("go home", "scatter grain", "count hens")] * 3
    tea = [text("go home", "boil water", "pour tea")] * 3
    scripts = learn({"feeding chickens": hens, "making tea": tea}, Paraphrase(WEIGHTS))
    assert [[event.name for event in script.events] for script in scripts] == [
        ["scatter grain", "count hens"],
        ["boil water", "pour tea"],
    ]


def test_labels_are_the_events_where_there_are_some():
    texts = [
        text("scatter grain", "feed hens", labels=["ScrEv_feed_hens", "ScrEv_feed_hens"]),
        text("look around", "count hens", labels=["", "ScrEv_count"]),
        text("scatter grain"),
    ]
    [script] = learn({"feeding chickens": texts}, Paraphrase(WEIGHTS))
    assert {event.name: event.label for event in script.events} == {
        "feed hens": "ScrEv_feed_hens",
        "count": "ScrEv_count",
    }
    assert len(script.tellings) == 2


def test_what_did_not_happen_is_not_learnt():
    texts = [text("scatter grain", "count hens", "lock door", denied=["lock door"])] * 3
    [script] = learn({"feeding chickens": texts}, Paraphrase(WEIGHTS))
    assert "lock door" not in [event.name for event in script.events]


def test_texts_without_common_events_make_no_script():
    assert learn({"x": [text("see fox"), text("run home")]}, Paraphrase(WEIGHTS)) == []


def test_texts_must_say_what_they_are_about(monkeypatch):
    monkeypatch.setattr(learning, "read_many", lambda documents: ((document, []) for document in documents))
    documents = [Document("x", "a", {"scenario": "bath"}), Document("y", "b")]
    assert set(read_texts(documents, scenario="feeding chickens")) == {"taking a bath", "feeding chickens"}
    with pytest.raises(InputError, match="'b' does not say what it is about"):
        read_texts(documents)


def corrected(first: str, second: str) -> Document:
    """A reading that a person has gone through on the page."""
    text = f"I {first} the eggs. I {second} the cake. The bus came."
    end = text.index(" The bus")
    told = [
        Annotation.of(text.index(verb), text.index(verb) + len(verb), event, source="you", scenario="baking a cake")
        for verb, event in ((first, "mix the dough"), (second, "put it into the oven"))
    ]
    passages = [Annotation.of(0, end, "baking a cake", source="you")]
    layers = [Layer("scenarios", passages), Layer("script_events", told)]
    return Document(text, metadata={"corrections": [{"kind": "told", "source": "you"}]}, layers=layers)


@pytest.mark.models
def test_what_was_corrected_on_the_page_teaches_a_script():
    texts = read_texts([corrected("beat", "baked"), corrected("whisked", "heated")])
    assert list(texts) == ["baking a cake"]
    labels = [[mention.label for mention in each.mentions] for each in texts["baking a cake"]]
    assert labels == [["mix the dough", "put it into the oven"]] * 2, "the bus is no part of the passage"
    [script] = learn(texts, Paraphrase(WEIGHTS))
    assert [event.name for event in script.events] == ["mix the dough", "put it into the oven"]


@pytest.mark.models
def test_what_tacit_found_itself_teaches_nothing_as_gold():
    plain = corrected("beat", "baked")
    uncorrected = Document(plain.text, layers=plain.layers.values())
    [text] = read_texts([uncorrected])["baking a cake"]
    assert not any(mention.label for mention in text.mentions)
