"""Systems that are not ours: a spaCy component and a CoreNLP server."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
import spacy
from language.coreference.hand_parses import ANN, parse_of, spans
from spacy.tokens import Doc, SpanGroup

from tacit.errors import InputError, UsageError
from tacit.language import coreference
from tacit.language.coreference.systems.corenlp import CoreNLP
from tacit.language.coreference.systems.spacy_component import SpacyComponent, mention_at


def test_characters_become_mentions_with_heads() -> None:
    mention = mention_at(ANN, 10, 21)  # the old key
    assert mention is not None
    assert (mention.span, mention.head) == ((2, 5), 4)
    assert mention_at(ANN, 11, 12) == mention_at(ANN, 10, 13)
    assert mention_at(ANN, 3, 4) is None


def test_span_groups_of_a_spacy_component() -> None:
    nlp = spacy.blank("en")

    @spacy.Language.component("two_clusters")
    def two_clusters(doc: Doc) -> Doc:
        doc.spans["coref_clusters_1"] = SpanGroup(doc, spans=[doc[0:1], doc[6:7]])
        doc.spans["coref_clusters_2"] = SpanGroup(doc, spans=[doc[2:5], doc[8:9]])
        doc.spans["something_else"] = SpanGroup(doc, spans=[doc[0:2]])
        return doc

    nlp.add_pipe("two_clusters")
    assert spans(SpacyComponent(nlp).resolve(ANN)) == [[(0, 1), (6, 7)], [(2, 5), (8, 9)]]


def test_extension_attributes_of_a_spacy_component() -> None:
    nlp = spacy.blank("en")
    Doc.set_extension("coref_clusters", default=None, force=True)

    @spacy.Language.component("character_clusters")
    def character_clusters(doc: Doc) -> Doc:
        doc._.coref_clusters = [[(0, 3), (24, 27)]]
        return doc

    nlp.add_pipe("character_clusters")
    try:
        assert spans(SpacyComponent(nlp).resolve(ANN)) == [[(0, 1), (6, 7)]]
    finally:
        Doc.remove_extension("coref_clusters")


def test_a_pipeline_without_coreference_is_refused() -> None:
    with pytest.raises(UsageError, match="fills no coreference clusters"):
        SpacyComponent(spacy.blank("en")).resolve(ANN)


@contextmanager
def server(content: bytes, status: int = 200) -> Iterator[str]:
    """A server on this machine that always gives the same answer."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    running = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{running.server_port}"
    finally:
        running.shutdown()
        running.server_close()
        thread.join()


def answer(parse_text: str) -> bytes:
    """What CoreNLP says of 'Ann found the old key . She put it …', cut to what is read."""

    def token(begin: int, end: int) -> dict[str, int]:
        return {"characterOffsetBegin": begin, "characterOffsetEnd": end}

    first = [token(0, 3), token(4, 9), token(10, 13), token(14, 17), token(18, 21), token(22, 23)]
    second = [token(24, 27), token(28, 31), token(32, 34)]
    mentions = [
        {"sentNum": 1, "startIndex": 1, "endIndex": 2, "text": "Ann"},
        {"sentNum": 2, "startIndex": 1, "endIndex": 2, "text": "She"},
    ]
    return json.dumps({"sentences": [{"tokens": first}, {"tokens": second}], "corefs": {"3": mentions}}).encode()


def test_the_answer_of_a_corenlp_server() -> None:
    with server(answer(ANN.text)) as address:
        assert spans(CoreNLP(address).resolve(ANN)) == [[(0, 1), (6, 7)]]


@pytest.mark.parametrize(
    ("content", "status", "message"),
    [
        (b"no json", 200, "no JSON"),
        (b"[1]", 200, "no JSON object"),
        (b"{}", 200, "without sentences and corefs"),
        (b'{"sentences": [], "corefs": {"1": [{"sentNum": 5}]}}', 200, "without sentences and corefs"),
        (b"too long", 500, "refused the text: 500"),
    ],
)
def test_bad_answers_are_told_in_one_sentence(content: bytes, status: int, message: str) -> None:
    with server(content, status) as address, pytest.raises(InputError, match=message):
        CoreNLP(address).resolve(ANN)


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(InputError, match="does not answer"):
        CoreNLP("http://127.0.0.1:9", seconds=0.5).resolve(ANN)


def test_addresses_and_names_are_checked() -> None:
    with pytest.raises(UsageError, match="no address"):
        CoreNLP("ftp://somewhere")
    with pytest.raises(UsageError, match="there is no coreference system 'oracle'"):
        coreference.load("oracle")
    assert coreference.load("corenlp:localhost:9000").name == "corenlp:http://localhost:9000"


def test_the_sieve_is_found_by_name() -> None:
    parse = parse_of("run/run/VERB/VB/0/ROOT")
    assert coreference.load("sieve").resolve(parse) == []
