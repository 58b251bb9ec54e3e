from hypothesis import given
from hypothesis import strategies as st

from tacit.capability import Passages
from tacit.documents import Annotation, Document, Layer, Span
from tacit.report.marking import colours, runs

TEXT = "Ann sat by the 🌊 and read."
spans = st.lists(st.integers(0, len(TEXT)), min_size=2, max_size=2).map(sorted).map(lambda ends: Span(*ends))


@given(st.lists(spans, max_size=6))
def test_runs_give_the_text_back_and_cover_what_is_annotated(found):
    annotations = tuple(Annotation((span,), source="me") for span in found)
    cut = list(runs(Document(TEXT), annotations))
    assert "".join(run.text for run in cut) == TEXT
    place = 0
    for run in cut:
        covering = sum(span.start <= place and place + len(run.text) <= span.end for span in found)
        assert len(run.under) == covering
        place += len(run.text)


def test_colours_follow_appearance_and_repeat():
    layer = Layer("x", [Annotation.of(n, n + 1, f"label {n % 9}", source="me") for n in range(20)])
    palette = colours(Document(TEXT, layers=[layer]), Passages("x"))
    assert list(palette)[:2] == ["label 0", "label 1"]
    assert palette["label 0"] == palette["label 8"]
