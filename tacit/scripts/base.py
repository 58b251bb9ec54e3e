"""The script base: scripts by scenario, in a folder with config.json, scripts.json.gz and vectors of wordings."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np

from tacit.errors import InputError
from tacit.files import holds, make_folder, written_together
from tacit.learning import directions
from tacit.learning.folder import check_size, making, read_config
from tacit.scenarios.inventory import load_inventory
from tacit.scripts import omitting, recognising
from tacit.scripts.recognising import Floats, Wordings
from tacit.scripts.task import MAX_EVENTS, Form, Script, ScriptEvent
from tacit.scripts.wording_encoder import WordingEncoder
from tacit.shapes import Both, Named, Optional
from tacit.values import checked, part

KIND = "scripts"
SHIPPED = Path(__file__).parents[1] / "models" / "scripts"
"""The base that comes with tacit."""
MAX_BYTES = 64 << 20
"""Unpacked size beyond which a base is refused: a small file may unpack to anything."""
VECTORS, ENCODER = "wordings.npz", "encoder"
PLAIN = WordingEncoder({})
"""The sentence encoder as it is."""
PARAPHRASE, RECOGNISER, OMISSION, CHOICE, TRUST = "paraphrase", "recogniser", "omission", "choice", "trust"
"""The names under which a base keeps the weights of its measure of paraphrases, of finding told events, of finding
left-out ones by written scripts, of how sure a scenario is, and of how sure one may be in the end."""
_LEARNT = {
    Optional(PARAPHRASE): {recognising.BIAS: float},
    Optional(RECOGNISER): dict.fromkeys((*recognising.FEATURES, recognising.BIAS), float),
    Optional(OMISSION): dict.fromkeys((*omitting.FEATURES, omitting.BIAS), float),
    Optional(CHOICE): dict.fromkeys(("bias", "expected", "near", "nearest"), float),
    Optional(TRUST): dict.fromkeys(omitting.TRUST, float),
}
_CONFIG = {"weights": Both(Named(str, Named(str, float)), _LEARNT), Optional("hidden"): [float]}


@dataclass(frozen=True)
class ScriptBase:
    """Scripts, and what was learnt for all of them: `weights` of each system and measure, by its name."""

    scripts: Mapping[str, Script]
    weights: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    vectors: Mapping[str, Floats] = field(default_factory=dict)
    learnt: Mapping[str, Script] = field(default_factory=dict)
    """Scripts learnt from labelled texts, of scenarios that somebody wrote a script for: to be measured with."""
    encoder: WordingEncoder = PLAIN
    """What made the vectors, and makes those to compare with them."""
    hidden: Sequence[float] = ()
    """How likely events were held to have happened untold that had, in judged stories that taught nothing: a promise
    of coverage rests on them."""

    @classmethod
    def of(
        cls,
        scripts: Iterable[Script],
        weights: Mapping[str, Mapping[str, float]] | None = None,
        vectors: Mapping[str, Floats] | None = None,
        encoder: WordingEncoder = PLAIN,
    ) -> ScriptBase:
        """Scripts under their scenarios, written before learnt ones; `vectors` are those of wordings, by `encoder`."""
        every = list(scripts)
        written = {script.scenario: script for script in every if script.is_written}
        learnt = {script.scenario: script for script in every if not script.is_written}
        others = {scenario: script for scenario, script in learnt.items() if scenario not in written}
        beside = {scenario: script for scenario, script in learnt.items() if scenario in written}
        return cls({**written, **others}, weights or {}, vectors or {}, beside, encoder)

    def labelled(self, scenario: str) -> Script | None:
        """The script whose events are the gold event types of labelled texts, or else the script that there is."""
        return self.learnt.get(canonical(scenario)) or self.find(scenario)

    def wordings(self, script: Script) -> Wordings | None:
        """The wordings of a written script with their vectors; nothing where it was learnt from texts."""
        vectors = self.vectors.get(script.scenario)
        return None if vectors is None else Wordings(script, vectors)

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
        """Write all files or none, the configuration last; the same base gives the same bytes."""
        make_folder(folder)
        every = [*self, *self.learnt.values()]
        plain = json.dumps([_plain(script) for script in every], ensure_ascii=False, separators=(",", ":"))
        config = {"kind": KIND, "scenarios": len(self), "weights": dict(self.weights)}
        config |= {"hidden": list(self.hidden)} if self.hidden else {}
        with written_together() as files:
            files.open(folder / "scripts.json.gz", "wb").write(gzip.compress(plain.encode(), mtime=0))
            if self.vectors:
                rows = [self.vectors[script.scenario] for script in self if script.scenario in self.vectors]
                np.savez(files.open(folder / VECTORS, "wb"), rows=directions.pack(np.concatenate(rows)))
            json.dump(config, files.open(folder / "config.json"), indent=2)
        if self.encoder.weights:
            self.encoder.save(folder / ENCODER)
        if not self.vectors:  # those of what the folder held before
            (folder / VECTORS).unlink(missing_ok=True)
        if not self.encoder.weights:
            shutil.rmtree(folder / ENCODER, ignore_errors=True)

    @classmethod
    def load(cls, folder: Path | None = None) -> ScriptBase:
        """The base of a folder, or the one that ships with tacit; whatever is wrong with it is one sentence."""
        folder = SHIPPED if folder is None else folder
        config = read_config(folder, KIND, _CONFIG)
        with making(folder, KIND):
            with gzip.open(folder / "scripts.json.gz") as stream:
                content = stream.read(MAX_BYTES + 1)
            if len(content) > MAX_BYTES:
                raise ValueError(f"more than {MAX_BYTES >> 20} MB")
            scripts = [_script(plain) for plain in checked(json.loads(content), "scripts", list)]
            encoder = WordingEncoder.load(folder / ENCODER) if holds((folder / ENCODER).is_dir) else PLAIN
            base = cls.of(scripts, config["weights"], _vectors(folder / VECTORS, scripts), encoder)
            return replace(base, hidden=tuple(config.get("hidden", ())))


def canonical(scenario: str) -> str:
    """The inventory's label for a scenario, or the name as it stands."""
    found = load_inventory().find(scenario)
    return found.label if found else scenario


def _vectors(path: Path, scripts: Sequence[Script]) -> dict[str, Floats]:
    """The unit vectors of the wordings of all written scripts; nothing where the base has none."""
    if not holds(path.is_file):
        return {}
    check_size(path)
    with np.load(path, allow_pickle=False) as arrays:
        rows = arrays["rows"]
    written = [script for script in scripts if script.is_written]
    sizes = [len(Wordings.texts(script)) for script in written]
    units = directions.unpack(rows)
    if len(units) != sum(sizes):
        raise ValueError(f"{len(units)} vectors do not fit {sum(sizes)} wordings")
    ends = np.cumsum(sizes)
    return {script.scenario: units[end - size : end] for script, size, end in zip(written, sizes, ends, strict=True)}


def _plain(script: Script) -> dict[str, Any]:
    """What is empty is left out."""
    plain = {
        "scenario": script.scenario,
        "events": [_plain_event(event) for event in script.events],
        "tellings": [list(telling) for telling in script.tellings],
        "others": _plain_forms(script.others),
        **{name: dict(getattr(script, name)) for name in _TABLES},
        **{name: list(getattr(script, name)) for name in _LISTS},
        **{name: getattr(script, name) for name in _TEXTS},
    }
    return {name: value for name, value in plain.items() if value or name in ("events", "tellings", "others")}


def _plain_event(event: ScriptEvent) -> dict[str, Any]:
    plain = {
        "name": event.name,
        "label": event.label,
        "forms": _plain_forms(event.forms),
        "participants": {slot: dict(nouns) for slot, nouns in event.participants.items()},
        **{name: list(getattr(event, name)) for name in _EVENT_LISTS},
        **{name: getattr(event, name) for name in _EVENT_TEXTS},
    }
    always = ("name", "label", "forms", "participants")
    return {name: value for name, value in plain.items() if value or name in always}


_TABLES, _LISTS, _TEXTS = ("roles", "props"), ("variants", "goes_wrong", "part_of"), ("purpose", "writer", "reviewer")
_EVENT_LISTS = ("props", "after", "implies", "instead_of", "substeps", "wordings")
_EVENT_TEXTS = ("id", "who", "usual")


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
    tables: dict[str, Any] = {name: _table(plain, name) for name in _TABLES}
    return Script(
        part(plain, "scenario", str),
        events,
        tellings,
        _forms(plain, "others"),
        **tables,
        **_told(plain, _LISTS, _TEXTS),
    )


def _table(plain: Any, name: str) -> dict[str, str]:
    found = checked(plain.get(name, {}), name, dict)
    return {str(key): checked(value, name, str) for key, value in found.items()}


def _told(plain: Any, lists: Sequence[str], texts: Sequence[str]) -> dict[str, Any]:
    """What a person wrote, by the names of the fields."""
    listed = {
        name: tuple(checked(each, name, str) for each in checked(plain.get(name, []), name, list)) for name in lists
    }
    return listed | {name: checked(plain.get(name, ""), name, str) for name in texts}


def _event(plain: Any) -> ScriptEvent:
    participants = {
        str(slot): {str(noun): checked(count, "participants", int) for noun, count in nouns.items()}
        for slot, nouns in part(plain, "participants", dict).items()
    }
    written = _told(plain, _EVENT_LISTS, _EVENT_TEXTS)
    name, label = part(plain, "name", str), part(plain, "label", str)
    return ScriptEvent(name, _forms(plain, "forms"), participants, label, **written)


def _forms(plain: Any, key: str) -> dict[Form, int]:
    forms = {}
    for verb, object_, oblique, count in part(plain, key, list):
        form = Form(*(checked(word, key, str) for word in (verb, object_, oblique)))
        forms[form] = checked(count, key, int)
    return forms
