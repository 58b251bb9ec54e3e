"""The script base: scripts by scenario, in a folder with config.json and scripts.json.gz."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from tacit.errors import InputError, OutputError
from tacit.files import atomic_write, reason
from tacit.scenarios.inventory import load_inventory
from tacit.scripts.task import Form, Script, ScriptEvent
from tacit.values import checked, part

KIND = "scripts"
SHIPPED = Path(__file__).parents[1] / "models" / "scripts"
"""The base that comes with tacit."""
MAX_BYTES = 64 << 20
"""Unpacked size beyond which a base is refused: a small file may unpack to anything."""
MAX_EVENTS = 200
"""Events a script may have; counting how they follow each other takes the cube of it."""


@dataclass(frozen=True)
class ScriptBase:
    """Scripts, and what was learnt for all of them: `weights` of each system and measure, by its name."""

    scripts: Mapping[str, Script]
    weights: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, scripts: Iterable[Script], weights: Mapping[str, Mapping[str, float]] | None = None) -> ScriptBase:
        """Scripts under their scenarios."""
        return cls({script.scenario: script for script in scripts}, weights or {})

    def __iter__(self) -> Iterator[Script]:
        return iter(self.scripts.values())

    def __len__(self) -> int:
        return len(self.scripts)

    def find(self, scenario: str) -> Script | None:
        """The script of a scenario, under any of the inventory's names for it; nothing where there is none."""
        return self.scripts.get(scenario) or self.scripts.get(canonical(scenario))

    def script(self, scenario: str) -> Script:
        """The same, or an error that names similar ones."""
        found = self.find(scenario)
        if found is None:
            near = get_close_matches(scenario, self.scripts, n=3, cutoff=0.5)
            raise InputError(
                f"there is no script for {scenario!r}; "
                + (f"similar: {', '.join(near)}" if near else "tacit scripts list  shows those there are")
            )
        return found

    def save(self, folder: Path) -> None:
        """Write both files, each whole or not at all; the same base gives the same bytes."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{folder}: cannot be written ({reason(error)})") from None
        plain = json.dumps([_plain(script) for script in self], ensure_ascii=False, separators=(",", ":"))
        with atomic_write(folder / "scripts.json.gz", "wb") as stream:
            stream.write(gzip.compress(plain.encode(), mtime=0))
        with atomic_write(folder / "config.json") as stream:
            json.dump({"kind": KIND, "scenarios": len(self), "weights": dict(self.weights)}, stream, indent=2)

    @classmethod
    def load(cls, folder: Path | None = None) -> ScriptBase:
        """The base of a folder, or the one that ships with tacit; whatever is wrong with it is one sentence."""
        folder = SHIPPED if folder is None else folder
        try:
            config = json.loads((folder / "config.json").read_bytes())
            if not isinstance(config, dict) or config.get("kind") != KIND:
                raise InputError("holds no script base", path=folder)
            weights = {
                str(name): {str(key): float(value) for key, value in each.items()}
                for name, each in part(config, "weights", dict).items()
            }
            with gzip.open(folder / "scripts.json.gz") as stream:
                content = stream.read(MAX_BYTES + 1)
            if len(content) > MAX_BYTES:
                raise ValueError(f"more than {MAX_BYTES >> 20} MB")
            return cls.of((_script(plain) for plain in checked(json.loads(content), "scripts", list)), weights)
        except OSError as error:
            raise InputError(f"cannot be read as a script base ({reason(error)})", path=folder) from None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, EOFError, zlib.error) as error:
            first = " ".join(str(error).split())[:200] or type(error).__name__
            raise InputError(f"not a whole script base: {first}", path=folder) from None


def canonical(scenario: str) -> str:
    """The inventory's label for a scenario, or the name as it stands."""
    found = load_inventory().find(scenario)
    return found.label if found else scenario


def _plain(script: Script) -> dict[str, Any]:
    return {
        "scenario": script.scenario,
        "events": [
            {
                "name": event.name,
                "label": event.label,
                "forms": _plain_forms(event.forms),
                "participants": {slot: dict(nouns) for slot, nouns in event.participants.items()},
            }
            for event in script.events
        ],
        "tellings": [list(telling) for telling in script.tellings],
        "others": _plain_forms(script.others),
    }


def _plain_forms(forms: Mapping[Form, int]) -> list[list[Any]]:
    return [[*form, count] for form, count in forms.items()]


def _script(plain: Any) -> Script:
    events = tuple(_event(each) for each in part(plain, "events", list))
    if len(events) > MAX_EVENTS:
        raise ValueError(f"a script may have {MAX_EVENTS} events, not {len(events)}")
    tellings = tuple(
        tuple(checked(event, "tellings", int) for event in checked(telling, "tellings", list))
        for telling in part(plain, "tellings", list)
    )
    if any(not 0 <= event < len(events) for telling in tellings for event in telling):
        raise ValueError("a telling names an event that the script does not have")
    return Script(part(plain, "scenario", str), events, tellings, _forms(plain, "others"))


def _event(plain: Any) -> ScriptEvent:
    participants = {
        str(slot): {str(noun): checked(count, "participants", int) for noun, count in nouns.items()}
        for slot, nouns in part(plain, "participants", dict).items()
    }
    return ScriptEvent(part(plain, "name", str), _forms(plain, "forms"), participants, part(plain, "label", str))


def _forms(plain: Any, key: str) -> dict[Form, int]:
    forms = {}
    for verb, object_, oblique, count in part(plain, key, list):
        form = Form(*(checked(word, key, str) for word in (verb, object_, oblique)))
        forms[form] = checked(count, key, int)
    return forms
