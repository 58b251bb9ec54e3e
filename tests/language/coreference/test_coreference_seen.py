"""Gold documents that a ranker has learnt from are left out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from language.coreference.hand_parses import ANN, parse_of

from tacit.language.coreference import experiment, gold
from tacit.language.coreference.seen import is_copy, learnt_from, seen_by, words_of_files
from tacit.seen import Seen

KEY = "Ann found the old key under a stone near the gate . She kept it ."
SHORT = parse_of("Bob/Bob/PROPN/NNP/2/nsubj left/leave/VERB/VBD/0/ROOT ././PUNCT/./2/punct")
BOAT = "Bob sold his small boat to a man from the next village . He missed it ."


def write(folder: Path, name: str, words: list[str]) -> None:
    chains = ["(1)" if word[0].isupper() else "_" for word in words]
    rows = [f"{place}\t{word}\t{chain}" for place, (word, chain) in enumerate(zip(words, chains, strict=True))]
    folder.mkdir(exist_ok=True)
    content = "\n".join([f"#begin document ({name}); part 0", *rows, "#end document", ""])
    (folder / f"{name}.conll").write_text(content)


def test_documents_are_known_by_their_words(tmp_path: Path) -> None:
    write(tmp_path / "gold", "key", KEY.split())
    seen = learnt_from(words_of_files([tmp_path / "gold"]))
    assert seen.is_copy(KEY) and not seen.is_copy(BOAT)


def test_rules_have_learnt_from_nothing_and_a_ranker_says(tmp_path: Path) -> None:
    assert seen_by("sieve") == Seen({}) == seen_by("spacy:some_pipeline")
    assert seen_by(f"ranker:{tmp_path}") is None
    learnt_from([KEY.split()]).save(tmp_path)
    known = seen_by(f"ranker-litbank:{tmp_path}")
    assert known is not None and known.is_copy(KEY)
    assert seen_by("ranker") is not None  # the shipped one


def test_evaluate_leaves_out_what_the_ranker_has_learnt_from(
    tacit: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Silent:
        def resolve(self, parse: object) -> list[object]:
            return []

    documents = [gold.GoldDocument("ann", ANN, [[(0, 1), (6, 7)]]), gold.GoldDocument("bob", SHORT, [])]
    monkeypatch.setattr(experiment, "read_gold", lambda path: documents)
    monkeypatch.setattr(experiment, "load", lambda name: Silent())
    seen = learnt_from([list(ANN.words)])
    assert [is_copy(document, seen) for document in documents] == [True, False]
    seen.save(tmp_path)
    arguments = ("language", "coreference", "evaluate", "--system", f"ranker:{tmp_path}", "--test", "x", "--json")
    done = tacit(*arguments)
    figures = json.loads(done.stdout)
    assert (figures["n"], figures["seen_in_training"]) == (1, 1)
    assert "1 of 2 documents stand in what" in done.stderr
    frame = experiment.run(experiment.CoreferenceOptions(test="x", system=f"ranker:{tmp_path}")).to_frame()
    assert frame["metric"].tolist() == ["muc", "b_cubed", "ceaf", "lea", "mentions"]
    figures = json.loads(tacit(*arguments, "--keep-seen").stdout)
    assert (figures["n"], figures["seen_in_training"]) == (2, 1)
    figures = json.loads(tacit(*arguments, "--keep-seen", "--against", "sieve").stdout)
    assert figures["comparison"]["documents"] == 2
    assert {each["difference"] for each in figures["comparison"]["metrics"]} <= {0, None}
    figures = json.loads(tacit(*arguments[:4], "sieve", *arguments[5:], "--against", f"ranker:{tmp_path}").stdout)
    assert (figures["n"], figures["comparison"]["documents"]) == (1, 1)  # neither may have seen a document
