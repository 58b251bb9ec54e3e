import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import formats
from tacit.cli.app import app
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.errors import InputError
from tacit.language.english.sentences import spans
from tacit.scenarios.annotation.agreement import agreement
from tacit.scenarios.annotation.annotators import read_annotators
from tacit.scenarios.annotation.imported import rewrapped, without_space

TEXT = "I filled the kettle. I mixed the dough."


def document(*passages, text=TEXT, name="Scenario", **more):
    layer = Layer(
        name, [Annotation.of(start, end, source="x", **{**features, **more}) for start, end, features in passages]
    )
    sentences = Layer(SENTENCES, [Annotation((span,), source="x") for span in spans(text)])
    return Document(text, "a", {}, [sentences, layer])


def written(folder, first, second):
    paths = [folder / "anna.jsonl", folder / "ben.jsonl"]
    for path, each in zip(paths, (first, second), strict=True):
        formats.write([each], path)
    return [str(path) for path in paths]


def test_a_lone_feature_is_the_label(tmp_path):
    one = document((0, 20, {"value": "making tea"}), (21, 39, {"value": "baking a cake"}))
    other = document((0, 20, {"value": "making tea"}), (21, 39, {"value": "making tea"}), tagged=True)
    report = agreement(*read_annotators(written(tmp_path, one, other), None))
    assert report.classes["identical"] == 1
    assert report.classes["different"] == 1
    assert report.pairs[0].kappa is not None
    assert report.pairs[0].kappa < 1


def test_the_same_in_webanno_tsv(tmp_path):
    for name in ("anna", "ben"):
        formats.write([document((0, 20, {"value": "making tea"}))], tmp_path / f"{name}.tsv", format="webanno")
    [text] = read_annotators([tmp_path / "anna.tsv", tmp_path / "ben.tsv"], None)[1]
    assert text.labels("anna") == text.labels("ben") == [{"making tea"}, set()]


def test_several_features_are_named(tmp_path):
    one = document((0, 20, {"value": "making tea", "comment": "sure"}))
    paths = written(tmp_path, one, one)
    with pytest.raises(InputError, match=r"several features have text: comment, value; .*`label_feature`"):
        read_annotators(paths, None)
    [text] = read_annotators(paths, None, label_feature="value")[1]
    assert text.labels("anna") == [{"making tea"}, set()]
    with pytest.raises(InputError, match=r"no passage has a feature 'colour' with text in it; .*: comment, value"):
        read_annotators(paths, None, label_feature="colour")


def test_passages_without_any_label_are_an_error(tmp_path):
    one = document((0, 20, {"sure": True}))
    with pytest.raises(InputError, match="none of the 1 passages has a label, and features: sure"):
        read_annotators(written(tmp_path, one, one), None)


def test_labels_stay_where_there_are_some(tmp_path):
    labelled = Document(
        TEXT, "a", {}, [Layer("scenarios", [Annotation.of(0, 20, "making tea", source="x", note="hm", more="no")])]
    )
    [text] = read_annotators(written(tmp_path, labelled, labelled), None)[1]
    assert text.labels("anna")[0] == {"making tea"}


def test_texts_may_differ_in_white_space(tmp_path):
    wrapped = TEXT.replace(". I", ".\n\nI") + "\n"
    one = document((21, 39, {"value": "baking a cake"}))
    other = document((22, 40, {"value": "baking a cake"}), text=wrapped)
    names, [text] = read_annotators(written(tmp_path, one, other), None)
    report = agreement(names, [text])
    assert text.versions["ben"].text == TEXT
    assert (report.pairs[0].kappa, report.pairs[0].span_overlap) == (1.0, 1.0)


def test_one_annotator_may_have_both(tmp_path):
    both = [document(), Document("I filled the kettle.\nI mixed the dough.", "b")]
    for name in ("anna", "ben"):
        formats.write(both, tmp_path / f"{name}.jsonl")
    _, texts = read_annotators([tmp_path / "anna.jsonl", tmp_path / "ben.jsonl"], None)
    assert [list(text.versions) for text in texts] == [["anna", "ben"], ["anna", "ben"]]


@given(st.lists(st.sampled_from(["a", "bc", "🍝", "."]), min_size=1, max_size=8), st.data())
def test_annotations_cover_the_same_letters(words, data):
    def joined():
        return "".join(word + data.draw(st.sampled_from(["", " ", "\n\n", "\u00a0"])) for word in words)

    one, other = joined(), joined()
    start = data.draw(st.integers(0, len(one)))
    end = data.draw(st.integers(start, len(one)))
    moved = rewrapped(Document(one, layers=[Layer("x", [Annotation.of(start, end, source="me")])]), other)
    kept = [without_space(moved.text_of(each)) for each in moved.layer("x")]
    assert kept == [each for each in [without_space(one[start:end])] if each]


def test_the_command_says_which_features_there_are(tmp_path):
    from typer.testing import CliRunner

    one = document((0, 20, {"value": "making tea"}))
    paths = written(tmp_path, one, one)
    result = CliRunner().invoke(app, ["scenarios", "agreement", *paths, "--json"])
    assert json.loads(result.stdout)["pairs"][0]["kappa"] == 1.0
