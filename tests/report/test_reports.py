import io

import pytest
from rich.console import Console

from tacit.capability import Facts, Passages, Section, Table
from tacit.documents import Annotation, Document, Layer
from tacit.reader import Reading
from tacit.report import pages, terminal

LAYER = Layer("people", [Annotation.of(0, 3, "PERSON <b>", source="me")])
READING = Reading(
    Document("Ann sat & read [bold]x[/bold].", id="ann<i>", layers=[LAYER]),
    (
        Section(
            "All blocks",
            (
                Facts((("sentences", "1"),)),
                Table(("who", "does"), (("Ann & [red]co", "x" * 200),), "Events"),
                Passages("people", title="The text"),
            ),
        ),
    ),
)


def test_terminal_fits_and_takes_no_markup_from_the_text():
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(terminal.reading(READING))
    shown = console.export_text()
    assert max(map(len, shown.splitlines())) <= 80
    assert "[bold]x[/bold]" in shown
    assert "[red]co" in shown
    assert "■ PERSON <b>" in shown
    assert shown.count("x" * 40) >= 1


def test_page_escapes_everything():
    html = pages.page([READING])
    assert "ann&lt;i&gt;" in html
    assert 'title="PERSON &lt;b&gt;"' in html
    assert "Ann</mark> sat &amp; read" in html
    assert "<b>" not in html.replace("<b>1</b>", "")


def test_page_names_only_the_innermost_of_many_annotations_and_cuts_long_names():
    nested = [Annotation.of(0, 20 - n, f"name {n}" + "x" * 100 * (n == 9), source="me") for n in range(10)]
    document = Document("a" * 20, layers=[Layer("people", nested)])
    html = pages.page([Reading(document, (Section("All", (Passages("people"),)),))])
    cut = "name 9" + "x" * 53 + "…"
    assert f'title="name 4, name 5, name 6, name 7, name 8, {cut}"' in html
    assert f"</span>{cut}</li>" in html


def test_page_of_several_texts():
    assert pages.page([READING, READING]).count("<article>") == 2


def test_the_head_and_title_of_a_table_are_no_markup():
    block = Table(("a[/b]", "[red]does"), (("Ann", "x"),), "Events [/i]")
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(terminal.reading(Reading(Document("Ann"), (Section("All", (block,)),))))
    shown = console.export_text()
    assert "a[/b]" in shown
    assert "[red]does" in shown
    assert "\nEvents [/i]" in shown


@pytest.mark.parametrize(("text", "shown"), [("a\rb", "a\nb"), ("a\r\nb", "a\nb"), ("a\r\r\nb", "a\n\nb")])
def test_every_line_end_is_kept_as_one(text, shown):
    assert terminal.harmless(text) == shown
