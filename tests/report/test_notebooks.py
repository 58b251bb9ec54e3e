"""Readings, documents, schemas, scripts and comparisons show themselves in a notebook, and as data frames."""

import pytest

from tacit.comparison import Comparison, Difference
from tacit.documents import Annotation, Document, Layer
from tacit.reader import Reading
from tacit.schemas.task import Chain, Schema, Slot
from tacit.scripts.task import Form, Script, ScriptEvent

EVIL = "<script>alert(1)</script>"
SCRIPT = Script(
    "having <tea>", (ScriptEvent("boil water", {Form("boil", "water"): 2}), ScriptEvent("pour it", {})), ((0, 1), (0,))
)
SCHEMA = Schema(("arrest", "charge"), (1.0, 0.5), (Chain((Slot("arrest", "OBJ"), Slot("charge", "OBJ"))),))
DIFFERENCE = Difference("f_1", 0.7, 0.6, 0.8, 0.5, None, None, 0.2, 0.1, 0.3, 0.01)
COMPARISON = Comparison("tacit", EVIL, 12, 2000, False, 0, (DIFFERENCE,))


def test_a_document_is_its_text_with_layers_in_colour():
    mentions = [Annotation.of(0, 3, source="x", name="Ann", chain=0)]
    html = Document(f"Ann {EVIL}", layers=[Layer("mentions", mentions), Layer("empty", [])])._repr_html_()
    assert html.startswith("<iframe sandbox") and EVIL not in html
    assert "mark style" in html and "mentions" in html and "empty" not in html
    assert "<iframe" in Document("Ann.")._repr_html_()


def test_a_reading_is_its_page():
    assert "sandbox" in Reading(Document(EVIL), ())._repr_html_()


def test_schemas_and_scripts_are_drawn():
    assert SCHEMA._repr_html_().lstrip().startswith(("<svg", "<?xml"))
    drawn = SCRIPT._repr_html_()
    assert "<svg" in drawn and "boil water" in drawn and "<tea>" not in drawn


def test_a_comparison_is_a_table():
    html = COMPARISON._repr_html_()
    assert "<td>0.700</td><td>0.500</td><td>+0.200</td><td>+0.100 to +0.300</td>" in html
    assert EVIL not in html and "2,000 random swaps" in html


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_all_have_data_frames(kind):
    schema, script = SCHEMA.to_frame(kind), SCRIPT.to_frame(kind)
    assert list(schema["OBJ"]) == [1, 1] and list(schema["event"]) == ["arrest", "charge"]
    assert list(script["share"]) == [1.0, 0.5] and list(script["texts"]) == [2, 1]
    comparison = COMPARISON.to_frame(kind)
    assert list(comparison["metric"]) == ["f_1"] and list(comparison["p"]) == [0.01]
