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

    def pipe(documents, *, only=None):
        return (read(document, only) for document in documents)

    def read(document, only):
        passage = Annotation.of(0, len(document.text), "having tea", source="test", probability=0.5)
        half = Annotation.of(0, min(2, len(document.text)), "half a word", source="test")
        layers = Layer("scenarios", [passage]), Layer("tokens", [half]), Layer("events", [half])
        return Reading(document.with_layer(*layers), (), ",".join(only or ()))

    monkeypatch.setattr(reader, "pipe", pipe)


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
        "nlp.add_pipe('tacit', config={'only': ['language']});"
        "[nlp.add_pipe(f'tacit_{part}') for part in ('coref', 'events', 'scenarios')]; print(early, nlp.pipe_names)"
    )
    run = [sys.executable, "-c", code, str(tmp_path), str(root)]
    found = subprocess.run(run, check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "False ['tacit', 'tacit_coref', 'tacit_events', 'tacit_scenarios']"


STORY = "Ann went to the salon. The hairdresser washed her hair and cut it. She paid and left a tip."


@pytest.mark.models
def test_parts_of_a_reading_in_a_pipeline_of_ones_own(tmp_path):
    nlp = spacy.blank("en")
    for name in ("tacit_coref", "tacit_events", "tacit_scenarios"):
        nlp.add_pipe(name)
    nlp.to_disk(tmp_path / "pipe")
    docs = list(spacy.load(tmp_path / "pipe").pipe([STORY, "", "It rained."]))
    doc = docs[0]
    assert [(span.text, span.label_) for span in doc.spans["events"]][:2] == [("went", "go"), ("washed", "wash")]
    assert "getting a haircut" in {span.label_ for span in doc.spans["scenarios"]}
    assert {span.text for span in doc.spans["coref_clusters_1"]} >= {"her", "She"}
    assert [event.does for event in doc._.tacit.events] == ["go", "wash", "cut", "pay", "leave"]
    assert doc._.tacit.scenarios[0].label == "getting a haircut"
    assert not docs[1].spans["scenarios"] and docs[2]._.tacit.events[0].does == "rain"


@pytest.mark.models
def test_events_use_the_parse_and_the_clusters_that_are_there():
    from tacit.backbones import parser

    nlp = parser.load()
    doc = nlp(TEXT)
    doc.spans["coref_clusters_1"] = [doc[0:1], doc[4:5]]  # as the component of spaCy writes them
    doc[5].lemma_ = "request"
    integration.EventsComponent()(doc)
    assert [(event.who, event.does) for event in doc._.tacit.events] == [("Ann", "come in"), ("Ann", "request")]


@pytest.mark.models
@pytest.mark.parametrize(
    "text", ["Ann came in.  She ordered tea.\n", "# Tea\n\n1. Boil  water.\n2. Pour it in.\n\nDone? "]
)
def test_a_reading_becomes_a_document_of_spacy_and_comes_back(text):
    from tacit import read
    from tacit.integrations.spacy_documents import from_spacy, to_spacy

    reading = read(text, only="language")
    doc = to_spacy(reading)
    assert doc.text == text
    tokens = [token for token in doc if token.idx in {each.start for each in reading.document.tokens}]
    assert [token.lemma_ for token in tokens] == [each.features["lemma"] for each in reading.document.tokens]
    assert [token.head.text for token in tokens] == [
        reading.document.text_of(reading.document.tokens[place + each.features["head"]])
        for place, each in enumerate(reading.document.tokens)
    ]
    assert len(list(doc.sents)) == len(reading.document.sentences)
    assert from_spacy(doc) == reading.document


@pytest.mark.models
def test_what_any_pipeline_found_becomes_layers():
    from tacit.backbones import parser
    from tacit.integrations.spacy_documents import from_spacy

    doc = parser.load()("Ann lives in Paris. She works.")
    doc.spans["mine"] = [spacy.tokens.Span(doc, 0, 2, "x")]
    document = from_spacy(doc)
    assert [document.text_of(each) for each in document.sentences] == ["Ann lives in Paris.", "She works."]
    assert [(document.text_of(each), each.label) for each in document.layer("mine")] == [("Ann lives", "x")]
    assert "Paris" in [document.text_of(each) for each in document.layer("entities")]
    assert document.tokens[1].features["lemma"] == "live"
