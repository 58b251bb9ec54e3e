import pytest

from tacit.errors import MissingExtraError
from tacit.extras import require


def test_missing_package_names_its_extra(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "cassis", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'tacit\[formats\]'"):
        require("cassis", extra="formats")


def test_a_package_broken_inside_is_not_called_missing(tmp_path, monkeypatch):
    (tmp_path / "half_broken.py").write_text("import surely_not_there\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="surely_not_there"):
        require("half_broken", extra="formats")
