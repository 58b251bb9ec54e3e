import sys
import threading

import pytest

pytest.importorskip("pygls")

from tacit.errors import UsageError
from tacit.linter.wanted import Wanted
from tacit.lsp.server import Linting, with_options


def test_options_are_put_on_top():
    wanted = Wanted(profile="manual", ignore=("TAC2",))
    assert with_options(wanted, None) == wanted
    given = {"profile": "recipe", "select": ["TAC1"], "ignore": ["TAC103"], "minConfidence": 0.5}
    assert with_options(wanted, given) == Wanted("recipe", ("TAC1",), ("TAC2", "TAC103"), 0.5)
    assert with_options(wanted, {"profile": "", "select": [], "minConfidence": None}) == wanted


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colour": "red"}, "there is no option 'colour'; there are profile"),
        ({"select": "TAC1"}, "the option 'select' cannot be 'TAC1'"),
        ({"select": [1]}, "the option 'select' cannot be"),
        ({"minConfidence": True}, "the option 'minConfidence' cannot be True"),
        ({"ignore": ["TAC9"]}, "there is no code 'TAC9'"),
        ({"profile": "novel"}, "there is no profile 'novel'"),
    ],
)
def test_mistakes(options, message):
    with pytest.raises(UsageError, match=message):
        with_options(Wanted(), options)


def test_no_check_begins_when_the_editor_has_gone():
    linting, going_on = Linting(None, Wanted(), pause=0), threading.Event()
    first, second = linting._thread.submit(going_on.wait), linting._thread.submit(int)
    linting.stop()
    going_on.set()
    assert first.result(60)
    assert second.cancelled()


def test_the_command_names_what_is_missing_or_wrong(tacit, monkeypatch):
    assert "there is no code 'TAC9'" in tacit("lsp", "--select", "TAC9").stderr
    monkeypatch.setitem(sys.modules, "pygls", None)
    outcome = tacit("lsp")
    assert outcome.code == 2
    assert "pip install 'tacit[lsp]'" in " ".join(outcome.stderr.split())
