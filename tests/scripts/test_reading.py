import pytest
from annotated import annotated
from language.trees import tree
from scripts.made_scripts import BAG, BOIL, DRINK, MILK, POUR, LetterEncoder, tea

from tacit.backbones import encoder
from tacit.capability import Facts, Table
from tacit.documents import Annotation, Document, Layer, Link
from tacit.language.layers import EVENTS, PARTICIPANTS, SOURCE
from tacit.scripts import capability
from tacit.scripts.base import ScriptBase
from tacit.scripts.capability import Scripts
from tacit.scripts.systems.tacit.told import ToldSystem
from tacit.scripts.train import ScriptKnowledge

STORY = "Ann wanted to boil water and take a bag from the shelf. At last they all could drink the tea."


@pytest.fixture
def scripts(monkeypatch):
    monkeypatch.setattr(encoder, "load", LetterEncoder)
    monkeypatch.setattr(capability, "load", lambda: ScriptKnowledge(ScriptBase.of([tea()]), ToldSystem()))
    return Scripts()


def story(*scenarios):
    """The story as `language` and `scenarios` would leave it."""
    events, participants = [], []
    for verb, noun in (("boil", "water"), ("take", "bag"), ("drink", "tea")):
        at, of = STORY.index(verb), STORY.index(noun, STORY.index(verb))
        participants.append(Annotation.of(of, of + len(noun), source=SOURCE, id=f"p-{noun}", lemma=noun))
        events.append(Annotation.of(at, at + len(verb), verb, source=SOURCE, links=[Link("OBJ", f"p-{noun}")]))
    passages = [Annotation.of(0, len(STORY), label, source="x") for label in scenarios]
    layers = [Layer(EVENTS, events), Layer(PARTICIPANTS, participants), Layer("scenarios", passages)]
    return Document(STORY, layers=layers)


def test_told_and_left_out_events_are_annotated(scripts):
    document = annotated(scripts, story("making tea"))
    [passage] = document.layer("scripts")
    assert passage.label == "making tea"
    assert [each["event"] for each in passage.features["told"]] == ["boil water", "take bag", "drink tea"]
    missing = {each["event"]: each for each in passage.features["left_out"]}
    assert set(missing) == {"pour water", "add milk", "warm pot"}
    assert (missing["pour water"]["after"], missing["pour water"]["before"]) == ("take bag", "drink tea")
    assert missing["pour water"]["share"] == 1
    marked = document.layer("script_events")
    assert next((each.label, document.text_of(each)) for each in marked) == ("boil water", "boil")


def test_the_section_lists_events_in_order_with_their_evidence(scripts):
    document = annotated(scripts, story("making tea"))
    [table] = scripts.section(document).blocks
    assert isinstance(table, Table)
    assert table.title == "making tea: 3 events told, 3 left out"
    names = [row[0] for row in table.rows]
    assert names.index("take bag") < names.index("pour water") < names.index("drink tea")
    pour = table.rows[names.index("pour water")]
    assert pour[1:] == ("left out", "100% of texts tell it")
    assert table.columns[-1] == "why"
    assert table.rows[0][1].startswith("“boil water")


def test_passages_without_a_script_say_so(scripts):
    document = annotated(scripts, story("walking on the moon"))
    assert len(document.layer("scripts")) == 0
    assert scripts.section(document).blocks == (Facts((("passage with a known script", "no"),)),)


def test_nothing_is_missing_where_nothing_is_told(scripts):
    document = story("making tea").without_layer(PARTICIPANTS).with_layer(Layer(EVENTS))
    [passage] = annotated(scripts, document).layer("scripts")
    assert passage.features["left_out"] == ()


@pytest.mark.parametrize("events", [[], [Annotation.of(0, 3, "ScrEv_x", source="inscript")]])
def test_a_text_that_language_has_not_read_has_the_events_of_its_parse(scripts, events):
    boil = tree("Boil boil VERB VB 0 ROOT\nwater water NOUN NN 1 dobj")
    layers = [Layer(EVENTS, events)] if events else []
    passage = Annotation.of(0, len(boil.text), "making tea", source="x")
    document = Document(boil.text, layers=[*layers, Layer("scenarios", [passage])])
    read = annotated(scripts, document, boil)
    assert [each["event"] for each in read.layer("scripts")[0].features["told"]] == ["boil water"]
    assert {name for name in read.layers if name not in document.layers} == {"scripts", "script_events"}
    assert read.layer(EVENTS) == document.layer(EVENTS)
    nothing = document.with_layer(Layer("scenarios"))
    assert len(annotated(scripts, nothing).layer("scripts")) == 0


def test_nothing_is_missing_where_one_event_is_told_in_passing(scripts):
    document = story("making tea")
    told = document.layer(EVENTS)[0]
    [passage] = annotated(scripts, document.with_layer(Layer(EVENTS, [told]))).layer("scripts")
    assert [each["event"] for each in passage.features["told"]] == ["boil water"]
    assert passage.features["left_out"] == ()


def test_rare_events_are_no_omissions(scripts, monkeypatch):
    rare = tea(*[(BOIL, BAG, POUR, DRINK)] * 9, (BOIL, BAG, MILK, DRINK))
    monkeypatch.setattr(capability, "load", lambda: ScriptKnowledge(ScriptBase.of([rare]), ToldSystem()))
    [passage] = annotated(Scripts(), story("making tea")).layer("scripts")
    assert [each["event"] for each in passage.features["left_out"]] == ["pour water"]
