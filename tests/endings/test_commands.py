from __future__ import annotations

import json
from dataclasses import replace

import pytest
from endings.made_stories import HEADER, ROW, clozes, stories

from tacit.endings.data import read_clozes, write_clozes
from tacit.endings.train import train


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def val(tmp_path):
    write_clozes(clozes(40), tmp_path / "val.csv")
    return tmp_path / "val.csv"


@pytest.fixture
def told(tmp_path):
    path = tmp_path / "told.tsv"
    rows = ("\t".join((story.id, *story.sentences)) for story in stories(40))
    path.write_text("\n".join(("id\t" + "\t".join(f"sentence{n}" for n in range(1, 6)), *rows)) + "\n")
    return path


@pytest.fixture
def model(tmp_path):
    train("sentiment_only", clozes(40)).save(tmp_path / "model")
    return f"sentiment_only:{tmp_path / 'model'}"


def test_a_choice_has_its_place_its_probability_and_all_probabilities(tacit, model):
    done = tacit(
        "endings", "choose", "--system", model, "--story", "It was a wonderful day. We were happy.",
        "--ending", "It ended horribly and sadly.", "--ending", "We smiled with joy.", "--json",
    )  # fmt: skip
    assert done.code == 0
    (choice,) = json.loads(done.stdout)["choices"]
    assert (choice["choice"], choice["ending"]) == (2, "We smiled with joy.")
    assert sum(choice["probabilities"]) == pytest.approx(1, abs=1e-3)
    assert choice["probability"] == max(choice["probabilities"]) > 0.5
    assert choice["why"] == []


def test_reasons_are_shown_in_words(tacit, model, monkeypatch):
    from tacit.endings.systems import tacit as own

    class Reason:
        words = "its tone goes well with the story"

    class Explanation:
        probabilities = (0.2, 0.8)
        reasons = (Reason(),)

    class Own(own.TacitEndings):
        pass

    monkeypatch.setattr("tacit.endings.train.load", lambda name: Own())
    monkeypatch.setattr("tacit.endings.explain.explain", lambda system, clozes, **_: [Explanation()] * len(clozes))
    done = tacit("endings", "choose", "--story", "It rained. We ran.", "--ending", "A.", "--ending", "B.")
    assert "80%" in done.stdout
    assert "its tone goes well with the story" in done.stdout


def test_a_file_of_stories_with_answers_and_a_reliability_plot(tacit, model, val, tmp_path):
    plot = tmp_path / "plot.svg"
    done = tacit("endings", "choose", val, "--system", model, "--reliability", plot)
    assert done.code == 0
    assert "s0" in done.stdout
    assert "of 40 answered stories right" in done.stderr
    assert plot.read_text().startswith("<?xml")


def test_short_and_foreign_stories_are_remarked_on(tacit, model):
    done = tacit(
        "endings", "choose", "--system", model, "--story", "Wir gingen morgens in den Laden und kauften frisches Brot.",
        "--ending", "Danach waren alle glücklich.", "--ending", "Der Laden war leider geschlossen.",
    )  # fmt: skip
    assert done.code == 0
    said = " ".join(done.stderr.split())
    assert "not to be English" in said
    assert "one sentence only" in said


def test_fifty_endings(tacit, model):
    endings = [part for number in range(50) for part in ("--ending", f"It took {number} days.")]
    done = tacit("endings", "choose", "--system", model, "--story", "We walked. It was far.", *endings, "--json")
    assert len(json.loads(done.stdout)["choices"][0]["probabilities"]) == 50


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "give a file of stories, or --story with two or more --ending"),
        (("--story", "It rained.", "--ending", "x"), "at least two endings"),
        (("--story", "It rained.", "--ending", "Same.", "--ending", "same."), "the endings 1 and 2 are equal"),
        (("--story", "", "--ending", "A.", "--ending", "B."), "the story is empty"),
        (("missing.csv",), "there is no such file"),
    ],
)
def test_bad_use_of_choose_is_one_sentence(tacit, model, options, message):
    done = tacit("endings", "choose", "--system", model, *options)
    assert done.code == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_evaluation_in_folds_gives_the_stable_keys(tacit, val):
    done = tacit("endings", "evaluate", "--system", "sentiment_only", "--folds", 4, "--test", val, "--json")
    figures = json.loads(done.stdout)
    assert {"system", "n", "accuracy", "accuracy_low", "accuracy_high", "accuracy_hard", "n_hard", "breakdown"} < set(
        figures
    )
    assert (figures["system"], figures["n"]) == ("sentiment_only", 40)
    assert figures["accuracy"] > 0.8


def test_evaluation_against_another_system(tacit, val):
    arguments = ("endings", "evaluate", "--system", "sentiment_only", "--against", "constant", "--folds", 4)
    found = json.loads(tacit(*arguments, "--test", val, "--json").stdout)["comparison"]
    accuracy = found["metrics"][0]
    assert (accuracy["metric"], found["documents"], found["exact"]) == ("accuracy", 40, False)
    assert accuracy["p"] < 0.01
    assert accuracy["difference_low"] > 0


def test_evaluation_after_training_for_people_and_with_a_bar(tacit, val, told):
    done = tacit("endings", "evaluate", "--system", "mflor", "--train", told, "--test", val, "--bar", 0.6)
    assert done.code == 0
    assert tacit("endings", "evaluate", "--system", "constant", "--train", told, "--test", val, "--bar", 0.9).code == 1
    assert "accuracy_hard" in done.stdout
    assert "wrong is negated" in done.stdout


def test_what_evaluation_needs(tacit, val, told):
    done = tacit("endings", "evaluate", "--system", "ukp", "--test", val)
    assert (done.code, "'ukp' has no trained model of its own: give --train" in done.stderr) == (2, True)
    done = tacit("endings", "evaluate", "--system", "ukp", "--test", val, "--train", told)
    assert (done.code, "learns from stories with two endings" in done.stderr) == (2, True)
    done = tacit("endings", "evaluate", "--system", "ukp", "--test", val, "--train", val, "--folds", 5)
    assert (done.code, "--folds trains on --test itself" in done.stderr) == (2, True)


def test_comparison_prints_table_4_and_goes_on_where_it_stopped(tacit, val, told, tmp_path):
    names = [part for name in ("mflor", "sentiment_only", "constant") for part in ("--system", name)]
    arguments = ("endings", "compare", "--test", val, "--train", told, *names, "--keep", tmp_path / "said")
    done = tacit(*arguments)
    assert done.code == 0
    assert "62.1" in done.stdout  # mflor's published figure
    assert "right is longer" in done.stdout
    assert "failed by all systems" in done.stdout
    kept = sorted(path.name.split("-")[0] for path in (tmp_path / "said").glob("*.json"))
    folds = [f"sentiment_only.fold{number}" for number in range(1, 6)]
    assert kept == sorted(["mflor", "sentiment_only", "constant", *folds])
    again = json.loads(tacit(*arguments, "--json").stdout)
    assert [each["system"] for each in again["systems"]] == ["mflor", "sentiment_only", "constant"]
    assert len(again["mcnemar"]) == 3
    assert again["folds"] == 5


def test_training_writes_a_folder_that_choose_reads(tacit, val, tmp_path):
    done = tacit("endings", "train", "--system", "sentiment_only", "--train", val, "--out", tmp_path / "new", "--json")
    assert json.loads(done.stdout)["clozes"] == 40
    assert tacit("endings", "choose", val, "--system", f"sentiment_only:{tmp_path / 'new'}").code == 0


def test_whoever_measures_a_model_on_what_it_has_learnt_from_is_warned(tacit, val, told, tmp_path):
    folder = tmp_path / "new"
    tacit("endings", "train", "--system", "sentiment_only", "--train", val, "--out", folder)
    assert clozes(40)[0].story[0].encode() not in (folder / "seen.npz").read_bytes()
    done = tacit("endings", "evaluate", "--system", f"sentiment_only:{folder}", "--test", val, "--json")
    assert json.loads(done.stdout)["seen_in_training"] == 40
    assert "has learnt from 40 of these 40 stories" in " ".join(done.stderr.split())
    done = tacit("endings", "choose", val, "--system", f"sentiment_only:{folder}")
    assert "has learnt from 40 of these 40 stories" in " ".join(done.stderr.split())
    done = tacit("endings", "evaluate", "--system", "sentiment_only", "--train", val, "--test", val)
    assert "has learnt from 40 of these 40 stories" in " ".join(done.stderr.split())
    others = [replace(cloze, story=("It was another year.", *cloze.story[1:])) for cloze in clozes(30)]
    write_clozes(others, tmp_path / "other.csv")
    done = tacit("endings", "evaluate", "--system", f"sentiment_only:{folder}", "--test", tmp_path / "other.csv")
    assert "has learnt from" not in done.stderr
    (folder / "seen.npz").write_text("7")
    done = tacit("endings", "evaluate", "--system", f"sentiment_only:{folder}", "--test", val)
    assert (done.code, "should hold the hashes of training texts" in done.stderr) == (2, True)


def test_wrong_endings_for_a_collection(tacit, told, tmp_path):
    out = tmp_path / "made.csv"
    done = tacit("endings", "generate-negatives", told, "--method", "backward", "--most", 10, "--out", out, "--json")
    assert json.loads(done.stdout) == {"stories": 10, "methods": ["backward"], "clozes": 10, "output": str(out)}
    assert len(read_clozes([out], answered=True)) == 10
    done = tacit("endings", "generate-negatives", told, "--method", "odd", "--out", out)
    assert (done.code, "there are random, backward, nearest, generated" in done.stderr) == (2, True)


def test_a_broken_row_is_said_with_its_line(tacit, model, tmp_path):
    (tmp_path / "bad.csv").write_text(HEADER + ROW.replace(",1\n", ",7\n"))
    done = tacit("endings", "choose", tmp_path / "bad.csv", "--system", model)
    assert done.code == 2
    assert "bad.csv, line 2: 'AnswerRightEnding' must be 1 or 2, not '7'" in done.stderr


def test_a_trained_model_is_not_cross_validated(tacit, val, tmp_path):
    folder = tmp_path / "new"
    tacit("endings", "train", "--system", "sentiment_only", "--train", val, "--out", folder)
    done = tacit("endings", "evaluate", "--system", f"sentiment_only:{folder}", "--folds", 5, "--test", val)
    assert done.code == 2
    assert "is trained already: leave out its folder, or --folds" in " ".join(done.stderr.split())
    systems = ("--system", "constant", "--system", f"sentiment_only:{folder}")
    done = tacit("endings", "compare", *systems, "--folds", 5, "--test", val, "--json")
    assert [each["seen_in_training"] for each in json.loads(done.stdout)["systems"]] == [0, 40]
    assert "has learnt from 40 of these 40 stories" in " ".join(done.stderr.split())


def test_what_was_said_is_not_kept_for_other_stories_with_the_same_names(tacit, val, told, tmp_path):
    arguments = ("endings", "compare", "--test", val, "--train", told, "--system", "mflor", "--keep", tmp_path / "said")
    assert tacit(*arguments).code == 0
    told.write_text(told.read_text().replace("wonderful", "splendid"))
    assert tacit(*arguments).code == 0
    assert len(list((tmp_path / "said").iterdir())) == 2


def test_stories_without_all_wrong_endings_are_left_out_of_rows_with_all(tacit, tmp_path):
    told, out = tmp_path / "told.tsv", tmp_path / "made.csv"
    rows = ("a\tIt rained. We ran home.", "b\tIt rained. We sat down.", "c\tWe sang. We sang.")
    told.write_text("\n".join(("id\ttext", *rows)) + "\n")
    methods = ("--method", "backward", "--method", "nearest", "--together")
    done = tacit("endings", "generate-negatives", told, *methods, "--out", out)
    assert done.code == 0, done.stderr
    assert "1 of 3 stories are left out" in " ".join(done.stderr.split())
    assert [cloze.id for cloze in read_clozes([out])] == ["a", "b"]


def test_stories_that_no_wrong_ending_can_be_made_for(tacit, tmp_path):
    told = tmp_path / "told.tsv"
    told.write_text("id\ttext\na\tWe sang. We sang.\nb\tWe ran. We ran.\n")
    done = tacit("endings", "generate-negatives", told, "--method", "backward", "--out", tmp_path / "made.csv")
    assert (done.code, "there is nothing to write" in done.stderr) == (2, True)


def test_stories_of_unequal_length_are_refused_before_endings_are_made(tacit, told, tmp_path, monkeypatch):
    (tmp_path / "short.txt").write_text("It rained all day. We stayed in.")
    monkeypatch.setattr("tacit.endings.making.negatives.make_clozes", None)
    done = tacit("endings", "generate-negatives", told, tmp_path / "short.txt", "--out", tmp_path / "made.csv")
    assert done.code == 2
    assert "the story 'short' has 2 sentences, but the first has 5 sentences" in " ".join(done.stderr.split())


def test_figures_of_the_stories_that_bear_sentiment(tacit, tmp_path):
    plain = [replace(cloze, id=f"p{cloze.id}", story=("We sat.", f"Day {cloze.id}.")) for cloze in clozes(10)]
    made = [replace(cloze, story=cloze.story[-2:]) for cloze in clozes(40)]
    write_clozes([*made, *plain], tmp_path / "mixed.csv")
    arguments = ("endings", "evaluate", "--system", "sentiment_only", "--folds", 4, "--test", tmp_path / "mixed.csv")
    part = json.loads(tacit(*arguments, "--subset", "sentiment", "--json").stdout)
    assert (part["subset"], part["n_all"]) == ("sentiment", 50)
    assert 0 < part["n"] <= 40
    whole = json.loads(tacit(*arguments, "--json").stdout)
    assert (whole["n"], "subset" in whole) == (50, False)
    assert part["accuracy"] > whole["accuracy"]


def test_a_recurrent_language_model_for_msap(tacit, val, told, tmp_path):
    folder = tmp_path / "rnn"
    train_it = ("endings", "train-language-model", told, "--out", folder, "--epochs", 1, "--hidden", 8)
    done = tacit(*train_it, "--json")
    assert done.code == 0, done.stderr
    assert json.loads(done.stdout)["stories"] == 40
    assert sorted(path.name for path in folder.iterdir()) == ["config.json", "seen.npz", "weights.npz"]
    with_it = ("--system", "msap", "--language-model", folder)
    figures = json.loads(tacit("endings", "evaluate", *with_it, "--folds", 4, "--test", val, "--json").stdout)
    assert (figures["system"], figures["n"]) == ("msap", 40)
    assert tacit("endings", "train", *with_it, "--train", val, "--out", tmp_path / "msap").code == 0
    trained = f"msap:{tmp_path / 'msap'}"
    assert tacit("endings", "choose", val, "--system", trained).code == 0
    done = tacit("endings", "evaluate", "--system", trained, "--language-model", folder, "--test", val)
    assert (done.code, "leave out --language-model" in " ".join(done.stderr.split())) == (2, True)
    done = tacit("endings", "evaluate", "--system", "ukp", "--language-model", folder, "--folds", 4, "--test", val)
    assert (done.code, "does not take all of the options" in done.stderr) == (2, True)
