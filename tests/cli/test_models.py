"""What a model was trained on is written into its folder, for each task from its own files."""

import json
from pathlib import Path

import pytest
from clarifications.passages import shed, tea
from steps.made_steps import templates, write

import tacit as package
from tacit import formats
from tacit.clarifications import write_instructions
from tacit.documents import Document
from tacit.seen import Seen

SHIPPED = Path(package.__file__).parent / "models"
STORY = "We packed bread, cheese and plums and walked down to the lake behind the mill. It was warm."
CONLL = "#begin document (a); part 0\n0\tAnn\t(1)\n1\tleft\t_\n2\t.\t_\n#end document\n"


@pytest.fixture
def model(tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "config.json").write_text("{}")
    return tmp_path / "model"


def story_cloze(path):
    header = "InputStoryid,InputSentence1,InputSentence2,InputSentence3,InputSentence4,"
    header += "RandomFifthSentenceQuiz1,RandomFifthSentenceQuiz2,AnswerRightEnding"
    path.write_text(f"{header}\n1,It rained.,We ran.,We hid.,It stopped.,We went home.,We sang.,1\n")
    return path


def test_each_task_reads_its_own_training_files(tacit, model, tmp_path):
    documents = [Document(STORY, "a", {"scenario": "baking a cake"})]
    formats.write(documents, tmp_path / "stories.jsonl")
    (tmp_path / "a.conll").write_text(CONLL)
    write_instructions([tea(), shed()], tmp_path / "own")
    files = {
        "scenarios": (tmp_path / "stories.jsonl", STORY),
        "scripts": (tmp_path / "stories.jsonl", STORY),
        "steps": (write(tmp_path / "steps.tsv", templates()), "drain the pasta ."),
        "clarifications": (tmp_path / "own", "Fill with cold water."),
        "coreference": (tmp_path / "a.conll", "Ann left."),
        "endings": (story_cloze(tmp_path / "cloze.csv"), "It rained. We ran. We hid. It stopped."),
    }
    for task, (path, text) in files.items():
        done = tacit("models", "seen", "--model", model, "--task", task, "--train", path, "--json")
        assert done.code == 0, (task, done.stderr)
        told = json.loads(done.stdout)
        assert (told["task"], told["model"]) == (task, str(model))
        assert told["hashes"] > 0
        assert Seen.load(model).is_copy(text), task
        assert not Seen.load(model).is_copy("Nobody wrote this."), task


def test_texts_about_nothing_and_for_the_class_balance_are_parts_of_their_own(tacit, model, tmp_path):
    formats.write([Document(STORY, "a", {"scenario": "baking a cake"})], tmp_path / "stories.jsonl")
    formats.write([Document("It rained all night.", "b")], tmp_path / "rain.jsonl")
    options = ("--train", tmp_path / "stories.jsonl", "--none", tmp_path / "rain.jsonl", "--json")
    done = tacit("models", "seen", "--model", model, "--task", "scenarios", *options)
    assert json.loads(done.stdout)["parts"] == ["texts", "none"]
    write_instructions([tea()], tmp_path / "train")
    write_instructions([shed()], tmp_path / "dev")
    options = ("--train", tmp_path / "train", "--calibrate", tmp_path / "dev", "--json")
    done = tacit("models", "seen", "--model", model, "--task", "clarifications", *options)
    assert json.loads(done.stdout)["parts"] == ["train", "calibrate"]


def test_what_cannot_be_written_down(tacit, model, tmp_path):
    def told(*options):
        done = tacit("models", "seen", "--train", "x", *options)
        assert done.code == 2
        return " ".join(done.stderr.split())

    assert "is not a model folder" in told("--model", tmp_path, "--task", "steps")
    assert "those of scenarios, clarifications, steps" in told("--model", model, "--task", "schemas")
    assert "--none is for scenarios" in told("--model", model, "--task", "steps", "--none", "x")
    assert "--calibrate is for clarifications" in told("--model", model, "--task", "steps", "--calibrate", "x")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("scenarios", ["texts", "none", "texts+", "none+", "texts++", "none++"]),
        ("clarifications", ["train", "calibrate"]),
        *((name, ["train"]) for name in ("coreference", "scripts", "endings", "steps", "steps/causal", "steps-lm",
                                         "steps-seq2seq", "steps-attention", "transducer",
                                         "transducer-param-prior")),
    ],
)  # fmt: skip
def test_models_that_ship_say_what_they_have_learnt_from(name, parts):
    seen = Seen.load(SHIPPED / name)
    assert list(seen.parts) == parts
    assert all(len(part.kept) > 400 for part in seen.parts.values())


def test_the_shipped_scenario_model_knows_our_own_narratives():
    """They are in the repository, so the guard can be tried on what the model really learnt from."""
    seen = Seen.load(SHIPPED / "scenarios")
    lines = (SHIPPED.parents[1] / "data" / "narratives" / "narratives.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(seen.is_copy(json.loads(line)["text"]) for line in lines[::100])
