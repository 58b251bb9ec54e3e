"""The kinds of findings, with codes that never change their meaning. The first digit stands for the phenomenon."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tacit.clarifications.task import Phenomenon
from tacit.errors import UsageError


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding: what it is called, what is missing, and what a reader would ask.

    `question` has a place for the phrase; `suggestion` says how to rewrite it where no reading can be put in.
    `phenomenon` is the one of the paper; what procedures lack is none of them, and is called by its `group`.
    """

    code: str
    name: str
    phenomenon: Phenomenon | None
    about: str
    question: str
    suggestion: str = ""

    @property
    def group(self) -> str:
        """The phenomenon, or what else a group of codes has in common."""
        return self.phenomenon.value if self.phenomenon else _GROUPS[self.code[3]]


_GROUPS = {"5": "vagueness", "6": "procedure"}


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
            "a part or side is named, but not of what, and several things have one",
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
            "add the noun",
        ),
        Code(
            "TAC202",
            "bare-demonstrative",
            Phenomenon.FUSED_HEAD,
            "'this' or 'that' stands alone for something said before",
            "which thing or step is '{}'?",
            "add a noun: 'this step', 'this screw'",
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
            "name the part or property that is meant",
        ),
        Code(
            "TAC501",
            "vague-quantity",
            None,
            "a vague amount where a command needs a number or a test",
            "how much is '{}'?",
            "give a number with its unit, or say what one sees when it is enough",
        ),
        Code(
            "TAC502",
            "vague-time",
            None,
            "a vague time where a command needs a number or a test",
            "'{}': how long, or how often?",
            "give a time, or say what one sees when it is over",
        ),
        Code(
            "TAC503",
            "vague-manner",
            None,
            "a vague manner or condition where a command needs a test",
            "'{}': how does one know?",
            "say what one checks, and what the result must be",
        ),
        Code(
            "TAC504",
            "vague-place",
            None,
            "a vague place or direction in a command",
            "'{}': where exactly?",
            "name the place or the side",
        ),
        Code(
            "TAC601",
            "missing-actor",
            None,
            "somebody must do it, and nobody is named",
            "'{}': by whom?",
            "name the person or the office, or write it as a command",
        ),
        Code(
            "TAC602",
            "missing-else",
            None,
            "a test whose other outcome the reader needs and the text does not say",
            "'{}': and if not?",
            "say what to do in the other case",
        ),
        Code(
            "TAC603",
            "not-introduced",
            None,
            "a thing is used that no step or list has introduced",
            "'{}': which one, and where is it?",
            "say what and where it is, or put it on the list of what is needed",
        ),
        Code(
            "TAC604",
            "never-used",
            None,
            "a thing on the list of what is needed that no step uses",
            "what is '{}' for?",
            "use it in a step, or take it off the list",
        ),
        Code(
            "TAC605",
            "contradictory-order",
            None,
            "a reference to a step that does not exist, or that cannot have been done yet",
            "'{}': which step is meant?",
            "correct the number, or name what is meant",
        ),
        Code(
            "TAC606",
            "unclear-scope",
            None,
            "it is open what a 'not' or an 'and/or' covers",
            "'{}': for one of them, or for both?",
            "say it in two sentences, or write 'neither … nor', 'either … or', 'or both'",
        ),
        Code(
            "TAC607",
            "dangling-reference",
            None,
            "'above', 'below', 'the following' or a figure that leads nowhere or to two places",
            "'{}': what is meant?",
            "name what is meant, or put it there",
        ),
    )
}

READINGS = frozenset(code for code in CODES if CODES[code].phenomenon is not None)
"""The codes of phrases with several readings."""
DEFAULT = READINGS | {"TAC605"}
"""Those, and what was right often enough in ordinary texts (see the ranker's card)."""
PROFILES: dict[str, frozenset[str]] = {
    "default": DEFAULT,
    "manual": DEFAULT | {"TAC501", "TAC502", "TAC503", "TAC504", "TAC602", "TAC603", "TAC604", "TAC606", "TAC607"},
    "recipe": DEFAULT - {"TAC101"} | {"TAC501", "TAC502", "TAC604"},
    "requirements": DEFAULT - {"TAC101"} | {"TAC501", "TAC502", "TAC503", "TAC601", "TAC602", "TAC606", "TAC607"},
    "support": DEFAULT | {"TAC502", "TAC503", "TAC602", "TAC603", "TAC607"},
    "agent": DEFAULT | {"TAC503", "TAC602", "TAC603", "TAC606", "TAC607"},
}
"""Sets of codes for kinds of texts."""


def profile(name: str) -> frozenset[str]:
    """The codes of a profile."""
    if name not in PROFILES:
        raise UsageError(f"there is no profile {name!r}; there are {', '.join(PROFILES)}")
    return PROFILES[name]


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
