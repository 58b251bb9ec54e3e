from __future__ import annotations

import dataclasses
import json
import pickle

import pytest
from formats.strategies import documents
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.errors import DocumentError, UnknownNameError

QUICK = settings(max_examples=40, deadline=None)


def place(start, end, *labels, **more):
    return Annotation.of(start, end, *labels, source="test", **more)


spans = st.tuples(st.integers(0, 12), st.integers(0, 12)).map(lambda ends: Span(min(ends), max(ends)))
layers_of_spans = st.lists(spans, max_size=12).map(
    lambda found: Layer("x", [place(span.start, span.end) for span in found])
)


class TestSpan:
    def test_must_not_run_backwards_or_before_the_text(self):
        for start, end in ((3, 2), (-1, 2)):
            with pytest.raises(DocumentError, match="0 <= start <= end"):
                Span(start, end)

    def test_an_empty_span_is_a_place(self):
        assert len(Span(2, 2)) == 0
        assert Span(2, 2)

    @QUICK
    @given(spans, spans)
    def test_overlap_is_a_shared_character(self, one, other):
        shared = set(range(one.start, one.end)) & set(range(other.start, other.end))
        assert one.overlaps(other) == other.overlaps(one) == bool(shared)

    @QUICK
    @given(spans, spans)
    def test_containing_is_lying_inside(self, one, other):
        assert one.contains(other) == (one.start <= other.start <= other.end <= one.end)


class TestAnnotation:
    def test_needs_a_span(self):
        with pytest.raises(DocumentError, match="at least one span"):
            Annotation(())

    @pytest.mark.parametrize("parts", [((4, 6), (1, 2)), ((0, 3), (2, 5))])
    def test_its_spans_are_in_order_and_apart(self, parts):
        with pytest.raises(DocumentError, match="text order"):
            Annotation(tuple(Span(*part) for part in parts))

    def test_may_be_discontinuous(self):
        annotation = Annotation((Span(0, 3), Span(7, 9)), ("particle verb",))
        assert (annotation.start, annotation.end, annotation.span) == (0, 9, Span(0, 9))
        assert Document("put it up now").text_of(annotation) == "put … up"

    def test_may_have_several_labels_or_none(self):
        assert place(0, 1, "a", "b").label == "a"
        assert place(0, 1).label == ""

    def test_never_changes(self):
        with pytest.raises(dataclasses.FrozenInstanceError):
            place(0, 1).labels = ("x",)


class TestLayer:
    def test_is_in_text_order_with_outer_before_inner(self):
        layer = Layer("x", [place(4, 5), place(0, 2), place(0, 9), place(0, 2, "again")])
        assert [(a.start, a.end, a.label) for a in layer] == [(0, 9, ""), (0, 2, ""), (0, 2, "again"), (4, 5, "")]
        assert len(layer) == 4
        assert layer[0].end == 9
        assert [a.end for a in layer[1:3]] == [2, 2]

    def test_needs_a_name(self):
        with pytest.raises(DocumentError, match="needs a name"):
            Layer("")

    @QUICK
    @given(layers_of_spans, spans)
    def test_within_finds_what_lies_inside(self, layer, span):
        assert list(layer.within(span)) == [a for a in layer if span.contains(a.span)]

    @QUICK
    @given(layers_of_spans, spans)
    def test_overlapping_finds_what_shares_a_character(self, layer, span):
        assert list(layer.overlapping(span)) == [a for a in layer if a.span.overlaps(span)]

    def test_the_gap_of_a_discontinuous_annotation_overlaps_nothing(self):
        layer = Layer("x", [Annotation((Span(0, 2), Span(6, 8)))])
        assert list(layer.overlapping(Span(3, 5))) == []
        assert len(list(layer.overlapping(Span(5, 7)))) == 1


class TestDocument:
    def test_never_changes(self):
        document = Document("Ann sat.")
        with pytest.raises(dataclasses.FrozenInstanceError):
            document.text = "Ben sat."

    def test_adding_a_layer_leaves_the_old_document_alone(self):
        document = Document("Ann sat.", id="ann", metadata={"year": 1})
        told = document.with_layer(Layer("people", [place(0, 3)]))
        assert document.layers == {}
        assert told.layers.keys() == {"people"}
        assert (told.text, told.id, told.metadata) == (document.text, "ann", document.metadata)
        assert told.without_layer("people") == document

    def test_a_layer_of_the_same_name_is_replaced(self):
        document = Document("Ann sat.", layers=[Layer("x", [place(0, 3, id="a")])])
        again = document.with_layer(Layer("x", [place(4, 7, id="a")]))
        assert [document.text_of(a) for a in again.layer("x")] == ["Ann", "sat"][1:]

    def test_a_missing_layer_is_empty(self):
        document = Document("Ann sat.")
        assert len(document.layer("events")) == len(document.sentences) == len(document.tokens) == 0

    def test_a_name_that_means_nothing_is_not_an_empty_layer(self):
        document = Document("Ann sat.", layers=[Layer("people", [place(0, 3)])])
        with pytest.raises(UnknownNameError, match="no layer 'evnts'; did you mean 'events'"):
            document.layer("evnts")
        with pytest.raises(UnknownNameError, match="did you mean 'people'"):
            document.layer("peple")

    def test_the_short_form_names_the_layers(self):
        document = Document("Ann sat. " * 50, "ann", layers=[Layer("people", [place(0, 3)]), Layer("odd")])
        assert repr(document).endswith("…'; people 1, odd 0>")
        assert len(repr(document)) < 120
        many = Layer("tokens", (Annotation.of(at, at + 1, f"label {at}", source="x") for at in range(400)))
        assert repr(many).startswith("<Layer 'tokens' (400): label 0, label 1, ")
        assert len(repr(many)) < 120

    def test_metadata_can_be_added(self):
        document = Document("x", metadata={"a": 1}).with_metadata(b=[2])
        assert dict(document.metadata) == {"a": 1, "b": (2,)}

    def test_two_layers_of_one_name_are_refused(self):
        with pytest.raises(DocumentError, match="two layers named 'x'"):
            Document("text", layers=[Layer("x"), Layer("x")])

    @pytest.mark.parametrize("make", [lambda d, layer: Document(d.text, layers=[layer]), Document.with_layer])
    def test_annotations_must_lie_in_the_text(self, make):
        assert make(Document("four"), Layer("x", [place(0, 4)]))
        with pytest.raises(DocumentError, match="ends at 5, but the text has 4 characters"):
            make(Document("four"), Layer("x", [place(0, 5)]))

    def test_an_id_stands_once_in_a_layer(self):
        with pytest.raises(DocumentError, match="the id 'a' stands twice"):
            Document("text", layers=[Layer("x", [place(0, 1, id="a"), place(1, 2, id="a")])])

    def test_an_id_stands_once_in_a_document(self):
        one, other = Layer("x", [place(0, 1, id="a")]), Layer("y", [place(1, 2, id="a")])
        with pytest.raises(DocumentError, match=r"'x' and 'y'|'y' and 'x'"):
            Document("text", layers=[one]).with_layer(other)

    def test_annotations_are_found_by_id(self):
        a, b = place(0, 1, id="a"), place(1, 2, id="b")
        assert Document("text", layers=[Layer("x", [a, place(0, 2)]), Layer("y", [b])]).by_id() == {"a": a, "b": b}

    def test_half_of_a_surrogate_pair_is_no_text(self):
        with pytest.raises(DocumentError, match="surrogate"):
            Document("a\ud83d")

    def test_cannot_be_hashed_as_its_layers_are_many(self):
        with pytest.raises(TypeError):
            hash(Document("x"))

    @QUICK
    @given(documents())
    def test_goes_to_another_process_unchanged(self, document):
        assert pickle.loads(pickle.dumps(document)) == document


class TestSlicing:
    @QUICK
    @given(documents(), st.integers(-30, 40), st.integers(-30, 40))
    def test_keeps_what_lies_wholly_inside(self, document, start, end):
        part = document[start:end]
        assert part.text == document.text[start:end]
        first, last, _ = slice(start, end).indices(len(document.text))
        for name, layer in document.layers.items():
            inside = [a for a in layer if first <= a.start and a.end <= max(first, last)]
            assert [a.spans for a in part.layer(name)] == [a.shifted(-first).spans for a in inside]
            assert [document.text_of(a) for a in inside] == [part.text_of(a) for a in part.layer(name)]

    @QUICK
    @given(documents())
    def test_the_whole_is_the_document_itself(self, document):
        targets = {a.id for layer in document.layers.values() for a in layer}
        assert all(link.target in targets for layer in document.layers.values() for a in layer for link in a.links)
        assert document[:] == document

    def test_links_to_what_was_left_outside_are_dropped(self):
        she = place(4, 7, id="she", links=[Link("is", "ann"), Link("does", "sat")])
        layer = Layer("x", [place(0, 3, id="ann"), she, place(8, 11, id="sat")])
        part = Document("Ann she sat", layers=[layer])[4:]
        assert [link.role for a in part.layer("x") for link in a.links] == ["does"]
        assert part.by_id().keys() == {"she", "sat"}

    def test_keeps_id_and_metadata(self):
        part = Document("Ann sat.", id="ann", metadata={"year": 1})[:3]
        assert (part.id, part.metadata["year"]) == ("ann", 1)

    def test_has_no_steps(self):
        with pytest.raises(DocumentError, match="step 1"):
            Document("Ann sat.")[::2]


class TestJson:
    @settings(max_examples=50, deadline=None)
    @given(documents())
    def test_nothing_is_lost(self, document):
        line = document.to_json()
        assert line.isascii()
        assert "\n" not in line
        assert Document.from_json(line) == document
        assert Document.from_json(line).to_json() == line

    @QUICK
    @given(st.text(), st.text())
    def test_any_text_survives(self, text, id):
        document = Document(text, id=id)
        assert Document.from_json(document.to_json()) == document

    @pytest.mark.parametrize(
        "text", ["👩‍👩‍👧 🇩🇪", "e\u0301", "a\r\nb\rc\td", "a\u200bb\ufeff", "שלום \u202eabc", "\0\x1b", ""]
    )
    def test_awkward_texts_survive(self, text):
        assert Document.from_json(Document(text).to_json()).text == text

    @pytest.mark.parametrize(
        ("line", "complaint"),
        [
            ("", "not JSON"),
            ("{", "not JSON"),
            ("[" * 100_000, "not JSON"),
            ("[]", "must be a JSON object"),
            ("null", "must be a JSON object"),
            ("{}", "'text' is missing"),
            ('{"text": 3}', "'text' must hold a string"),
            ('{"text": "\\ud800"}', "surrogate"),
            ('{"text": "a", "id": 7}', "'id' must hold a string"),
            ('{"text": "a", "metadata": [["k", 1]]}', "'metadata' must hold an object"),
            ('{"text": "a", "metadata": {"k": NaN}}', "JSON value"),
            ('{"text": "a", "metadata": {"k": 1e999}}', "JSON value"),
            ('{"text": "a", "metadata": {"k": ' + "[" * 200 + "]" * 200 + "}}", "levels deep"),
            ('{"text": "a", "layers": []}', "'layers' must hold an object"),
            ('{"text": "a", "layers": {"": []}}', "needs a name"),
            ('{"text": "a", "layers": {"\\ud800": []}}', "surrogate"),
        ],
    )
    def test_hostile_documents_get_one_sentence(self, line, complaint):
        with pytest.raises(DocumentError, match=complaint):
            Document.from_json(line)

    @pytest.mark.parametrize(
        ("annotation", "complaint"),
        [
            ("a", "must be a JSON object"),
            ({}, "at least one span"),
            ({"spans": []}, "at least one span"),
            ({"spans": {}}, "'spans' must hold a list"),
            ({"spans": None}, "'spans' must hold a list"),
            ({"spans": [3]}, "'spans' must hold pairs"),
            ({"spans": [[0]]}, "'spans' must hold pairs"),
            ({"spans": [[0, 1, 2]]}, "'spans' must hold pairs"),
            ({"spans": [[0, 1.0]]}, "whole number"),
            ({"spans": [[False, True]]}, "whole number"),
            ({"spans": [["0", "1"]]}, "whole number"),
            ({"spans": [[0, 99]]}, "ends at 99"),
            ({"spans": [[-1, 1]]}, "0 <= start"),
            ({"spans": [[2, 3], [0, 1]]}, "text order"),
            ({"spans": [[0, 1]], "labels": "ab"}, "'labels' must hold a list"),
            ({"spans": [[0, 1]], "labels": [1]}, "'labels' must hold a string"),
            ({"spans": [[0, 1]], "labels": ["\ud800"]}, "surrogate"),
            ({"spans": [[0, 1]], "features": [["k", 1]]}, "'features' must hold an object"),
            ({"spans": [[0, 1]], "source": None}, "'source' must hold a string"),
            ({"spans": [[0, 1]], "id": ["a"]}, "'id' must hold a string"),
            ({"spans": [[0, 1]], "links": ["ab"]}, "'links' must hold pairs"),
            ({"spans": [[0, 1]], "links": [["a", 1]]}, "'links' must hold a string"),
        ],
    )
    def test_hostile_annotations_get_one_sentence(self, annotation, complaint):
        with pytest.raises(DocumentError, match=complaint):
            Document.from_json(json.dumps({"text": "text", "layers": {"x": [annotation]}}))

    @QUICK
    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=3),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(("text", "id", "layers", "spans", "labels", "links", "metadata", "x")),
                    inner,
                    max_size=4,
                )
            ),
            max_leaves=12,
        ).filter(lambda value: isinstance(value, dict))
    )
    def test_any_object_is_a_document_or_an_error(self, plain):
        try:
            document = Document.from_dict(plain)
        except DocumentError:
            return
        assert document.text == plain["text"]
