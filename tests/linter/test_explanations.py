import json

import pytest

from tacit.errors import UsageError
from tacit.linter.codes import CODES
from tacit.linter.explanations import EXPLANATIONS, explanation


def test_every_code_is_explained():
    assert EXPLANATIONS.keys() == CODES.keys()
    for each in EXPLANATIONS.values():
        assert all(each.to_dict()[name] for name in ("about", "why", "unclear", "clear", "rewrite", "profiles"))
        assert each.unclear != each.clear


def test_by_code_or_name():
    assert explanation("tac103") is explanation("unclear-pronoun")
    with pytest.raises(UsageError, match="there is no code 'TAC999'"):
        explanation("TAC999")


def test_the_command(tacit):
    assert "replace the pin" in tacit("clarify", "explain", "TAC103").stdout
    found = json.loads(tacit("clarify", "explain", "TAC501", "--json").stdout)
    assert (found["code"], found["name"], found["phenomenon"]) == ("TAC501", "vague-quantity", "vagueness")
    assert tacit("clarify", "explain", "TAC999").code == 2
