import sys

import pytest

from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.errors import MissingExtraError, UnknownNameError
from tacit.values import Features
from tacit.views import EntityRecord, View, Views

TEXT = "Ann did not order the tea in the café. Drink it. "


def at(words, *labels, nth=0, **more):
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(words, start + 1)
    return Annotation.of(start, start + len(words), *labels, source="test", **more)


@pytest.fixture
def views():
    return Views(
        Document(
            TEXT,
            layers=[
                Layer("sentences", [at("Ann did not order the tea in the café."), at("Drink it.")]),
                Layer(
                    "participants",
                    [
                        at("Ann", id="ann"),
                        at("the tea", id="tea"),
                        at("the café", id="café"),
                        at("it", id="it", person=3, name="the tea"),
                    ],
                ),
                Layer(
                    "events",
                    [
                        at(
                            "order",
                            "order",
                            negated=True,
                            links=[Link("SUBJ", "ann"), Link("OBJ", "tea"), Link("PREP:in", "café"), Link("OBJ", "?")],
                        ),
                        at("Drink", "drink", implied=["SUBJ"], modality="must", links=[Link("OBJ", "it")]),
                    ],
                ),
                Layer("scenarios", [at(TEXT[:30], "having tea", probability=0.75, alternatives=[{"scenario": "x"}])]),
                Layer(
                    "scripts",
                    [at(TEXT[:30], "having tea", left_out=[{"event": "boil water", "share": 0.5, "after": "sit"}])],
                ),
                Layer("coherence", [at("Drink it.", "odd", probability=0.1)]),
            ],
        )
    )


def test_who_does_what(views):
    order, drink = views.events
    assert (order.who, order.does, order.verb, order.what) == ("Ann", "not order", "order", "the tea")
    assert order.how == "in the café"
    assert order.sentence == "Ann did not order the tea in the café."
    assert TEXT[order.start : order.end] == "order"
    assert (drink.who, drink.does, drink.what) == ("(you)", "must drink", "the tea")
    assert [str(each) for each in drink.participants] == ["it (the tea)", "(you)"]


def test_each_layer_has_its_records(views):
    assert [each.text for each in views.sentences] == ["Ann did not order the tea in the café.", "Drink it."]
    [passage] = views.scenarios
    assert (passage.label, passage.probability, passage.alternatives) == ("having tea", 0.75, ("x",))
    [missing] = views.left_out
    assert (missing.scenario, missing.event, missing.share, missing.after) == ("having tea", "boil water", 0.5, "sit")
    assert missing.probability is None
    assert [each.odd for each in views.coherence] == [True]
    assert len(views.told) == len(views.steps) == len(views.clarifications) == len(views.mentions) == 0


def test_features_of_strangers_are_no_error():
    odd = [at("Ann", "x", probability="high", alternatives="y", left_out=[1], chain="a", readings={"a": 1}, implied=3)]
    names = ("scenarios", "scripts", "mentions", "clarifications", "events", "concrete_steps", "coherence")
    views = Views(Document(TEXT, layers=[Layer(name, odd) for name in names]))
    assert views.scenarios[0].probability is None
    assert len(views.left_out) == 0
    assert views.mentions[0].chain is None
    assert views.clarifications[0].readings == ()
    assert views.events[0].who == views.events[0].sentence == ""
    assert len(views.steps) == len(views.coherence) == 1


def test_a_frame_has_a_row_for_each_record(views):
    frame = views.events.to_frame()
    assert frame.columns.tolist() == ["who", "does", "what", "how", "sentence", "start", "end"]
    assert frame["who"].tolist() == ["Ann", "(you)"]
    assert views.scenarios.to_frame("polars")["alternatives"].to_list() == [["x"]]
    assert views.steps.to_frame().columns.tolist()[:2] == ["instruction", "how"]
    assert views.steps.to_frame("polars").shape == (0, 7)


def test_a_frame_of_a_layer_has_its_features_as_columns():
    odd = Annotation((Span(0, 3),), ("A",), Features({"start": 1, "deep": {"a": [1]}}), "test")
    layer = Layer("x", [odd, at("tea", "B", other=True)])
    frame = layer.to_frame()
    assert frame.columns.tolist() == ["start", "end", "label", "source", "id", "feature_start", "deep", "other"]
    assert frame["deep"].tolist()[0] == {"a": [1]}
    mixed = Layer("x", [at("Ann", value=1), at("tea", value="one"), at("it", value=["a"])])
    assert mixed.to_frame("polars").height == 3


def test_a_library_that_is_not_there_is_named(views, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingExtraError, match=r"'polars'.*tacit\[frames\]"):
        views.events.to_frame("polars")
    with pytest.raises(UnknownNameError, match="did you mean 'pandas'"):
        views.events.to_frame("panda")


def test_a_view_is_a_list(views):
    assert views.events[-1] == list(views.events)[1]
    assert views.events[:1] == View("events", type(views.events[0]), [views.events[0]])
    assert views.events[0] in views.events
    assert repr(views.events[:1]) == "<events (1): Ann not order the tea in the café>"


def test_the_short_forms_are_short():
    many = View("entities", EntityRecord, [EntityRecord("word " * 50, "X", 0, 1)] * 1000)
    assert len(repr(many)) < 300
    assert repr(Views(Document("word " * 1000))).endswith("word …'>")
    assert many._repr_html_().count("<tr>") == 31
    assert "1000 in all" in many._repr_html_()


def test_a_table_in_a_notebook_is_escaped():
    shown = View("entities", EntityRecord, [EntityRecord("<script>", "a&b", 0, 1)])._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown
