"""The kinds of findings, with codes that never change their meaning. The first digit stands for the phenomenon."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tacit.clarifications.task import Phenomenon
from tacit.errors import UsageError


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding: what it is called, what is missing, and what a reader would ask.

    `question` has a place for the phrase.
    """

    code: str
    name: str
    phenomenon: Phenomenon
    about: str
    question: str


CODES = {
    code.code: code
    for code in (
        Code(
            "TAC101",
            "missing-object",
            Phenomenon.IMPLICIT_REFERENCE,
            "a verb that needs an object has none, and several things could be meant",
            "'{}' what?",
        ),
        Code(
            "TAC102",
            "missing-whole",
            Phenomenon.IMPLICIT_REFERENCE,
            "a part or side is named, but not of what (weak: only with --min-confidence 0.45 or less)",
            "'{}' of what?",
        ),
        Code(
            "TAC103",
            "unclear-pronoun",
            Phenomenon.IMPLICIT_REFERENCE,
            "a pronoun has several equally good antecedents",
            "what does '{}' stand for?",
        ),
        Code(
            "TAC201",
            "missing-noun",
            Phenomenon.FUSED_HEAD,
            "a determiner, number or adjective stands without its noun",
            "'{}' of what kind?",
        ),
        Code(
            "TAC202",
            "bare-demonstrative",
            Phenomenon.FUSED_HEAD,
            "'this' or 'that' stands alone for something said before",
            "which thing or step is '{}'?",
        ),
        Code(
            "TAC301",
            "general-noun",
            Phenomenon.NOUN_COMPOUND,
            "a general noun stands for one of several kinds named before",
            "which kind of '{}'?",
        ),
        Code(
            "TAC401",
            "missing-aspect",
            Phenomenon.METONYMY,
            "a whole is named where one of its parts or aspects must be meant",
            "'{}': which part or aspect of it?",
        ),
    )
}


def matching(names: Iterable[str]) -> frozenset[str]:
    """The codes that names stand for: a code, or the beginning of several ('TAC1').

    >>> sorted(matching(["TAC2"]))
    ['TAC201', 'TAC202']
    """
    found: set[str] = set()
    for name in names:
        codes = [code for code in CODES if name and code.startswith(name.upper())]
        if not codes:
            raise UsageError(f"there is no code {name!r}; there are {', '.join(CODES)}")
        found.update(codes)
    return frozenset(found)
