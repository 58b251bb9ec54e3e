"""Plain-English names for schemas: a language model writes them from the events and who takes part; they are checked.

Without a usable answer a schema is called by its first events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tacit.llm import Model, Question, connect
from tacit.llm.choosing import picked
from tacit.schemas.task import ROLES, Schema
from tacit.shapes import ShapeError

SHOWN_EVENTS, SHOWN_CHAINS, SHOWN_TYPES = 12, 4, 4
FIRST = 3
"""Events that a schema is called by where nobody names it."""
_FIELDS: dict[str, Any] = {"name": {"type": "string", "minLength": 3, "maxLength": 60}}
_ASKED = (
    "The events in the text often happen in the same stories, to the same people or things. Give that kind of story a"
    " plain name of two to six words, as 'a criminal trial' or 'buying a company'. Not a list of the events."
)
_PLAIN = re.compile(r"[A-Za-z][A-Za-z' -]*")


class AskingNames:
    """Names schemas, with a model's word on the least certain share of them."""

    name = "llm"

    def __init__(self, model: Model, share: float = 1.0) -> None:
        self.model = model
        self.share = share

    def named(self, schemas: Sequence[Schema]) -> list[Schema]:
        """The schemas with names; what is hardest to name by its events, those with most of them, is asked first."""
        places = picked(self.model, [1 / len(each.events) for each in schemas], self.share)
        found = [replace(each, name=each.name or plain_name(each)) for each in schemas]
        for place, outcome in zip(places, self.model.ask(question(schemas[p]) for p in places), strict=True):
            if outcome.answered:
                found[place] = replace(found[place], name=_tidy(outcome.value["name"]))
        return found


def llm(model: str = "default", small: str = "", ask: float = 1.0) -> AskingNames:
    """A language model that names schemas: `llm:MODEL@URL`, or a name in the user's settings."""
    return AskingNames(connect(model), ask)


def plain_name(schema: Schema) -> str:
    """The first events, in words.

    >>> plain_name(Schema(("arrest", "charge", "convict", "jail"), (0.0,) * 4, ()))
    'arrest, charge and convict'
    """
    *rest, last = schema.events[:FIRST]
    return f"{', '.join(rest)} and {last}" if rest else last


def question(schema: Schema) -> Question:
    """What is asked about a schema."""
    return Question.form(_ASKED, _FIELDS, material=_described(schema), max_tokens=40, accept=_accept(schema))


def _described(schema: Schema) -> str:
    lines = ["Events: " + ", ".join(schema.events[:SHOWN_EVENTS])]
    for chain in schema.chains[:SHOWN_CHAINS]:
        who = sorted(chain.types, key=lambda each: -chain.types[each])[:SHOWN_TYPES]
        does = {role: [slot.verb for slot in chain.slots if slot.role == role] for role in ROLES}
        parts = [f"{word}: {', '.join(verbs)}" for role, word in _WORDS if (verbs := does[role])]
        lines.append(f"{' or '.join(who) or 'somebody'}: {'; '.join(parts)}")
    return "\n".join(lines)


_WORDS = (("SUBJ", "does"), ("OBJ", "undergoes"), ("PREP", "has part in"))


def _accept(schema: Schema) -> Callable[[Any], None]:
    def accept(value: Any) -> None:
        name = _tidy(value["name"])
        if not _PLAIN.fullmatch(name) or not 1 <= len(name.split()) <= 8:
            raise ShapeError("the name is not two to six plain words")
        if set(name.lower().split()) <= {*schema.events, "and"} and len(schema.events) > 1:
            raise ShapeError("the name only lists the events")

    return accept


def _tidy(name: str) -> str:
    return " ".join(name.strip(" .'\"").split())
