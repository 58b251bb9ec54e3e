import subprocess
import sys

import pytest

from tacit import reader
from tacit.documents import Annotation, Layer
from tacit.errors import UnknownNameError
from tacit.integrations import spacy as integration
from tacit.reader import Reading

spacy = pytest.importorskip("spacy")
TEXT = "Ann came in. She ordered tea."


@pytest.fixture
def passages(monkeypatch):
    """A reader that takes every text for one passage about tea."""

    def read(document, *, only=None, on_step=None):
        passage = Annotation.of(0, len(document.text), "having tea", source="test", probability=0.5)
        half = Annotation.of(0, min(2, len(document.text)), "half a word", source="test")
        layers = Layer("scenarios", [passage]), Layer("tokens", [half]), Layer("events", [half])
        return Reading(document.with_layer(*layers), (), ",".join(only or ()))

    monkeypatch.setattr(reader, "read", read)


def pipeline(**config):
    nlp = spacy.blank("en")
    nlp.add_pipe("tacit", config=config)
    return nlp


def test_a_document_has_its_reading_and_spans(passages):
    doc = pipeline(only=["scenarios"])(TEXT)
    assert doc._.tacit.kind == "scenarios"
    assert doc._.tacit.scenarios[0].label == "having tea"
    assert [(span.text, span.label_) for span in doc.spans["scenarios"]] == [(TEXT, "having tea")]
    assert [span.text for span in doc.spans["events"]] == ["Ann"]
    assert "tokens" not in doc.spans
    assert spacy.blank("en")("x")._.tacit is None


def test_layers_that_become_spans_can_be_chosen(passages):
    assert set(pipeline(layers=["scenarios", "tokens"])(TEXT).spans) == {"scenarios", "tokens"}


def test_many_documents_and_an_empty_one(passages):
    docs = list(pipeline().pipe(["", "One.", "Two."]))
    assert [doc._.tacit.text for doc in docs] == ["", "One.", "Two."]
    assert len(docs[0].spans["scenarios"]) == 0


def test_a_pipeline_comes_back_from_disk(passages, tmp_path):
    pipeline(only="language, scenarios").to_disk(tmp_path / "pipe")
    again = spacy.load(tmp_path / "pipe")
    assert again(TEXT)._.tacit.kind == "language,scenarios"


def test_a_document_keeps_its_reading_when_it_is_stored(passages):
    nlp = pipeline()
    doc = nlp(TEXT)
    again = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert again._.tacit == doc._.tacit
    stored = spacy.tokens.DocBin(docs=[doc], store_user_data=True).to_bytes()
    [found] = spacy.tokens.DocBin().from_bytes(stored).get_docs(nlp.vocab)
    assert found._.tacit.scenarios == doc._.tacit.scenarios


def test_a_wrong_name_is_an_error_when_the_pipeline_is_made():
    with pytest.raises(UnknownNameError, match="did you mean 'scenarios'"):
        pipeline(only=["scenario"])


@pytest.mark.models
def test_a_blank_pipeline_reads_events():
    doc = pipeline(only=["language"])(TEXT)
    assert [event.who for event in doc._.tacit.events] == ["Ann", "Ann"]
    assert [span.text for span in doc.spans["events"]] == ["came in", "ordered"]


@pytest.mark.processes
def test_an_installed_tacit_is_found_without_an_import(tmp_path):
    """The entry point of `pyproject.toml`, as a wheel would write it."""
    import tomllib
    from pathlib import Path

    root = Path(integration.__file__).parents[2]
    points = tomllib.loads((root / "pyproject.toml").read_text())["project"]["entry-points"]["spacy_factories"]
    info = tmp_path / "tacit_entry-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tacit-entry\nVersion: 1\n")
    lines = [f"{name} = {target}" for name, target in points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[spacy_factories]", *lines, ""]))
    code = (
        "import sys; sys.path[:0] = sys.argv[1:]; sys.modules['torch'] = None; import spacy; nlp = spacy.blank('en');"
        "early = 'tacit.reader' in sys.modules;"
        "nlp.add_pipe('tacit', config={'only': ['language']}); print(early, nlp.pipe_names)"
    )
    run = [sys.executable, "-c", code, str(tmp_path), str(root)]
    found = subprocess.run(run, check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "False ['tacit']"
