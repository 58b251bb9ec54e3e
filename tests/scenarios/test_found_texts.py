"""Labels of found texts are put back on their texts."""

import pytest

from benchmarks.found_texts import all_labelled, all_texts, labelled, read_labels


@pytest.fixture
def data(tmp_path):
    (tmp_path / "rocstories").mkdir()
    (tmp_path / "rocstories" / "stories.tsv").write_text("id\ta\tb\tc\td\te\n7\tOne.\tTwo.\tThree.\tFour.\tFive.\n")
    for folder in ("ewt", "gum"):
        (tmp_path / "treebanks" / folder).mkdir(parents=True)
        for part in ("train", "dev"):
            text = f"# newdoc id = {folder}-{part}\n# text = It rained.\n\n# text = We  bathed.\n"
            (tmp_path / "treebanks" / folder / f"{part}.conllu").write_text(text)
    return tmp_path


def test_a_stretch_with_its_labels(data, tmp_path):
    path = tmp_path / "train.tsv"
    path.write_text(
        "document\tsentence\tscenarios\newt-dev\t1\t\newt-dev\t2\ttaking a bath; going swimming\nROC_7\t3\t\n"
    )
    rows, texts = read_labels(path), all_texts(data)
    assert texts["ROC_7"] == ["One.", "Two.", "Three.", "Four.", "Five."]
    document = labelled("ewt-dev", texts["ewt-dev"], rows["ewt-dev"])
    assert document.text == "It rained. We bathed."
    assert [document.text_of(each) for each in document.sentences] == ["It rained.", "We bathed."]
    passages = document.layer("scenarios")
    assert [(each.label, document.text_of(each)) for each in passages] == [
        ("taking a bath", "We bathed."),
        ("going swimming", "We bathed."),
    ]
    assert labelled("ROC_7", texts["ROC_7"], rows["ROC_7"]).text == "Three."


def test_stretches_of_a_text_are_texts_of_their_own():
    texts = {"a": ["One.", "Two.", "Three.", "Four.", "Five."]}
    rows = {"a": [(4, ("taking a bath",)), (5, ()), (1, ()), (2, ())], "gone": [(1, ())]}
    found = list(all_labelled(texts, rows))
    assert [(each.id, each.text) for each in found] == [("a", "One. Two."), ("a:4", "Four. Five.")]
    assert [len(each.layer("scenarios")) for each in found] == [0, 1]
