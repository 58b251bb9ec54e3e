"""What concrete steps assume that the instruction does not say: tools and actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from tacit.backbones import vectors
from tacit.language.analysis import analyse_many
from tacit.language.parse import Parse


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# A noun is a tool if it is nearer in meaning to one of these than to any of the others.
TOOLS = _words(
    """
    bowl pan pot knife spoon fork whisk oven stove blender spatula tongs plate tray strainer sieve colander grater
    peeler masher ladle lid foil towel cloth bag jar container cup glass bottle mixer grill skillet wok board rack
    scissors hammer screwdriver drill wrench bucket brush broom sponge rope tape needle thread pen pencil phone
    computer keyboard shovel hose ladder thermometer timer scale burner sink fridge freezer machine tool
    """
)
OTHERS = _words(
    """
    water oil salt sugar pepper flour butter egg onion garlic meat chicken fish vegetable fruit sauce cheese milk
    bread rice pasta dough mixture ingredient food juice skin leaf seed minute hour time second temperature degree
    heat side edge top bottom middle center end piece slice bit half layer shape size color inch way thing hand
    finger person child amount taste surface place part wall floor ground air light paper wood dirt bubble steam
    liquid potato tomato lemon tortilla noodle sandwich soup cake ball step rest line circle strip teaspoon
    tablespoon
    """
)
_EMPTY_VERBS = frozenset({"be", "have", "do", "make", "let", "want", "need", "use", "start", "continue", "keep", "go"})


@dataclass(frozen=True, slots=True)
class Assumptions:
    """Things to have and things to do that were left unsaid, in the order they come up."""

    tools: tuple[str, ...]
    actions: tuple[str, ...]


def assumptions(abstract: str, concretes: Sequence[str]) -> list[Assumptions]:
    """For each concrete version the tools and actions that the abstract one does not name."""
    stated, *parses = analyse_many([abstract, *concretes])
    said = {lemma.lower() for lemma in stated.lemmas} | {word.lower() for word in stated.words}
    return [Assumptions(_tools(parse, said), _actions(parse, said)) for parse in parses]


def _tools(parse: Parse, said: set[str]) -> tuple[str, ...]:
    found = []
    for place, tag in enumerate(parse.pos):
        lemma = parse.lemmas[place].lower()
        if tag == "NOUN" and lemma not in said and parse.deps[place] != "compound" and is_tool(lemma):
            found.append(_compound(parse, place))
    return tuple(dict.fromkeys(found))


def _compound(parse: Parse, place: int) -> str:
    """A noun with the nouns right before it that belong to it: *cutting board*, *wire whisk*."""
    start = place
    while start > 0 and parse.deps[start - 1] == "compound" and parse.heads[start - 1] == place:
        start -= 1
    return " ".join([*(word.lower() for word in parse.words[start:place]), parse.lemmas[place].lower()])


def _actions(parse: Parse, said: set[str]) -> tuple[str, ...]:
    verbs = [
        parse.lemmas[place].lower()
        for place, tag in enumerate(parse.pos)
        if tag == "VERB" and parse.deps[place] in ("ROOT", "conj", "xcomp", "advcl", "ccomp")
    ]
    return tuple(dict.fromkeys(verb for verb in verbs if verb not in said and verb not in _EMPTY_VERBS))


@cache
def is_tool(noun: str) -> bool:
    """Is the noun nearer in meaning to tools than to food, time and parts of things?"""
    if noun in TOOLS or noun in OTHERS:
        return noun in TOOLS
    words = vectors.load()
    if noun not in words:
        return False
    vector = words[noun]
    tools, others = (_unit(np.stack([words[word] for word in kind if word in words])) for kind in (TOOLS, OTHERS))
    return bool((tools @ vector).max() > (others @ vector).max())


def _unit(rows: vectors.Matrix) -> vectors.Matrix:
    unit: vectors.Matrix = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit
