"""Folders of several files that belong together: all of them are new, or none is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tacit.backbones.vectors import WordVectors, save_cut
from tacit.errors import OutputError
from tacit.howto.collection import Collection
from tacit.howto.task import HowTo
from tacit.scripts.base import VECTORS, ScriptBase
from tacit.scripts.recognising import Wordings
from tacit.scripts.task import Script, ScriptEvent


def scripts(names: tuple[str, ...]) -> ScriptBase:
    events = tuple(ScriptEvent(name, id=name, who="guest", usual="always", wordings=(name,)) for name in names)
    script = Script("making tea", events, roles={"guest": "a person"}, purpose="to have tea")
    return ScriptBase.of([script], vectors={script.scenario: rows(len(Wordings.texts(script)))})


def rows(count: int) -> np.ndarray:
    return np.eye(count, 4, dtype=np.float32)


def collection(names: tuple[str, ...]) -> Collection:
    return Collection([HowTo(name, ("Pour it.",)) for name in names], rows(len(names)), {"bias": 1.0})


def vectors(names: tuple[str, ...]) -> WordVectors:
    return WordVectors(list(names), rows(len(names)))


SAVE = {
    "scripts": lambda names, folder: scripts(names).save(folder),
    "how-tos": lambda names, folder: collection(names).save(folder),
    "vectors": lambda names, folder: save_cut(vectors(names), folder, size=9),
}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("kind", SAVE)
def test_a_full_disk_leaves_the_old_folder(tmp_path, monkeypatch, kind):
    SAVE[kind](("pour", "drink"), tmp_path)
    before = contents(tmp_path)
    real = Path.replace

    def replace(self: Path, target: Path) -> Path:
        if target.name == "config.json":
            raise OSError(28, "No space left on device")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(OutputError, match="No space left"):
        SAVE[kind](("pour", "drink", "rinse"), tmp_path)
    assert contents(tmp_path) == before


def test_vectors_of_an_older_base_do_not_stay(tmp_path):
    scripts(("pour", "drink")).save(tmp_path)
    assert (tmp_path / VECTORS).exists()
    ScriptBase.of(list(scripts(("pour",)))).save(tmp_path)
    assert len(ScriptBase.load(tmp_path)) == 1
