"""Findings as JUnit XML: a test suite for each file, in which every finding is a failed test."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from xml.etree import ElementTree

from tacit.linter.codes import CODES
from tacit.linter.findings import Finding

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML has no way to write."""


def document(findings: Iterable[Finding], *, files: Sequence[str], skipped: Sequence[str] = ()) -> str:
    """The report; a file without findings is a test that passed, one that cannot be read an error."""
    found = {path: list(group) for path, group in groupby(findings, key=lambda finding: finding.path)}
    root = ElementTree.Element("testsuites", name="tacit")
    for path in files:
        _suite(root, path, [_failure(finding) for finding in found.get(path, [])] or [_passed(path)])
    for reason in skipped:
        _suite(root, reason.partition(":")[0], [_error(reason)])
    for kind, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        root.set(kind, str(len(root.findall(f".//{tag}"))))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _suite(root: ElementTree.Element, path: str, cases: Sequence[ElementTree.Element]) -> None:
    suite = ElementTree.SubElement(root, "testsuite", name=_written(path))
    suite.extend(cases)
    for kind, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        suite.set(kind, str(len(suite.findall(f".//{tag}"))))


def _passed(path: str) -> ElementTree.Element:
    return ElementTree.Element("testcase", classname=_written(path), name="nothing unclear", file=_written(path))


def _failure(finding: Finding) -> ElementTree.Element:
    path, place = _written(finding.path), finding.place
    name = f"{finding.code} {CODES[finding.code].name} {place.line}:{place.column}"
    case = ElementTree.Element("testcase", classname=path, name=name, file=path, line=str(place.line))
    message = _written(finding.message)
    failure = ElementTree.SubElement(case, "failure", type=finding.severity, message=message)
    failure.text = f"{path}:{place.line}:{place.column} {finding.code} {message}"
    return case


def _error(reason: str) -> ElementTree.Element:
    case = ElementTree.Element("testcase", classname=_written(reason.partition(":")[0]), name="cannot be read")
    ElementTree.SubElement(case, "error", type="skipped", message=_written(reason))
    return case


def _written(text: str) -> str:
    return _NOT_XML.sub("�", text)
