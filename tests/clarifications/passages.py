"""Instructions of our own for the tests of judging."""

from __future__ import annotations

from tacit.clarifications import Filler, Instruction, Phenomenon


def tea(**changes: object) -> Instruction:
    """A step with three judged fillers."""
    values: dict[str, object] = {
        "id": "tea",
        "phenomenon": Phenomenon.IMPLICIT_REFERENCE,
        "before": "Fill ",
        "after": " with cold water.",
        "fillers": (
            Filler("the kettle", "PLAUSIBLE", 4.75),
            Filler("the pot", "NEUTRAL", 3.0),
            Filler("the spoon", "IMPLAUSIBLE", 1.5),
        ),
        "title": "How to Brew Tea",
        "section": "Steps",
        "previous": "(...) Take the kettle off its base.",
        "following": "Then switch it on.",
    }
    return Instruction(**{**values, **changes})  # type: ignore[arg-type]


def shed(**changes: object) -> Instruction:
    """A noun without its modifier."""
    own: dict[str, object] = {
        "id": "shed",
        "phenomenon": Phenomenon.NOUN_COMPOUND,
        "before": "Hang the ",
        "after": " tools on hooks.",
        "fillers": (Filler("garden", "PLAUSIBLE", 5.0), Filler("soup", "IMPLAUSIBLE", 1.0)),
        "title": "How to Tidy a Shed",
        "previous": "Sweep the floor.",
        "following": "",
    }
    return tea(**{**own, **changes})
