"""Check the text of an editor: what it is, with which settings, and what is found."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tacit.clarifications.pages import SUFFIXES, Page, read_page
from tacit.formats import Source
from tacit.linter import config
from tacit.linter.check import Checker
from tacit.linter.findings import Finding
from tacit.linter.wanted import Wanted
from tacit.lsp.remembered import RememberedParses

LANGUAGES = {
    "markdown": ".md",
    "html": ".html",
    "restructuredtext": ".rst",
    "rst": ".rst",
    "asciidoc": ".adoc",
    "dita": ".dita",
    "plaintext": ".txt",
    "text": ".txt",
}
"""What editors call the formats, and how files of them end."""
_WARM_UP = "# Tea\n\nTake the cup and the pot. Rinse it well.\n"


@dataclass(frozen=True)
class EditorText:
    """The text of an editor, where its file is, if anywhere, and what the editor takes it for."""

    content: str
    path: Path | None = None
    language: str = ""

    @property
    def ending(self) -> str:
        """How the name of such a file ends; nothing for what is not instructions."""
        if self.path is not None and self.path.suffix.lower() in SUFFIXES:
            return self.path.suffix.lower()
        return LANGUAGES.get(self.language, "")


@dataclass(frozen=True)
class CheckedPage:
    """A page and its findings; `ending` tells how to read a changed version of it."""

    page: Page
    ending: str
    findings: tuple[Finding, ...]

    def read(self, content: str) -> Page:
        """Another version of the page."""
        return page_of(content, self.ending)


class EditorReader:
    """Checks texts one after another, and parses only the paragraphs that changed. Nobody judges the readings."""

    def __init__(self) -> None:
        self._checker = Checker(analyse=RememberedParses())

    def warm_up(self) -> None:
        """Load what a check needs."""
        self._checker.check(page_of(_WARM_UP, ".md"))

    def check(self, text: EditorText, wanted: Wanted) -> CheckedPage | None:
        """The findings of a text; nothing for what is not instructions, or is excluded by its settings."""
        if not text.ending:
            return None
        found = config.Configuration() if text.path is None else config.find(text.path)
        if text.path is not None and found.excludes(text.path):
            return None
        settings = found.settings if text.path is None else found.settings_for(text.path)
        page = page_of(text.content, text.ending)
        findings = self._checker.check(page, wanted.on_top_of(settings), path=str(text.path or ""))
        return CheckedPage(page, text.ending, tuple(findings))


def page_of(content: str, ending: str) -> Page:
    """The page in a text; as long, though it may hold what no file can."""
    cleaned = content.replace("\ufeff", " ").encode("utf-8", "replace")
    return read_page(Source(f"text{ending}", cleaned))
