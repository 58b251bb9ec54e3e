import json

import pytest

from tacit.errors import InputError, UsageError
from tacit.language.english import kind_training
from tacit.language.english.kind_training import KnownText
from tacit.language.english.kinds import INSTRUCTIONS, KINDS, NEWS, OTHER, STORY, KindClassifier

SAID = {
    STORY: "I went to the {} and she gave me a kiss. We laughed. Then he left and I cried.",
    INSTRUCTIONS: "Open the {}. Rinse your brush. Put it back into the box.",
    NEWS: "The {} company said on Monday that profit fell 5 percent. Officials in Oslo declined. Shares fell.",
    OTHER: "The {} is often large. It has a roof. Most people think that it is useful.",
}
TEXTS = [
    KnownText(kind, text.format(thing), "made")
    for thing in ("house", "school", "garden", "shop", "barn", "mill")
    for kind, text in SAID.items()
]


def test_what_differs_is_learnt_and_comes_back_from_its_folder(tmp_path):
    pytest.importorskip("sklearn")
    model = kind_training.train(TEXTS)
    figures = kind_training.evaluate(model, TEXTS)
    assert figures.accuracy == 1
    assert figures.n == len(TEXTS)
    kind_training.save(model, tmp_path, {"about": "made"})
    assert KindClassifier.load(tmp_path) == model
    first = (tmp_path / "config.json").read_bytes()
    kind_training.save(kind_training.train(TEXTS), tmp_path, {"about": "made"})
    assert (tmp_path / "config.json").read_bytes() == first


def test_every_text_is_judged_once_in_cross_validation():
    pytest.importorskip("sklearn")
    told = []
    figures = kind_training.cross_validate(TEXTS, progress=lambda *step: told.append(step))
    assert {kind: counts.total() for kind, counts in figures.taken_for.items()} == dict.fromkeys(KINDS, 6)
    assert told[-1] == ("cross-validation", 5, 5)


def test_a_large_source_does_not_drown_a_small_one():
    few = [KnownText(STORY, SAID[STORY].format("well"), "few")]
    _, kinds, weights = kind_training._examples([*TEXTS, *few])
    story = [weight for kind, weight in zip(kinds, weights, strict=True) if kind == STORY]
    assert story[-1] > 5 * story[0]


def test_a_kind_without_texts_is_one_sentence():
    with pytest.raises(UsageError, match="no text of the kind 'news'"):
        kind_training.train([text for text in TEXTS if text.kind != NEWS])
    with pytest.raises(UsageError, match="no text to measure on"):
        kind_training.evaluate(KindClassifier({}), [])


@pytest.mark.parametrize("content", ["text = 3", "[[text]]\ntitle = 'x'", "not toml"])
def test_a_file_of_texts_has_texts(tmp_path, content):
    path = tmp_path / "texts.toml"
    path.write_text(content)
    with pytest.raises(InputError, match="is not a list of texts"):
        kind_training.read_known({STORY: [path]})


def test_commands(tacit, tmp_path):
    pytest.importorskip("sklearn")
    given = []
    for kind in KINDS:
        path = tmp_path / f"{kind}.jsonl"
        path.write_text("".join(json.dumps({"text": text.text}) + "\n" for text in TEXTS if text.kind == kind))
        given += ["--train", f"{kind}={path}"]
    shown = tacit("language", "kinds", "train", *given, "--out", tmp_path / "model", "--json")
    assert shown.code == 0, shown.stderr
    plain = json.loads(shown.stdout)
    assert set(plain) == {"out", "n", "accuracy", "taken_for"}
    tests = [each.replace("--train", "--test") for each in given]
    measured = tacit("language", "kinds", "evaluate", "--model", tmp_path / "model", *tests, "--json")
    assert json.loads(measured.stdout)["accuracy"] == 1
    assert "other" in tacit("language", "kinds", "evaluate", *tests).stdout
    assert tacit("language", "kinds", "evaluate", *tests, "--bar", "1").code in (0, 1)


@pytest.mark.parametrize(
    ("given", "sentence"), [("story", "takes KIND=PATH"), ("poem=x.txt", "there is no kind of text 'poem'")]
)
def test_wrong_usage_is_one_sentence(tacit, given, sentence):
    shown = tacit("language", "kinds", "evaluate", "--test", given)
    assert shown.code == 2
    assert sentence in " ".join(shown.stderr.split())
