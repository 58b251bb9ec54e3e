import pytest

from tacit import formats
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.errors import InputError, UsageError
from tacit.language.english.sentences import spans
from tacit.scenarios.annotation.annotators import read_annotators, shared_texts
from tacit.scenarios.inventory import load_inventory

TEXT = "I filled the kettle. I mixed the dough."
INVENTORY = load_inventory()


def document(id, *passages, text=TEXT):
    layer = Layer("scenarios", [Annotation.of(start, end, label, source="x") for start, end, label in passages])
    sentences = Layer(SENTENCES, [Annotation((span,), source="x") for span in spans(text)])
    return Document(text, id, {}, [sentences, layer])


def test_texts_are_put_side_by_side(tmp_path):
    formats.write([document("a", (0, 20, "making tea")), document("b", text="Other.")], tmp_path / "anna.jsonl")
    formats.write([document("a", (21, 39, "baking a cake"))], tmp_path / "ben.jsonl")
    names, texts = read_annotators([tmp_path / "anna.jsonl", tmp_path / "ben.jsonl"], INVENTORY)
    assert names == ["anna", "ben"]
    [shared] = shared_texts(texts, "anna", "ben")
    assert shared.labels("anna") == [{"making tea"}, set()]
    assert shared.labels("ben") == [set(), {"baking a cake"}]
    assert len(texts) == 2


def test_an_export_with_a_folder_for_each_text(tmp_path):
    for name, text in (("one", TEXT), ("two", "Other.")):
        folder = tmp_path / name
        folder.mkdir()
        for annotator in ("anna", "ben"):
            formats.write([document(name, text=text)], folder / f"{annotator}.tsv", format="webanno")
    _, texts = read_annotators([tmp_path / "*" / "anna.tsv", tmp_path / "*" / "ben.tsv"], INVENTORY)
    assert [(text.id, list(text.versions)) for text in texts] == [("one", ["anna", "ben"]), ("two", ["anna", "ben"])]


def test_texts_that_have_names_of_their_own_keep_them(tmp_path):
    for folder, texts in (("one", "ab"), ("two", "cd")):
        (tmp_path / folder).mkdir()
        for annotator in ("anna", "ben"):
            documents = [document(name, text=f"{TEXT} {name}") for name in texts]
            formats.write(documents, tmp_path / folder / f"{annotator}.jsonl")
    _, texts = read_annotators([tmp_path / "*" / "anna.jsonl", tmp_path / "*" / "ben.jsonl"], INVENTORY)
    assert [text.id for text in texts] == ["a", "b", "c", "d"]


def test_webanno_keeps_the_labels(tmp_path):
    formats.write([document("a", (0, 39, "making tea"), (21, 39, "baking a cake"))], tmp_path / "anna.tsv")
    formats.write([document("a", (0, 39, "making tea"), (21, 39, "baking a cake"))], tmp_path / "ben.xmi")
    _, [text] = read_annotators([tmp_path / "anna.tsv", tmp_path / "ben.xmi"], INVENTORY)
    assert text.labels("anna") == text.labels("ben") == [{"making tea"}, {"making tea", "baking a cake"}]


def test_a_changed_wording_is_an_error(tmp_path):
    formats.write([document("a")], tmp_path / "anna.jsonl")
    formats.write([document("a", text=TEXT.upper())], tmp_path / "ben.jsonl")
    with pytest.raises(InputError, match="'a' of ben differs from that of anna"):
        read_annotators([tmp_path / "anna.jsonl", tmp_path / "ben.jsonl"], INVENTORY)


def test_what_cannot_be_compared_is_refused(tmp_path):
    formats.write([Document(TEXT, "a", {"scenario": "making tea"})], tmp_path / "anna.jsonl")
    formats.write([document("a"), document("b")], tmp_path / "ben.jsonl")
    with pytest.raises(UsageError, match="at least two"):
        read_annotators([tmp_path / "anna.jsonl"], INVENTORY)
    with pytest.raises(InputError, match="no layer 'scenarios'"):
        read_annotators([tmp_path / "anna.jsonl", tmp_path / "ben.jsonl"], INVENTORY)
    with pytest.raises(InputError, match="stands there twice"):
        read_annotators([tmp_path / "ben.jsonl", tmp_path / "anna.jsonl"], INVENTORY)
    with pytest.raises(UsageError, match="same path"):
        read_annotators([tmp_path / "ben.jsonl", tmp_path / "ben.jsonl"], INVENTORY)
