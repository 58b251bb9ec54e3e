"""A language model as a second judge of fillers."""

from __future__ import annotations

import pytest
from clarifications.even_judge import EvenJudge
from llm.servers import obedient, saying, serving

from tacit.clarifications import config
from tacit.clarifications.asking import AskingJudge
from tacit.clarifications.task import Filler, Instruction, Phenomenon
from tacit.errors import InputError
from tacit.llm import connect

CUP = Instruction(
    "1", Phenomenon.IMPLICIT_REFERENCE, "Rinse ", " well.", (Filler("the cup"), Filler("the moon")), title="Tea"
)


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_SETTINGS", str(tmp_path / "none.toml"))
    monkeypatch.delenv("TACIT_LLM_KEY", raising=False)


def sensible(text: str, options: list[str]) -> int:
    return 1 + next(n for n, each in enumerate(options) if each.startswith("no," if "moon" in text else "yes,"))


def test_a_model_and_a_judge_together() -> None:
    with serving(obedient(sensible)) as server, connect(server.spec) as model:
        judge = AskingJudge(EvenJudge(), model, 1.0)
        assert len(list(judge.questions([CUP]))) == 4
        [(cup, moon)] = judge.judge([CUP])
    [(_, before)] = EvenJudge().judge([CUP])
    assert cup.label == "PLAUSIBLE" and moon.plausible < before.plausible and moon.score < before.score
    assert sum("Rinse [the cup] well." in each["messages"][1]["content"] for each in server.asked) == 2


def test_an_unusable_answer_leaves_the_judgement() -> None:
    with serving(saying("maybe")) as server, connect(server.spec) as model:
        assert AskingJudge(EvenJudge(), model, 1.0).judge([CUP]) == EvenJudge().judge([CUP])


@pytest.mark.parametrize("judge", ["llm:m@http://evil.example/v1", "llm:default"])
def test_settings_that_come_with_documents_name_no_server(tmp_path, judge) -> None:
    (tmp_path / ".tacit.toml").write_text(f'judge = "{judge}"\n')
    with pytest.raises(InputError, match="must be the name of a system"):
        config.find(tmp_path / "a.md")
