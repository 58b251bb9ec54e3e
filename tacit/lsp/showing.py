"""Findings as an editor shows them: diagnostics, quick fixes, and what it says where the pointer rests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from lsprotocol import types

from tacit.documents import Span
from tacit.linter.codes import CODES
from tacit.linter.explanations import EXPLANATIONS
from tacit.linter.findings import Finding
from tacit.linter.ignoring import Edit, ignoring
from tacit.lsp.reading import CheckedPage

Count = Callable[[str], int]
"""How many units of the editor's a text has."""
_MARKS = re.compile(r"([\\`*_{}\[\]()#+.!|<>~-])")
_SEVERITIES = {"error": types.DiagnosticSeverity.Warning, "warning": types.DiagnosticSeverity.Information}
"""An unclear phrase is no broken program: red is for those."""


class Shown:
    """The findings of a checked page in an editor's units."""

    def __init__(self, uri: str, checked: CheckedPage, count: Count) -> None:
        self._uri = uri
        self._checked = checked
        self._count = count
        self._diagnostics = [self._diagnostic(finding) for finding in checked.findings]

    @property
    def diagnostics(self) -> list[types.Diagnostic]:
        """One for each finding."""
        return self._diagnostics

    def actions(self, wanted: types.Range) -> list[types.CodeAction]:
        """What can be done about the findings in a range: write a reading, or ignore it."""
        return [action for finding, diagnostic in self._within(wanted) for action in self._actions(finding, diagnostic)]

    def hover(self, position: types.Position, *, markdown: bool) -> types.Hover | None:
        """Why a phrase is unclear."""
        for finding, diagnostic in self._within(types.Range(position, position)):
            kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
            return types.Hover(types.MarkupContent(kind, _told(finding, markdown)), diagnostic.range)
        return None

    def _within(self, wanted: types.Range) -> Iterator[tuple[Finding, types.Diagnostic]]:
        first, last = _place(wanted.start), _place(wanted.end)
        for finding, diagnostic in zip(self._checked.findings, self._diagnostics, strict=True):
            if _place(diagnostic.range.start) <= last and first <= _place(diagnostic.range.end):
                yield finding, diagnostic

    def _diagnostic(self, finding: Finding) -> types.Diagnostic:
        return types.Diagnostic(
            range=self._range(finding.place.span),
            message=finding.message,
            severity=_SEVERITIES[finding.severity],
            code=finding.code,
            source="tacit",
        )

    def _actions(self, finding: Finding, diagnostic: types.Diagnostic) -> Iterator[types.CodeAction]:
        for reading in finding.readings:
            shown = " ".join(finding.rewritten(reading.text).split())
            edit = Edit(finding.blank, finding.inserted(reading.text))
            yield self._action(f"Write '{shown}'", diagnostic, [edit])
        if silencing := ignoring(self._checked.page, finding, self._checked.read):
            yield self._action(f"Ignore {finding.code} here", diagnostic, silencing)

    def _action(self, title: str, diagnostic: types.Diagnostic, edits: list[Edit]) -> types.CodeAction:
        changes = [types.TextEdit(self._range(edit.span), edit.text) for edit in edits]
        return types.CodeAction(
            title=title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=types.WorkspaceEdit(changes={self._uri: changes}),
        )

    def _range(self, span: Span) -> types.Range:
        return types.Range(self._position(span.start), self._position(span.end))

    def _position(self, offset: int) -> types.Position:
        page = self._checked.page
        line, column = page.place_of(offset)
        return types.Position(line - 1, self._count(page.text[offset - column + 1 : offset]))


def _place(position: types.Position) -> tuple[int, int]:
    return position.line, position.character


def _told(finding: Finding, markdown: bool) -> str:
    explained = EXPLANATIONS[finding.code]
    message = finding.message.rpartition(" [")[0]
    lines = [
        f"{finding.code} {CODES[finding.code].name}",
        _MARKS.sub(r"\\\1", message) if markdown else message,
        explained.why,
        f"Unclear: {explained.unclear}",
        f"Clear: {explained.clear}",
        explained.rewrite,
    ]
    if markdown:
        lines[0] = f"**{lines[0]}**"
        lines[3:5] = [re.sub(r"^(\w+): (.*)", r"\1: *\2*", line) for line in lines[3:5]]
    return "\n\n".join(lines)
