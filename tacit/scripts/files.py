"""Scripts as people write them: one TOML file for each scenario, read, checked and put in order."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tacit.errors import InputError
from tacit.scripts.task import MAX_EVENTS, Script, ScriptEvent
from tacit.shapes import AtLeastOne, Items, Named, Optional, Text
from tacit.written import read_toml, toml_files

MAX_BYTES = 1 << 20
MAX_WORDINGS = 200
"""Wordings of one event; more are a mistake."""
USUAL = ("always", "mostly", "sometimes")
_LINE = Text(r"[^\n]{1,400}")
_ID = Text(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_EVENT = {
    "id": _ID,
    "name": Text(r"[^\n]{2,100}"),
    "who": _LINE,
    Optional("props"): [_LINE],
    "usual": Text("|".join(USUAL)),
    "after": [_ID],
    Optional("implies"): [_ID],
    Optional("instead_of"): [_ID],
    Optional("substeps"): [_LINE],
    "wordings": AtLeastOne(_LINE),
}
_SHAPE = {
    "label": Text(r"[^\n]{2,80}"),
    "purpose": _LINE,
    Optional("part_of"): [_LINE],
    Optional("variants"): [_LINE],
    Optional("goes_wrong"): [_LINE],
    Optional("writer"): _LINE,
    Optional("reviewer"): _LINE,
    "roles": Named(_LINE, _LINE),
    "props": Named(_LINE, _LINE),
    "event": Items(_EVENT, 1, MAX_EVENTS),
}


@dataclass(frozen=True, slots=True)
class ScriptComplaint:
    """Something in a script file that is wrong, or that a person should look at."""

    path: str
    event: str
    what: str
    wrong: bool = False

    def __str__(self) -> str:
        return f"{self.path}: {self.event + ': ' if self.event else ''}{self.what}"


def slug(scenario: str) -> str:
    """The name of a scenario's file, whatever the scenario is called.

    >>> slug("baking a cake"), slug("../../x $(y)")
    ('baking-a-cake', 'x-y')
    """
    return "-".join(re.findall(r"[a-z0-9]+", scenario.lower())) or "script"


def read_files(places: Iterable[str | Path]) -> Iterator[tuple[Path, Script]]:
    """The scripts of files, or of all TOML files of folders; two about one scenario are an error."""
    seen: dict[str, Path] = {}
    for file in toml_files(places):
        script = read_file(file)
        if script.scenario in seen:
            raise InputError(f"{script.scenario!r} is also told by {seen[script.scenario]}", path=file)
        seen[script.scenario] = file
        yield file, script


def read_file(path: Path) -> Script:
    """The script of one file, its events in an order that fits what they come after; faults are one sentence."""
    script = _script(read_toml(path, _SHAPE, "script file", most=MAX_BYTES))
    wrong = next((each for each in complaints(script, path) if each.wrong), None)
    if wrong is not None:
        raise InputError(f"{wrong.event + ': ' if wrong.event else ''}{wrong.what}", path=path)
    return replace(script, events=tuple(in_order(script.events)))


def _script(plain: dict[str, Any]) -> Script:
    events = tuple(_event(each) for each in plain["event"])
    lists: dict[str, Any] = {name: tuple(plain.get(name, ())) for name in ("variants", "goes_wrong", "part_of")}
    return Script(
        plain["label"],
        events,
        purpose=plain["purpose"],
        roles=plain["roles"],
        props=plain["props"],
        writer=plain.get("writer", ""),
        reviewer=plain.get("reviewer", ""),
        **lists,
    )


def _event(plain: dict[str, Any]) -> ScriptEvent:
    lists: dict[str, Any] = {name: tuple(plain.get(name, ())) for name in _LISTS}
    return ScriptEvent(plain["name"], id=plain["id"], who=plain["who"], usual=plain["usual"], **lists)


_LISTS = ("props", "after", "implies", "instead_of", "substeps", "wordings")


def complaints(script: Script, path: str | Path) -> list[ScriptComplaint]:
    """Faults (cycles, unknown names, events told twice) and what a reviewer should see."""
    return [ScriptComplaint(str(path), event, what, wrong) for event, what, wrong in _complaints(script)]


def _complaints(script: Script) -> Iterator[tuple[str, str, bool]]:
    ids = [event.id for event in script.events]
    names = [event.name for event in script.events]
    for event in script.events:
        if ids.count(event.id) > 1:
            yield event.id, "two events have this id", True
        if names.count(event.name) > 1:
            yield event.id, f"two events are called {event.name!r}", True
        for relation in ("after", "implies", "instead_of"):
            for other in getattr(event, relation):
                if other not in ids:
                    yield event.id, f"{relation} names {other!r}, which is not an event of the file", True
                elif other == event.id:
                    yield event.id, f"{relation} names the event itself", True
        if event.who not in script.roles:
            yield event.id, f"{event.who!r} is not one of the roles", True
        if len(event.wordings) > MAX_WORDINGS:
            yield event.id, f"{len(event.wordings):,} wordings; at most {MAX_WORDINGS} can be", True
        yield from _event_remarks(script, event)
    if cycle := _cycle(script.events):
        yield "", f"events wait for each other in a circle: {' → '.join(cycle)}", True
    yield from _shared_wordings(script.events)


def _event_remarks(script: Script, event: ScriptEvent) -> Iterator[tuple[str, str, bool]]:
    for prop in event.props:
        if prop not in script.props:
            yield event.id, f"{prop!r} is not one of the props", False
    if len(event.wordings) < 8:
        yield event.id, f"only {len(event.wordings)} wordings", False
    for wording in event.wordings:
        if _key(wording) == _key(event.name):
            yield event.id, f"the wording {wording!r} is the event's name", False


def _shared_wordings(events: Sequence[ScriptEvent]) -> Iterator[tuple[str, str, bool]]:
    owners: dict[str, list[str]] = defaultdict(list)
    for event in events:
        for wording in event.wordings:
            owners[_key(wording)].append(event.id)
    for wording, owned in owners.items():
        if len(set(owned)) > 1:
            yield owned[0], f"{wording!r} also stands for {owned[1]}", False
        elif len(owned) > 1:
            yield owned[0], f"{wording!r} stands there twice", False


def _key(wording: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", wording.lower()))


def _cycle(events: Sequence[ScriptEvent]) -> list[str]:
    """A circle of events that wait for each other; nothing where there is none."""
    after = {event.id: list(event.after) for event in events}
    done: set[str] = set()
    for start in after:
        path: list[str] = []
        stack = [(start, iter(after[start]))]
        path.append(start)
        while stack:
            current, waiting = stack[-1]
            following = next((each for each in waiting if each in after and each not in done), None)
            if following is None:
                done.add(current)
                stack.pop()
                path.pop()
            elif following in path:
                return [*path[path.index(following) :], following]
            else:
                path.append(following)
                stack.append((following, iter(after[following])))
    return []


def in_order(events: Sequence[ScriptEvent]) -> list[ScriptEvent]:
    """The events with each behind all that it comes after, otherwise as they stand in the file."""
    placed: list[ScriptEvent] = []
    waiting = list(events)
    while waiting:
        there = {event.id for event in placed}
        following = next(event for event in waiting if set(event.after) <= there)
        placed.append(following)
        waiting.remove(following)
    return placed
