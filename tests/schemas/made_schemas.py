"""Schemas made by hand, and ways to make more."""

from __future__ import annotations

from hypothesis import strategies as st

from tacit.schemas.task import ROLES, Chain, Schema, Slot


def slots(*names: str) -> tuple[Slot, ...]:
    """Slots from "rob SUBJ"."""
    return tuple(Slot(*name.rsplit(" ", 1)) for name in names)


ARREST = Schema(
    ("rob", "flee", "arrest", "charge"),
    (0.6, 3.5, 7.25, 9.0),
    (
        Chain(slots("rob SUBJ", "flee SUBJ", "arrest OBJ", "charge OBJ"), {"man": 3.0, "PERSON": 5.0}),
        Chain(slots("arrest SUBJ", "charge SUBJ"), {"officer": 2.0}),
        Chain(slots("rob OBJ"), {"bank": 1.0}),
    ),
    slots("rob SUBJ", "rob OBJ", "flee SUBJ", "flee PREP", "arrest SUBJ", "arrest OBJ", "charge SUBJ", "charge OBJ"),
    ("court-1", "court-2"),
)
WEDDING = Schema(("marry", "meet"), (0.6, 2.0), (Chain(slots("marry SUBJ", "meet SUBJ"), {"PERSON": 1.0}),))

names = st.text(st.characters(blacklist_categories=("Cs",)), min_size=1, max_size=8)
numbers = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def made_schemas(draw: st.DrawFn) -> Schema:
    """Any schema that a file may hold."""
    verbs = draw(st.lists(names, min_size=1, max_size=6, unique=True))
    places = st.builds(Slot, st.sampled_from(verbs), st.sampled_from(ROLES))
    chains = st.builds(Chain, st.lists(places, max_size=5).map(tuple), st.dictionaries(names, numbers, max_size=4))
    return Schema(
        tuple(verbs),
        tuple(draw(st.lists(numbers, min_size=len(verbs), max_size=len(verbs)))),
        tuple(draw(st.lists(chains, max_size=3))),
        tuple(draw(st.lists(places, max_size=4))),
        tuple(draw(st.lists(names, max_size=3))),
    )
