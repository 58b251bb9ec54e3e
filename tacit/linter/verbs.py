"""Which verbs need an object: counts of how verbs are used, learned from parsed text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from tacit.errors import InputError
from tacit.files import atomic_write
from tacit.language.analysis import analyse_many
from tacit.language.events import Event, find_events
from tacit.language.parse import Parse
from tacit.shapes import Named, Within, check

OBJECT, CLAUSE, BARE = "object", "clause", "bare"
USES = (OBJECT, CLAUSE, BARE)
_CLAUSES = ("ccomp", "xcomp", "acomp", "attr", "oprd")
_FILE = "counts.json"
_COUNTS = Named(str, [Within(int, 0, 1 << 53)])
_PREFIXES = ("re", "dis", "un")
_LEAST_SEEN = 5
_ENOUGH_COMMANDS = 10
_PRIOR = 2.0
"""Imaginary uses with the usual rate: how soon a verb's own counts are believed."""
_USUAL_RATE = 0.6


@dataclass(frozen=True, slots=True)
class Uses:
    """How often a verb was seen with an object, with a clause instead, and with neither."""

    object: int = 0
    clause: int = 0
    bare: int = 0


@dataclass(frozen=True)
class VerbTable:
    """How each verb (with its particle) is used in commands and elsewhere."""

    commands: Mapping[str, Uses]
    others: Mapping[str, Uses]

    def seen(self, verb: str) -> int:
        """How often the verb was counted with an object or with nothing."""
        return sum(uses.object + uses.bare for uses in (self._command(verb), self._other(verb)))

    def object_rate(self, verb: str) -> float:
        """How probable it is that a command has an object where a clause does not stand instead.

        Other uses count where commands are few: *paint dries*, but one is told to dry something.
        """
        command = self._command(verb)
        enough = command.object + command.bare >= _ENOUGH_COMMANDS
        counted = (command,) if enough else (command, self._other(verb))
        objects, bare = sum(uses.object for uses in counted), sum(uses.bare for uses in counted)
        return (objects + _PRIOR * _USUAL_RATE) / (objects + bare + _PRIOR)

    def known_as(self, verb: str, *, least: int) -> str:
        """The verb itself if it was seen often enough, else what it is made of: *fill* for *refill*; else nothing."""
        without = (verb.removeprefix(prefix) for prefix in _PREFIXES if verb.startswith(prefix))
        return next((each for each in (verb, verb.split()[0], *without) if self.seen(each) >= least), "")

    def _command(self, verb: str) -> Uses:
        return self.commands.get(verb, Uses())

    def _other(self, verb: str) -> Uses:
        return self.others.get(verb, Uses())

    def save(self, folder: str | Path) -> Path:
        """Write the counts into a model folder."""
        target = Path(folder) / _FILE
        target.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(target) as stream:
            stream.write(json.dumps({"commands": _plain(self.commands), "others": _plain(self.others)}) + "\n")
        return target

    @classmethod
    def load(cls, folder: str | Path) -> VerbTable:
        """The table that `save` wrote."""
        path = Path(folder) / _FILE
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
            check(plain, {"commands": _COUNTS, "others": _COUNTS})
            return cls(_uses(plain["commands"]), _uses(plain["others"]))
        except OSError:
            raise InputError("there is no such table of verbs", path=path) from None
        except (ValueError, TypeError, RecursionError):
            raise InputError("is not a table of verbs: 'commands' and 'others' must hold counts", path=path) from None


def _plain(table: Mapping[str, Uses]) -> dict[str, list[int]]:
    return {verb: [uses.object, uses.clause, uses.bare] for verb, uses in sorted(table.items())}


def _uses(plain: Any) -> dict[str, Uses]:
    return {verb: Uses(*counts) for verb, counts in plain.items()}


@cache
def shipped() -> VerbTable:
    """The table that comes with tacit."""
    return VerbTable.load(Path(str(files("tacit") / "models" / "clarify-verbs")))


def count_uses(texts: Iterable[str], *, on_text: Callable[[], None] | None = None) -> VerbTable:
    """Parse texts and count how their verbs are used; verbs seen fewer than five times are left out."""
    counts: Counter[tuple[str, bool, str]] = Counter()
    for parse in analyse_many(texts):
        for event in find_events(parse):
            counts[event.lemma, event.imperative, use_of(parse, event)] += 1
        if on_text is not None:
            on_text()
    return table_of(counts)


def table_of(counts: Mapping[tuple[str, bool, str], int]) -> VerbTable:
    """A table from counts of (verb, is it a command, use)."""
    seen: Counter[str] = Counter()
    for (verb, _, _), count in counts.items():
        seen[verb] += count
    tables: tuple[dict[str, Uses], dict[str, Uses]] = ({}, {})
    for verb in (verb for verb, count in seen.items() if count >= _LEAST_SEEN and verb.replace(" ", "").isalpha()):
        for table, command in zip(tables, (True, False), strict=True):
            uses = Uses(*(counts.get((verb, command, use), 0) for use in USES))
            if uses != Uses():
                table[verb] = uses
    return VerbTable(*tables)


def use_of(parse: Parse, event: Event) -> str:
    """Does the verb have an object, a clause or predicate instead, or neither?"""
    if any(slot.role == "OBJ" for slot in event.slots):
        return OBJECT
    return CLAUSE if parse.dependents(event.verb, *_CLAUSES) else BARE
