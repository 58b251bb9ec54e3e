from __future__ import annotations

from pathlib import Path

import pytest
from language.coreference.hand_parses import ANN

from tacit.documents import Annotation, Document, Layer
from tacit.language.coreference.evaluate import (
    contributions,
    evaluate,
    evaluate_documents,
    pronoun_links,
    score_documents,
    total,
)
from tacit.language.coreference.gold import GoldDocument, gold_clusters, read_gold, spaces_after
from tacit.language.coreference.task import Clusters, CoreferenceSystem, Mention
from tacit.language.parse import Parse

GOLD = [[(0, 1), (6, 7), (10, 11)], [(2, 5), (8, 9), (13, 15)]]


class Fixed(CoreferenceSystem):
    """Always the same clusters."""

    name = "fixed"

    def __init__(self, *clusters: list[tuple[int, int]]) -> None:
        self._clusters = clusters

    def resolve(self, parse: Parse) -> Clusters:
        return [[Mention(start, end, end - 1) for start, end in cluster] for cluster in self._clusters]


def test_a_perfect_system() -> None:
    result = evaluate_documents(Fixed(*GOLD), [GoldDocument("ann", ANN, GOLD)])
    assert result.to_dict()["conll_f1"] == pytest.approx(1)
    assert (result.n, result.pronoun_precision) == (1, 1.0)
    assert all(0 <= value <= 1 for name, value in result.to_dict().items() if name.endswith(("f1", "precision")))


def test_what_each_document_adds_comes_to_the_figures_of_all() -> None:
    documents = [GoldDocument("ann", ANN, GOLD), GoldDocument("other", ANN, GOLD[:1])]
    scored = score_documents(Fixed([(0, 1), (6, 7), (8, 9)], [(2, 5), (13, 15)]), documents)
    figures = total(scored).to_dict()
    for name, measured in contributions(scored).items():
        assert measured.of_all() == pytest.approx(figures[name]), name


def test_singletons_of_the_gold_standard_can_be_left_out() -> None:
    documents = [GoldDocument("ann", ANN, [*GOLD, [(11, 12)]])]
    assert evaluate_documents(Fixed(*GOLD), documents).scores.conll_f1 < 1
    assert evaluate_documents(Fixed(*GOLD), documents, singletons=False).scores.conll_f1 == pytest.approx(1)


def test_a_pronoun_is_judged_by_its_nearest_antecedent() -> None:
    wrong = Fixed([(0, 1), (8, 9)]).resolve(ANN)
    assert pronoun_links(ANN, GOLD, wrong) == [("it", False)]
    right = Fixed([(2, 5), (8, 9)]).resolve(ANN)
    assert pronoun_links(ANN, GOLD, right) == [("it", True)]
    opening = Fixed([(8, 9), (13, 15)]).resolve(ANN)
    assert pronoun_links(ANN, GOLD, opening) == []


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    evaluate_documents(Fixed(), [GoldDocument("a", ANN, GOLD)] * 3, progress=lambda *step: told.append(step))
    assert told == [("resolving", done, 3) for done in (1, 2, 3)]


def test_chains_of_a_document_as_token_ranges() -> None:
    tokens = Layer("tokens", [Annotation.of(0, 3, source="t"), Annotation.of(4, 8, source="t")])
    mentions = Layer(
        "mentions", [Annotation.of(0, 3, source="t", chain="1"), Annotation.of(0, 8, source="t", chain="2")]
    )
    document = Document("Ann sang", layers=[tokens, mentions])
    assert sorted(gold_clusters(document)) == [[(0, 1)], [(0, 2)]]


def test_spaces_as_in_ordinary_writing() -> None:
    words = ["He", "said", '"', "no", '"', ",", "well", "-", "known"]
    spaced = "".join(word + " " * space for word, space in zip(words, spaces_after(words), strict=True))
    assert spaced == 'He said "no", well-known '


@pytest.mark.models
def test_documents_with_blanked_words_are_left_out_with_a_remark(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def written(name: str, words: list[str]) -> None:
        chains = ["(1)", "_", "_", "(1)", "_", "_"]
        lines = [f"{number}\t{word}\t{chain}" for number, (word, chain) in enumerate(zip(words, chains, strict=True))]
        text = "\n".join([f"#begin document ({name}); part 0", *lines, "#end document", ""])
        (tmp_path / f"{name}.conll").write_text(text)

    written("GUM_reddit_pump", ["___", "____", "_", "___", "____", "."])
    written("GUM_news_form", ["Ann", "wrote", "_", "She", "left", "."])  # a blank to fill in is no blanked text
    assert [document.id for document in read_gold(tmp_path)] == ["GUM_news_form"]
    assert "'GUM_reddit_pump' has underscores in place of words and is left out" in caplog.text


@pytest.mark.models
def test_a_folder_of_conll_files(tmp_path: Path) -> None:
    rows = ["Ann", "sang", ".", "She", "left", "."]
    chains = ["(1)", "_", "_", "(1)", "_", "_"]
    lines = [f"{number}\t{word}\t{chain}" for number, (word, chain) in enumerate(zip(rows, chains, strict=True))]
    (tmp_path / "ann.conll").write_text("\n".join(["#begin document (ann); part 0", *lines, "#end document", ""]))
    result = evaluate(Fixed([(0, 1), (3, 4)]), tmp_path)
    assert (result.n, result.scores.conll_f1) == (1, pytest.approx(1))
