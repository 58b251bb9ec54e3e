"""Settings of the ranker, chosen in folds of documents."""

from __future__ import annotations

from dataclasses import replace

import pytest
from language.coreference.hand_parses import ANN

from tacit.errors import UsageError
from tacit.language.coreference import trial as trials
from tacit.language.coreference.gold import GoldDocument
from tacit.learning.nested import nested
from tacit.learning.settings import settings

pytest.importorskip("torch")
GOLD = GoldDocument("ann", ANN, [[(0, 1), (6, 7), (10, 11)], [(2, 5), (8, 9), (13, 15)]])
SMALL = ["encoding=6", "hidden=7", "product=3", "second_hidden=4"]


def test_documents_are_learnt_in_folds(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = {"gold": [replace(GOLD, id=str(n)) for n in range(4)], "novels": [GOLD] * 2}
    monkeypatch.setattr(trials, "read_gold", lambda folder: documents[folder])
    monkeypatch.setattr(trials, "copy_groups", lambda texts: list(range(len(list(texts)))))  # they are all one text
    found = trials.trial("ranker", ["gold"], ["litbank=novels"])
    report = nested(found.task, found.items, found.groups, settings([*SMALL, "epochs=1,2"]), outer=2, inner=0)
    assert (report.items, report.metric, len(report.options)) == (4, "conll_f1", 2)
    assert 0 <= report.outer <= 1


def test_copies_of_a_document_stay_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "read_gold", lambda folder: [GOLD, GOLD])
    assert list(trials.trial("ranker", ["gold"]).groups) == [0, 0]


@pytest.mark.parametrize(
    ("system", "also", "words"),
    [("sieve", [], "is not trained"), ("ranker", ["news=gold"], "no style of annotation 'news'")],
)
def test_what_cannot_be_chosen(monkeypatch: pytest.MonkeyPatch, system: str, also: list[str], words: str) -> None:
    monkeypatch.setattr(trials, "read_gold", lambda folder: [GOLD])
    with pytest.raises(UsageError, match=words):
        trials.trial(system, ["gold"], also)
