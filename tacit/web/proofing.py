"""What a worker does for clients of LanguageTool: read their form, check the text, answer as LanguageTool does.

Offsets and lengths count units of UTF-16, as LanguageTool's do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import parse_qsl

from tacit.clarifications.pages import Page, read_page
from tacit.documents import Span
from tacit.errors import InputError
from tacit.formats import Source
from tacit.layout import MARKDOWN, guess
from tacit.linter.check import Checker
from tacit.linter.codes import CODES, DEFAULT, profile
from tacit.linter.config import LinterSettings
from tacit.linter.findings import Finding
from tacit.version import __version__
from tacit.web.worker import OnStep, Result

LANGUAGES = {
    "en": "English",
    "en-US": "English (US)",
    "en-GB": "English (GB)",
    "en-AU": "English (Australian)",
    "en-CA": "English (Canadian)",
    "en-NZ": "English (New Zealand)",
    "en-ZA": "English (South African)",
}
"""What tacit reads; texts in any other language have no findings."""
AUTO = "auto"
_MOST_FIELDS = 50
_AROUND = 40
"""Characters of context on either side."""
_CUT = "..."


class FindsUnclear(Protocol):
    """Whoever finds what is unclear: a `Checker`."""

    def check(self, page: Page, settings: LinterSettings | None = None) -> list[Finding]:
        """The findings of a page."""
        ...


@dataclass(frozen=True)
class ProofRequest:
    """A request: the text with its markup, as long the prose in it, its language, and the codes that are wanted."""

    text: str
    prose: str
    language: str
    codes: frozenset[str]


def check(request: bytes, on_step: OnStep, finder: FindsUnclear | None = None) -> Result:
    """Answer a request: a line with the most characters that are read, then the form."""
    most, _, form = request.partition(b"\n")
    asked = read_form(form, int(most))
    on_step("clarifications")
    found: list[Finding] = []
    if asked.prose.strip() and asked.language in (AUTO, *LANGUAGES):
        ending = ".md" if guess(asked.prose) == MARKDOWN else ".txt"
        page = read_page(Source(f"text{ending}", asked.prose.encode("utf-8", "replace")))
        found = (finder or Checker()).check(page, LinterSettings(codes=asked.codes))
    return Result(json.dumps(answer(asked, found), ensure_ascii=True).encode())


def read_form(form: bytes, most: int) -> ProofRequest:
    """What a form with URL-encoded fields asks for."""
    try:
        pairs = parse_qsl(form.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise InputError(f"the form has more than {_MOST_FIELDS} fields") from None
    fields = dict(pairs)
    if not (language := fields.get("language", "").strip()):
        raise InputError("'language' is missing; send 'en-US', another of /v2/languages, or 'auto'")
    if ("text" in fields) == ("data" in fields):
        raise InputError("send either 'text' or 'data'")
    parts = [(fields["text"], fields["text"])] if "text" in fields else list(_annotated(fields["data"]))
    text, prose = ("".join(part) for part in zip(*parts, strict=True)) if parts else ("", "")
    if len(text) > most:
        raise InputError(f"the text has {len(text):,} characters; {most:,} are read at once")
    return ProofRequest(text, prose.replace("\ufeff", " "), _known(language), wanted_codes(fields))


def _known(language: str) -> str:
    """The name of a language as LanguageTool writes it: 'en-us' is 'en-US'."""
    return next((code for code in (AUTO, *LANGUAGES) if code.lower() == language.lower()), language)


def _annotated(data: str) -> Iterator[tuple[str, str]]:
    """The parts of a text with markup, and as long what is read of each: of markup, what it is to be taken for."""
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        raise InputError("'data' is not JSON") from None
    listed = plain.get("annotation", [plain]) if isinstance(plain, dict) else None
    if not isinstance(listed, list):
        raise InputError("'data' must be an object with 'text', or with a list 'annotation'")
    for part in listed:
        if not isinstance(part, dict) or not all(isinstance(each, str) for each in part.values()):
            raise InputError("each part of 'annotation' must be an object of texts")
        if ("text" in part) == ("markup" in part):
            raise InputError("each part of 'annotation' must have either 'text' or 'markup'")
        if "text" in part:
            yield part["text"], part["text"]
        else:
            markup = part["markup"]
            yield markup, part.get("interpretAs", "")[: len(markup)].ljust(len(markup))


def wanted_codes(fields: Mapping[str, str]) -> frozenset[str]:
    """The codes that a form wants; the rules of others, which clients send as well, are let be."""
    named = {name: _listed(fields, name) for name in ("enabledRules", "disabledRules")}
    for name, categories in (("enabledRules", "enabledCategories"), ("disabledRules", "disabledCategories")):
        wanted = _listed(fields, categories)
        named[name] |= {code for code in CODES if category_of(code) in wanted}
    enabled = frozenset(CODES) & named["enabledRules"]
    if fields.get("enabledOnly") in ("true", "yes"):
        return enabled
    usual = profile("manual") if fields.get("level") == "picky" else DEFAULT
    return (usual | enabled) - named["disabledRules"]


def _listed(fields: Mapping[str, str], name: str) -> set[str]:
    return {each.strip() for each in fields.get(name, "").split(",")} - {""}


def category_of(code: str) -> str:
    """The group of a code as the name of a category."""
    return CODES[code].group.upper().replace(" ", "_")


def answer(asked: ProofRequest, findings: list[Finding]) -> dict[str, Any]:
    """What LanguageTool would answer."""
    code = "en-US" if asked.language == AUTO else asked.language
    language = {"name": LANGUAGES.get(code, code), "code": code}
    return {
        "software": {
            "name": "tacit",
            "version": __version__,
            "buildDate": "",
            "apiVersion": 1,
            "premium": False,
            "status": "",
        },
        "warnings": {"incompleteResults": False},
        "language": {**language, "detectedLanguage": {**language, "confidence": 0.0}},
        "matches": [_match(asked.text, asked.prose, finding) for finding in findings],
    }


def _match(text: str, prose: str, finding: Finding) -> dict[str, Any]:
    reach = finding.reach
    whole = text[reach.start : reach.end] == prose[reach.start : reach.end]  # else a reading would overwrite markup
    span = reach if whole else finding.place.span
    code = CODES[finding.code]
    start = max(0, span.start - _AROUND)
    before, after = text[start : span.start], text[span.end : span.end + _AROUND]
    shown = f"{_CUT * (start > 0)}{before}"
    length = units(text[span.start : span.end])
    return {
        "message": finding.message,
        "shortMessage": code.name.replace("-", " ").capitalize(),
        "replacements": [{"value": finding.rewritten(each.text)} for each in finding.readings] if whole else [],
        "offset": units(text[: span.start]),
        "length": length,
        "context": {
            "text": f"{shown}{text[span.start : span.end]}{after}{_CUT * (span.end + _AROUND < len(text))}",
            "offset": units(shown),
            "length": length,
        },
        "sentence": _sentence(text, span),
        "type": {"typeName": "Hint"},
        "rule": {
            "id": finding.code,
            "description": code.about,
            "issueType": "style",
            "category": {"id": category_of(finding.code), "name": code.group.capitalize()},
        },
        "ignoreForIncompleteSentence": False,
        "contextForSureMatch": -1,
    }


def _sentence(text: str, span: Span) -> str:
    """The line in which a phrase stands."""
    first = text.rfind("\n", 0, span.start) + 1
    last = text.find("\n", span.end)
    return text[first : last if last >= 0 else None].strip()


def units(text: str) -> int:
    """How many units of UTF-16 a text has.

    >>> units("a𐐀b")
    4
    """
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
