from pathlib import Path

import pytest

from tacit import formats
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.errors import InputError
from tacit.language.english.sentences import spans
from tacit.scenarios.data import narrative_of, read_labelled, sentence_spans
from tacit.scenarios.inventory import load_inventory

INVENTORY = load_inventory()
TEA = "I filled the kettle. It boiled! Then I rinsed my hair."


def test_a_text_with_one_scenario_has_it_everywhere():
    narrative = narrative_of(Document(TEA, "tea", {"scenario": "Making tea"}), INVENTORY)
    assert narrative.labels == (("making tea",),) * 3
    assert narrative.sentences[1] == "It boiled!"


def test_annotations_label_the_sentences_whose_words_they_cover():
    start = TEA.index("Then")
    layer = Layer(
        "scenarios",
        [
            Annotation.of(0, start, "making tea", source="ann"),  # ends in the space before the third sentence
            Annotation.of(start - 8, len(TEA), "washing one's hair", "none", source="ann"),
        ],
    )
    narrative = narrative_of(Document(TEA, "tea", {}, [layer]), INVENTORY)
    assert narrative.labels == (("making tea",), ("making tea", "washing ones hair"), ("washing ones hair",))


@pytest.mark.parametrize("name", ["Scenario", "Scenarios", "scenario"])
def test_names_that_annotation_tools_give_the_layer(name):
    layer = Layer(name, [Annotation.of(0, 5, "making tea", source="ann")])
    assert narrative_of(Document(TEA, "tea", {}, [layer]), INVENTORY).labels[0] == ("making tea",)


def test_a_sentence_without_words_belongs_to_its_passage():
    text = "We ate. !!! We paid."
    spans = Layer(SENTENCES, [Annotation.of(a, b, source="x") for a, b in ((0, 7), (8, 11), (12, 20))])
    layer = Layer("scenarios", [Annotation.of(0, 20, "eating in a restaurant", source="x")])
    assert narrative_of(Document(text, "", {}, [spans, layer]), INVENTORY).labels[1] == ("eating in a restaurant",)


def test_a_text_that_says_nothing_is_refused_or_none():
    with pytest.raises(InputError, match="'tea' does not say what it is about"):
        narrative_of(Document(TEA, "tea"), INVENTORY)
    assert narrative_of(Document(TEA, "tea"), INVENTORY, unlabelled_as_none=True).labels == ((),) * 3


def test_unknown_labels_name_the_text_and_pass_without_an_inventory():
    document = Document(TEA, "tea", {"scenario": "brewing tee"})
    with pytest.raises(InputError, match=r"no scenario 'brewing tee'.*\(text 'tea'\)"):
        narrative_of(document, INVENTORY)
    assert narrative_of(document, None).labels[0] == ("brewing tee",)


def test_event_descriptions_are_the_sentences_of_descript():
    events = Layer("events", [Annotation.of(0, 7, source="descript"), Annotation.of(8, 16, source="descript")])
    document = Document("boil it\ndrink it", "tea-1", {"scenario": "making tea"}, [events])
    assert [(span.start, span.end) for span in sentence_spans(document)] == [(0, 7), (8, 16)]


def test_files_of_several_kinds(tmp_path):
    (tmp_path / "a.xml").write_text(
        '<data><instance id="1" scenario="making tea"><text>The kettle sang. I poured.</text></instance></data>'
    )
    (tmp_path / "b.txt").write_text("Nothing happened. Nobody came.")
    labelled = read_labelled([tmp_path / "a.xml"], INVENTORY)
    assert labelled[0].labels == (("making tea",),) * 2
    none = read_labelled([tmp_path / "b.txt"], INVENTORY, unlabelled_as_none=True)
    assert none[0].labels == ((), ())
    with pytest.raises(InputError, match="the text 'b' does not say"):
        read_labelled([tmp_path], INVENTORY)


def test_narratives_of_our_own_are_about_every_scenario():
    inventory = load_inventory()
    narratives = read_labelled([Path(__file__).parents[2] / "data" / "narratives" / "narratives.jsonl"], inventory)
    assert {narrative.labels[0][0] for narrative in narratives} == set(inventory.labels)
    assert len({narrative.sentences for narrative in narratives}) == len(narratives)
    assert all(5 <= len(narrative.sentences) <= 20 for narrative in narratives)


@pytest.mark.parametrize(("ending", "format"), [("tsv", "webanno"), ("xmi", "xmi"), ("ann", "brat"), ("jsonl", None)])
def test_a_gold_text_without_a_passage_is_about_nothing(tmp_path, ending, format):
    layer_of_spans = Layer(SENTENCES, [Annotation((span,), source="x") for span in spans(TEA)])
    tea = Layer("scenarios", [Annotation.of(0, 20, "making tea", source="x")])
    for name, layer in (("a", tea), ("b", Layer("scenarios"))):
        formats.write([Document(TEA, name, {}, [layer_of_spans, layer])], tmp_path / f"{name}.{ending}", format=format)
    labels = {each.id: each.labels for each in read_labelled([tmp_path], INVENTORY)}
    assert labels == {"a": (("making tea",), (), ()), "b": ((), (), ())}


def test_a_text_without_a_layer_is_refused_beside_texts_of_other_paths(tmp_path):
    tea = Layer("scenarios", [Annotation.of(0, 20, "making tea", source="x")])
    formats.write([Document(TEA, "a", {}, [tea])], tmp_path / "a.jsonl")
    (tmp_path / "b.txt").write_text(TEA)
    with pytest.raises(InputError, match="the text 'b' does not say"):
        read_labelled([tmp_path / "a.jsonl", tmp_path / "b.txt"], INVENTORY)
