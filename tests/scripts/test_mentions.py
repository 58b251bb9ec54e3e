import pytest
from language.trees import tree

from tacit.documents import Annotation, Document, Layer, Span
from tacit.language.events import find_events
from tacit.language.layers import EVENTS, SOURCE, language_layers
from tacit.scripts import mentions
from tacit.scripts.mentions import labelled, read_lines, read_many, told_in
from tacit.scripts.task import EventMention, Form

PARSE = tree("""
I I PRON PRP 3 nsubj
never never ADV RB 3 neg
put put VERB VBD 0 ROOT
the the DET DT 5 det
cake cake NOUN NN 3 dobj
into into ADP IN 3 prep
the the DET DT 8 det
oven oven NOUN NN 6 pobj
""")


@pytest.fixture
def parsed(monkeypatch):
    """Parsing is not what is tested: every text is the one above."""
    monkeypatch.setattr(mentions, "analyse_many", lambda texts: (PARSE for _ in texts))


def test_a_mention_has_its_form_place_and_participants():
    document = Document(PARSE.text, layers=language_layers(PARSE, find_events(PARSE)))
    [mention] = told_in(document)
    assert mention.form == Form("put", "cake", "into oven")
    assert document.text_of(mention.span) == "put"
    assert mention.participants == (("SUBJ", "person"), ("OBJ", "cake"), ("PREP:into", "oven"))
    assert mention.denied


def test_gold_labels_go_to_the_mentions_they_overlap():
    text = "I turn on the tap and then a bath"
    verb = EventMention(Form("turn on", "tap"), Span(2, 9))
    gold = [(2, 9, "ScrEv_turn_on"), (29, 33, "ScrEv_bathe"), (0, 1, "UnrelEv"), (22, 26, "ScrEv_other")]
    document = Document(text, layers=[Layer("events", [Annotation.of(a, b, name, source="x") for a, b, name in gold])])
    assert [(each.form, each.label) for each in labelled(document, [verb])] == [
        (Form("turn on", "tap"), "ScrEv_turn_on"),
        (Form("bath"), "ScrEv_bathe"),
    ]
    assert labelled(Document(text), [verb]) == [verb]


OUT = "I took the cake that I had baked out ."


@pytest.fixture
def taken_out():
    """A verb whose particle comes after another event."""
    words = [("took", "out"), ("baked",)]
    spans = [tuple(Span(OUT.index(word), OUT.index(word) + len(word)) for word in each) for each in words]
    events = [Annotation(each, (verb,), source=SOURCE) for each, verb in zip(spans, ("take out", "bake"), strict=True)]
    return told_in(Document(OUT, layers=[Layer(EVENTS, events)]))


def labels_of(mentions, *gold):
    marks = [Annotation.of(OUT.index(word), OUT.index(word) + len(word), name, source="x") for word, name in gold]
    found = labelled(Document(OUT, layers=[Layer(EVENTS, marks)]), mentions)
    return [(each.form.verb, each.label) for each in found]


def test_a_gold_event_between_a_verb_and_its_particle_is_not_theirs(taken_out):
    assert [OUT[each.span.start : each.span.end] for each in taken_out] == [OUT[2:-2], "baked"]
    both = [("take out", "ScrEv_take_out_oven"), ("bake", "ScrEv_bake")]
    assert labels_of(taken_out, ("took", "ScrEv_take_out_oven"), ("baked", "ScrEv_bake")) == both
    assert labels_of(taken_out, ("baked", "ScrEv_bake")) == [("take out", ""), ("bake", "ScrEv_bake")]
    assert labels_of(taken_out, ("cake", "ScrEv_cake")) == [("take out", ""), ("cake", "ScrEv_cake"), ("bake", "")]


def test_a_second_gold_event_of_one_mention_is_a_mention_of_its_own(taken_out):
    found = labels_of(taken_out, ("took", "ScrEv_take"), ("out", "ScrEv_out"))
    assert found == [("take out", "ScrEv_take"), ("bake", ""), ("out", "ScrEv_out")]
    assert labels_of(taken_out, ("took", "ScrEv_take"), ("out", "ScrEv_take")) == [
        ("take out", "ScrEv_take"),
        ("bake", ""),
    ]


def test_a_list_of_events_has_one_mention_a_line(parsed):
    text = PARSE.text + "\nPurchase the ingredients!"
    cut = len(PARSE.text)
    lines = [Annotation.of(0, cut, source="descript"), Annotation.of(cut + 1, len(text), source="descript")]
    document = Document(text, layers=[Layer("events", lines)])
    [(same, told)] = read_many([document])
    assert same is document
    assert [each.form for each in told] == [Form("put", "cake", "into oven"), Form("purchase", "ingredients")]


def test_marked_lines_come_with_their_mention(parsed):
    document = Document(PARSE.text, layers=[Layer("paraphrases", [Annotation.of(0, 32, "bake", source="descript")])])
    [(_, [(line, mention)])] = read_lines([document], "paraphrases")
    assert (line.label, mention.form.verb) == ("bake", "put")
