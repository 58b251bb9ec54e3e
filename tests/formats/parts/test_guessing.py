import pytest

from tacit.documents import Annotation, Document, Layer
from tacit.errors import UsageError
from tacit.formats import guess, laid_out

STEPS = "1. Boil water.\n2. Pour it.\n"


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("", "plain"),
        ("1. Boil water.", "plain"),
        ("In 1. FC Union we trust.\nNr 2. is not.", "plain"),
        ("#1 and #2 are tags\n#hash", "plain"),
        (STEPS, "markdown"),
        ("# Tea\n\nBoil water.\n\n## Milk\n", "markdown"),
        ("- a\n* b", "markdown"),
        ("1) a\r\n2) b\r\n", "markdown"),
    ],
)
def test_two_headings_or_items_make_a_layout(text, layout):
    assert guess(text) == layout
    assert bool(laid_out(Document(text)).layers) is (layout == "markdown")


def test_what_is_said_counts_more_than_the_guess():
    assert not laid_out(Document(STEPS), "plain").layers
    assert laid_out(Document("Boil `water`."), "markdown").layers
    with pytest.raises(UsageError, match="no layout 'latex'; there are auto, plain, markdown"):
        laid_out(Document(STEPS), "latex")


def test_a_document_with_layers_stays_as_it_is():
    document = Document(STEPS, layers=[Layer("mine", [Annotation.of(0, 1, source="me")])])
    assert laid_out(document) is document
