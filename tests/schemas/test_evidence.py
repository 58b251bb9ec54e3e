"""The sentences behind a schema's events."""

import pytest
from schemas.made_schemas import ARREST, slots

from tacit.corpus import Corpus
from tacit.corpus.manifest import FORMAT, MANIFEST, write_json, write_table
from tacit.corpus.tables import COLUMNS, parquet
from tacit.schemas.evidence import EvidenceQuote, evidence
from tacit.schemas.task import Schema

TEXTS = {
    "court-1": "Ann fled. A dog fled. Officers arrested the dog.",
    "o'hara": "Bob robbed a bank and fled.",
}
SENTENCES = {"court-1": [(0, 9), (10, 21), (22, 48)], "o'hara": [(0, 27)]}
EVENTS = {  # sentence, verb, start, end
    "court-1": [(0, "flee", 4, 8), (1, "flee", 16, 20), (2, "arrest", 31, 39)],
    "o'hara": [(0, "rob", 4, 10), (0, "flee", 22, 26)],
}
CHAINS = {  # chain, event, slot
    "court-1": [(0, 0, "flee SUBJ"), (1, 1, "flee SUBJ"), (1, 2, "arrest OBJ")],
    "o'hara": [(0, 0, "rob SUBJ"), (0, 1, "flee SUBJ")],
}


@pytest.fixture
def corpus(tmp_path):
    rows = {
        "documents": [(id, text, "made", 0) for id, text in TEXTS.items()],
        "sentences": [(id, n, *place) for id, places in SENTENCES.items() for n, place in enumerate(places)],
        "events": [
            (id, sentence, n, start, end, verb, False, "", False)
            for id, events in EVENTS.items()
            for n, (sentence, verb, start, end) in enumerate(events)
        ],
        "chains": [
            (id, chain, "man", 2, event, *slot.split(), "")
            for id, found in CHAINS.items()
            for chain, event, slot in found
        ],
    }
    columns = {**COLUMNS, "documents": {"id": "string", "text": "string", "source": "string", "words": "int32"}}
    files = {
        table: write_table(tmp_path, table, "0" * 16, parquet(columns[table], some)) for table, some in rows.items()
    }
    shards = [{"key": "0" * 16, "documents": 2, "files": files}]
    write_json(tmp_path / MANIFEST, {**EMPTY, "documents": 2, "shards": shards})
    return Corpus(tmp_path)


EMPTY = {"format": FORMAT, "settings": {}, "sources": [], "metadata": {}, "words": 0, "skipped": {}}


def with_documents(*ids: str) -> Schema:
    return Schema(ARREST.events, ARREST.scores, ARREST.chains, ARREST.attested, ids)


def test_linked_sentences_come_first(corpus):
    (found,) = evidence([with_documents("court-1", "o'hara")], corpus)
    assert found["flee"] == [
        EvidenceQuote("court-1", "A dog fled.", 6, 10, True),
        EvidenceQuote("o'hara", "Bob robbed a bank and fled.", 22, 26, True),
        EvidenceQuote("court-1", "Ann fled.", 4, 8, False),
    ]
    assert found["arrest"] == [EvidenceQuote("court-1", "Officers arrested the dog.", 9, 17, True)]
    assert found["charge"] == []


def test_only_so_many_and_only_supporting_documents(corpus):
    one, none = evidence([with_documents("o'hara"), with_documents()], corpus, quotes=1)
    assert [quote.document for quote in one["flee"]] == ["o'hara"]
    assert one["arrest"] == []
    assert not any(none.values())


def test_a_schema_of_another_corpus_has_no_evidence(corpus):
    (found,) = evidence([Schema(("knit", "sew"), (0, 1), (), slots("knit SUBJ"), ("elsewhere",))], corpus)
    assert found == {"knit": [], "sew": []}
