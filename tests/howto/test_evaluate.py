"""What answers are worth, with a collection made by hand."""

import json

import pytest
from typer.testing import CliRunner

from tacit.cli.app import app
from tacit.howto.answering import Answer
from tacit.howto.calibrating import WantedSteps, read_outside, read_wanted
from tacit.howto.evaluate import evaluate_answers, refused


class Known:
    """Answers what it was given."""

    def __init__(self, **steps):
        self.steps = steps

    def answer(self, instruction):
        return Answer(instruction, self.steps.get(instruction.split()[0], ()), tools=("soft brush",))


WANTED = [
    WantedSteps("wash the dog", ("wet", "rinse|hose", "dry"), ("ketchup",), ("brush", "towel")),
    WantedSteps("mow the lawn", ("mow", "rake"), ("spoon",)),
]


def test_shares_of_steps_and_tools():
    found = evaluate_answers(Known(wash=("Wet it.", "Hose it down.")), WANTED)
    assert (found.n, found.answered) == (2, 0.5)
    assert found.key_steps == pytest.approx((2 / 3 + 0) / 2)
    assert found.key_steps_of_answered == pytest.approx(2 / 3)
    assert found.tools_of_answered == 0.5
    assert found.nonsense == 0
    assert found.unanswered == ("mow the lawn",)


def test_nonsense_counts_among_answers():
    found = evaluate_answers(Known(wash=("Wet it.",), mow=("Take two spoons.",)), WANTED)
    assert found.nonsense == 0.5


def test_a_word_counts_from_its_beginning_only():
    assert evaluate_answers(Known(wash=("Laundry.",)), WANTED[:1]).key_steps == 0


def test_what_has_no_steps_is_refused():
    assert refused(Known(wash=("Wet it.",)), ["wash it", "fly it", "sell it"]) == pytest.approx(2 / 3)


def test_files_of_instructions(tmp_path):
    file = tmp_path / "i.toml"
    file.write_text('[[instruction]]\nid = "1"\ntext = "wash it"\nkey_steps = ["wet|soak"]\ntools = ["tub"]\n')
    assert read_wanted([file]) == [WantedSteps("wash it", ("wet|soak",), (), ("tub",))]
    file.write_text('[[instruction]]\nid = "1"\ntext = "land the airliner"\n')
    assert read_outside([file]) == ["land the airliner"]


def test_the_command(tmp_path):
    file = tmp_path / "i.toml"
    file.write_text('[[instruction]]\nid = "1"\ntext = "wash the dog"\nkey_steps = ["shampoo", "rinse"]\n')
    far = tmp_path / "far.toml"
    far.write_text('[[instruction]]\nid = "1"\ntext = "Calibrate the gas chromatograph."\n')
    result = CliRunner().invoke(
        app, ["steps", "evaluate-answers", "--test", str(file), "--outside", str(far), "--json"]
    )
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["answered"], found["key_steps"], found["refused_outside"]) == (1, 1, 1)
