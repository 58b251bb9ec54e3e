from __future__ import annotations

import errno
import os
import stat

import pytest

from tacit.errors import OutputError
from tacit.files import atomic_write, holds, reason


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
