from __future__ import annotations

import errno
import os
import stat
import time
from pathlib import Path

import pytest

from tacit.errors import OutputError
from tacit.files import Together, atomic_write, holds, reason, written_together


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_appears_only_when_the_block_ends(tmp_path):
    target = tmp_path / "a.txt"
    with atomic_write(target) as stream:
        stream.write("tea\r\nmilk\n")
        assert not target.exists()
    assert target.read_bytes() == b"tea\r\nmilk\n"
    assert names(tmp_path) == ["a.txt"]


def test_text_is_utf8(tmp_path):
    with atomic_write(tmp_path / "a.txt") as stream:
        stream.write("Tür")
    assert (tmp_path / "a.txt").read_bytes() == "Tür".encode()


@pytest.mark.parametrize("error", [ValueError("stop"), KeyboardInterrupt()])
def test_whatever_goes_wrong_leaves_the_old_file(tmp_path, error):
    target = tmp_path / "a.txt"
    target.write_text("old")
    with pytest.raises(type(error)), atomic_write(target) as stream:
        stream.write("new")
        raise error
    assert target.read_text() == "old"
    assert names(tmp_path) == ["a.txt"]


def test_a_full_disk_is_one_sentence(tmp_path, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="No space left"), atomic_write(tmp_path / "a.txt") as stream:
        stream.write("new")
    assert names(tmp_path) == []


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(OutputError, match="No such file"), atomic_write(tmp_path / "none" / "a.txt"):
        pass
    assert names(tmp_path) == []


def test_a_folder_is_not_overwritten(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match="not a regular file"), atomic_write(tmp_path / "folder"):
        pass
    assert names(tmp_path) == ["folder"]


def test_a_device_is_not_replaced_by_a_file(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OutputError, match="not a regular file"), atomic_write(pipe):
        pass
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_permissions_follow_the_umask(tmp_path):
    before = os.umask(0o027)
    try:
        with atomic_write(tmp_path / "a.txt") as stream:
            stream.write("x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o640


def test_the_reason_is_what_the_system_says():
    assert reason(OSError(errno.ENOSPC, "No space left on device")) == "No space left on device"
    assert reason(OSError("odd")) == "odd"


def test_a_name_that_is_too_long_is_an_error(tmp_path):
    with (
        pytest.raises(OutputError, match=r"cannot be written \(File name too long\)"),
        atomic_write(tmp_path / ("a" * 300)),
    ):
        pass


def test_a_question_that_the_system_refuses_is_answered_with_no(tmp_path):
    assert holds(tmp_path.is_dir)
    assert not holds((tmp_path / "none").exists)
    assert not holds((tmp_path / ("a" * 300)).exists)


def test_a_file_keeps_its_permissions(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("old")
    for mode in (0o600, 0o755, 0o664):
        target.chmod(mode)
        with atomic_write(target) as stream:
            stream.write("new")
        assert stat.S_IMODE(target.stat().st_mode) == mode


def test_what_is_being_written_is_as_private_as_the_file(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("old")
    target.chmod(0o600)
    with atomic_write(target) as stream:
        stream.write("new")
        [part] = tmp_path.glob(".a.txt.*.part")
        assert stat.S_IMODE(part.stat().st_mode) == 0o600


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_one_and_its_target_is_written(tmp_path, there):
    (tmp_path / "far").mkdir()
    (tmp_path / "near").mkdir()
    target, link = tmp_path / "far" / "a.txt", tmp_path / "near" / "b.txt"
    link.symlink_to("../far/a.txt")
    if there:
        target.write_text("old")
    with atomic_write(link) as stream:
        stream.write("new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert names(tmp_path / "near") == ["b.txt"]
    assert names(tmp_path / "far") == ["a.txt"]


def test_a_link_in_a_folder_of_a_stranger_is_replaced(tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    (tmp_path / "a.json").symlink_to(mine)
    with atomic_write(tmp_path / "a.json", follow=False) as stream:
        stream.write("new")
    assert mine.read_text() == "mine"
    assert not (tmp_path / "a.json").is_symlink()


def test_a_corpus_of_a_stranger_is_not_written_through_its_links(tmp_path):
    from tacit.corpus.manifest import write_json

    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    (tmp_path / "manifest.json").symlink_to(mine)
    write_json(tmp_path / "manifest.json", {"format": 1})
    assert mine.read_text() == "mine"


def test_a_link_to_itself_is_one_sentence(tmp_path):
    (tmp_path / "a").symlink_to("a")
    with pytest.raises(OutputError, match="leads to itself"), atomic_write(tmp_path / "a"):
        pass


def test_the_folder_is_synced_after_the_file_has_its_name(tmp_path, monkeypatch):
    synced = []
    real = os.fsync

    def note(descriptor):
        synced.append((stat.S_ISDIR(os.fstat(descriptor).st_mode), (tmp_path / "a.txt").exists()))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    with atomic_write(tmp_path / "a.txt") as stream:
        stream.write("new")
    assert synced == [(False, False), (True, True)]


def litter(path, *, age):
    path.write_text("half")
    os.utime(path, (time.time() - age, time.time() - age))
    return path


def test_what_a_killed_process_left_of_the_same_file_is_swept(tmp_path):
    litter(tmp_path / ".a.txt.00ff00ff.part", age=3600)
    litter(tmp_path / ".a.txt.00ff00fe.part", age=1)
    litter(tmp_path / ".b.txt.00ff00ff.part", age=3600)
    litter(tmp_path / ".a.txt.mine.part", age=3600)
    with atomic_write(tmp_path / "a.txt") as stream:
        stream.write("new")
    assert names(tmp_path) == [".a.txt.00ff00fe.part", ".a.txt.mine.part", ".b.txt.00ff00ff.part", "a.txt"]


def test_what_another_process_is_slowly_writing_is_not_swept(tmp_path):
    slow = Together()
    slow.open(tmp_path / "a.txt").write("slow")
    [part] = tmp_path.glob(".a.txt.*.part")
    os.utime(part, (0, 0))
    with atomic_write(tmp_path / "a.txt") as stream:
        stream.write("quick")
    assert part.exists()
    slow.place()
    assert (tmp_path / "a.txt").read_text() == "slow"


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("old", [True, False])
def test_files_that_belong_together_all_appear_or_none(tmp_path, monkeypatch, old, links):
    """The second renaming fails: the first is taken back."""
    if old:
        (tmp_path / "a.txt").write_text("old text")
        (tmp_path / "a.ann").write_text("old marks")
    before = {path.name: path.read_text() for path in tmp_path.iterdir()}
    real = Path.replace

    def replace(self, target):
        if Path(target).name == "a.ann":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    if not links:
        monkeypatch.setattr(os, "link", lambda *_, **__: (_ for _ in ()).throw(OSError(errno.EPERM, "no links")))
    with pytest.raises(OutputError, match=r"a\.ann: cannot be written \(No space"), written_together() as files:
        files.open(tmp_path / "a.txt").write("new text")
        files.open(tmp_path / "a.ann").write("new marks")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == before


def test_files_that_belong_together_appear_in_their_order_and_leave_nothing_else(tmp_path, monkeypatch):
    (tmp_path / "a.txt").write_text("old text")
    (tmp_path / "a.ann").write_text("old marks")
    order = []
    real = Path.replace

    def replace(self, target):
        order.append(Path(target).name)
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with written_together() as files:
        files.open(tmp_path / "a.txt").write("new text")
        files.open(tmp_path / "a.ann").write("new marks")
        assert (tmp_path / "a.txt").read_text() == "old text"
    assert order == ["a.txt", "a.ann"]
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a.txt": "new text", "a.ann": "new marks"}
