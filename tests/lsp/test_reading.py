from pathlib import Path

import pytest

from tacit.clarifications.pages import read_page
from tacit.formats import Source
from tacit.linter.check import Checker
from tacit.linter.wanted import Wanted
from tacit.lsp import remembered
from tacit.lsp.reading import EditorReader, EditorText, page_of

TEXT = "# Clean a pump\n\n1. Take off the valve and the lid.\n2. Rinse before reassembling.\n3. Close the tap.\n"


@pytest.mark.parametrize(
    ("path", "language", "ending"),
    [("a.md", "", ".md"), ("a.MD", "python", ".md"), ("a.py", "python", ""), (None, "restructuredtext", ".rst")],
)
def test_what_a_text_is(path, language, ending):
    assert EditorText("", Path(path) if path else None, language).ending == ending


def test_what_no_file_can_hold_is_as_long():
    for content in ("\ufeffRinse.", "Rinse\ud800 it.", "a\r\nb\rc"):
        assert len(page_of(content, ".md").text) == len(content)


@pytest.mark.models
def test_only_a_changed_paragraph_is_parsed_again(monkeypatch):
    parsed = []

    def counted(texts):
        parsed.append(list(texts))
        return analyse_many(parsed[-1])

    analyse_many = remembered.analyse_many
    monkeypatch.setattr(remembered, "analyse_many", counted)
    reader = EditorReader()
    for text in (TEXT, TEXT.replace("Close", "Now close"), "Wait.\n\n" + TEXT):
        checked = reader.check(EditorText(text, None, "markdown"), Wanted())
        assert checked is not None
        assert list(checked.findings) == Checker().check(read_page(Source("a.md", text.encode())))
        assert [finding.phrase for finding in checked.findings] == ["Rinse"]
    assert [len(each) for each in parsed] == [4, 1, 1]


@pytest.mark.models
def test_what_was_parsed_long_ago_is_forgotten():
    remember = remembered.RememberedParses(2)
    assert [parse.text for parse in remember(["One.", "Two.", "Three."])] == ["One.", "Two.", "Three."]
    assert list(remember._known) == ["Two.", "Three."]
