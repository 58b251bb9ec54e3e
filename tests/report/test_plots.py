import pytest

from tacit.errors import OutputError, UsageError
from tacit.report.plots import bar_chart

pytest.importorskip("matplotlib")
SERIES = {"segments": [3, 1], "scenarios": [2, 2]}


def test_the_same_values_give_the_same_picture(tmp_path):
    for name in ("a.svg", "b.svg"):
        bar_chart(tmp_path / name, ["one", "two"], SERIES, y_label="texts", title="How many")
    svg = (tmp_path / "a.svg").read_text()
    assert svg == (tmp_path / "b.svg").read_text()
    for word in ("segments", "scenarios", "two", "texts", "How many"):
        assert f">{word}<" in svg


def test_png(tmp_path):
    bar_chart(tmp_path / "a.png", ["one"], {"n": [1]})
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_drawn(tmp_path):
    with pytest.raises(UsageError, match=r"written as \.svg, \.png"):
        bar_chart(tmp_path / "a.xls", ["one"], {"n": [1]})
    with pytest.raises(OutputError):
        bar_chart(tmp_path / "missing" / "a.svg", ["one"], {"n": [1]})
