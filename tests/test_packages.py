"""Packages are fetched by pip of this environment, or of uv, and never installed."""

from __future__ import annotations

import sys
import time

import pytest

from tacit import packages
from tacit.errors import InputError


@pytest.fixture
def index(monkeypatch, tmp_path):
    """A program in the place of pip."""

    def program(code: str) -> None:
        (tmp_path / "pip.py").write_text("import os, sys\n" + code)
        monkeypatch.setattr(packages, "pip", lambda: [sys.executable, str(tmp_path / "pip.py")])

    return program


def test_pip_is_asked_for_one_hash_and_what_comes_is_counted(index, tmp_path):
    index(
        "assert sys.argv[1] == 'download' and {'--require-hashes', '--no-deps'} < set(sys.argv)\n"
        "assert open(sys.argv[sys.argv.index('-r') + 1]).read() == 'toy==1 --hash=sha256:aa\\n'\n"
        "open(os.path.join(os.environ['TMPDIR'], 'half'), 'wb').write(bytes(10_000))\n"
        "import time; time.sleep(0.5)\n"
        "open(os.path.join(sys.argv[-1], 'toy.whl'), 'w').write('wheel')\n"
    )
    counted = []
    folder = tmp_path / "folder"
    folder.mkdir()
    packages.download("toy==1 --hash=sha256:aa", folder, on_bytes=counted.append)
    assert (folder / "toy.whl").read_text() == "wheel"
    assert max(counted) > 10_000


def test_why_pip_failed_is_said(index, tmp_path):
    index("sys.exit('warning: x\\nERROR: no such hash\\n\\n')")
    with pytest.raises(InputError, match="toy==1 could not be fetched: ERROR: no such hash"):
        packages.download("toy==1 --hash=sha256:aa", tmp_path)


def test_ctrl_c_ends_pip_too(index, tmp_path):
    index("import time; time.sleep(60)")

    def stop(_count):
        raise KeyboardInterrupt

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        packages.download("toy==1 --hash=sha256:aa", tmp_path, on_bytes=stop)
    assert time.monotonic() - started < 30


def test_without_pip_uv_lends_its_own_or_another_pip_helps(monkeypatch):
    monkeypatch.setattr(packages.importlib.util, "find_spec", lambda _name: None)
    there = {"uv": "/bin/uv", "pip3": "/bin/pip3", "/opt/uv": "/opt/uv"}
    monkeypatch.setattr(packages.shutil, "which", lambda name: there.get(name))
    monkeypatch.delenv("UV", raising=False)
    assert packages.pip() == ["/bin/uv", "tool", "run", "--quiet", "pip"]
    monkeypatch.setenv("UV", "/opt/uv")
    assert packages.pip()[0] == "/opt/uv"
    monkeypatch.setenv("UV", "/gone")
    assert packages.pip()[0] == "/bin/uv"
    del there["uv"]
    assert packages.pip() == ["/bin/pip3"]
    del there["pip3"]
    with pytest.raises(InputError, match="neither pip nor uv"):
        packages.pip()
