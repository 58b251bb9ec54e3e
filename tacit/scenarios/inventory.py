"""The scenarios that can be told apart: their names, other spellings, and how they are related.

The default inventory is the 200 scenarios of Wanzare, Roth and Pinkal (2019), Appendix B. Nothing is tied to it: an
inventory of your own is a TOML file with a `[[scenario]]` table each, of which only `label` is needed, or a plain text
file with one label a line.

>>> inventory = load_inventory()
>>> inventory.scenario("Washing one's hair").label
'washing ones hair'
>>> inventory.scenario("bath").slug
'taking-a-bath'
"""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from tacit.errors import InputError
from tacit.formats import Source

DEFAULT = Path(__file__).with_name("inventory.toml")
_APOSTROPHES = re.compile(r"['’`´]")
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One everyday activity.

    `documents` and `sentences` are how many of the paper's gold set are about it. `events` are phrases for what
    happens in it; they stand in for training texts where there are none. The last three name other scenarios.
    """

    label: str
    slug: str = ""
    documents: int = 0
    sentences: int = 0
    aliases: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    more_specific_than: tuple[str, ...] = ()
    part_of: tuple[str, ...] = ()
    often_together: tuple[str, ...] = ()


class Inventory:
    """Scenarios in a fixed order, found by label, slug or alias, whatever their case and punctuation."""

    def __init__(self, scenarios: Iterable[Scenario], *, path: str | Path | None = None) -> None:
        self.scenarios = tuple(_with_slug(scenario) for scenario in scenarios)
        self._path = path
        self._named: dict[str, Scenario] = {}
        for scenario in self.scenarios:
            self._enter(scenario)
        for scenario in self.scenarios:
            self._check_relations(scenario)

    def _enter(self, scenario: Scenario) -> None:
        names = {_plain(name): name for name in (*scenario.aliases, scenario.slug, scenario.label)}
        for plain, name in names.items():
            if not plain:
                raise InputError(f"a name of the scenario {scenario.label!r} has no letters", path=self._path)
            if other := self._named.get(plain):
                raise InputError(
                    f"{name!r} names both {other.label!r} and {scenario.label!r}; each needs names of its own",
                    path=self._path,
                )
            self._named[plain] = scenario

    def _check_relations(self, scenario: Scenario) -> None:
        for name in _relations(scenario):
            if name not in self:
                raise InputError(f"{scenario.label!r} is related to {name!r}, which is no scenario", path=self._path)

    def scenario(self, name: str) -> Scenario:
        """The scenario of that label, slug or alias, or an error that names similar ones."""
        found = self.find(name)
        if found is None:
            raise InputError(f"there is no scenario {name!r} in the inventory{self._similar(name)}")
        return found

    def find(self, name: str) -> Scenario | None:
        """The same, or nothing. Folders before a name are ignored, as DeScript's scenarios are file names."""
        return self._named.get(_plain(name)) or self._named.get(_plain(name.rpartition("/")[2]))

    def _similar(self, name: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(_plain(name), self._named, n=3)
        labels = dict.fromkeys(self._named[plain].label for plain in near)
        return f"; similar: {', '.join(labels)}" if labels else ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The canonical labels."""
        return tuple(scenario.label for scenario in self.scenarios)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) is not None

    def __iter__(self) -> Iterator[Scenario]:
        return iter(self.scenarios)

    def __len__(self) -> int:
        return len(self.scenarios)


def load_inventory(path: str | Path | None = None) -> Inventory:
    """The inventory of a file, or the paper's."""
    return _default() if path is None else _read(Path(path))


@cache
def _default() -> Inventory:
    return _read(DEFAULT)


def _read(path: Path) -> Inventory:
    source = Source(path)
    if source.suffix != ".toml":
        labels = (line.strip() for line in io.StringIO(source.text(), newline=None))
        scenarios = [Scenario(label) for label in labels if label and not label.startswith("#")]
    else:
        try:
            plain = tomllib.loads(source.text())
        except (ValueError, RecursionError) as error:  # a number too long is a plain ValueError
            source.fail(f"not TOML: {error}")
        tables = plain.get("scenario")
        if not isinstance(tables, list):
            source.fail("an inventory needs [[scenario]] tables, each with a label")
        scenarios = [_scenario(table, number, source) for number, table in enumerate(tables, 1)]
    if not scenarios:
        source.fail("there is no scenario in the inventory")
    return Inventory(scenarios, path=path)


def _scenario(table: Any, number: int, source: Source) -> Scenario:
    """One table, checked key by key."""
    if not isinstance(table, Mapping) or not isinstance(table.get("label"), str):
        source.fail(f"scenario {number} needs a label")
    known = {field.name: field.default for field in fields(Scenario)}
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            source.fail(
                f"scenario {number} ({table['label']}) has an unknown key {key!r}; known are {', '.join(known)}"
            )
        if not _fits(value, known[key]):
            source.fail(f"scenario {number} ({table['label']}): {key!r} has the wrong kind of value")
        values[key] = tuple(value) if isinstance(value, list) else value
    return Scenario(**values)


def _fits(value: Any, default: Any) -> bool:
    if isinstance(default, tuple):
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if isinstance(default, int):
        return type(value) is int and value >= 0
    return isinstance(value, str)


def _relations(scenario: Scenario) -> tuple[str, ...]:
    return (*scenario.more_specific_than, *scenario.part_of, *scenario.often_together)


def _with_slug(scenario: Scenario) -> Scenario:
    return scenario if scenario.slug else replace(scenario, slug=_plain(scenario.label).replace(" ", "-"))


def _plain(name: str) -> str:
    """Only the words count: case, punctuation and apostrophes do not."""
    return " ".join(_WORDS.findall(_APOSTROPHES.sub("", name).casefold().replace("_", " ")))
