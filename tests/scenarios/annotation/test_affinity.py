from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tacit.errors import InputError, TacitError, UsageError
from tacit.scenarios import Narrative
from tacit.scenarios.annotation import affinity
from tacit.scenarios.annotation.affinity import Affinity, ScoredDocument, ranked, write_ranking
from tacit.scenarios.features.topics import TopicRecipe

WORDS = {
    "making tea": "kettle tea cup pot",
    "riding a bus": "bus driver ticket seat",
    "baking a cake": "dough oven flour butter",
    "": "senate vote law minister",
}
QUICK = TopicRecipe(topics=6, iterations=150, most_texts=1.0)


@pytest.fixture(autouse=True)
def plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tagger: every word is a content word."""

    def content_words(sentences: Sequence[str], **_: object) -> list[tuple[str, ...]]:
        return [tuple(sentence.lower().rstrip(".").split()) for sentence in sentences]

    monkeypatch.setattr(affinity, "content_words", content_words)


def text(id: str, *labels: str) -> Narrative:
    """One sentence for each label, about that scenario or about nothing."""
    return Narrative(
        id, tuple(f"{WORDS[label]}." for label in labels), tuple((label,) if label else () for label in labels)
    )


def training(*labels: str, count: int = 8) -> list[Narrative]:
    return [text(f"{label} {number}", label) for number in range(count) for label in labels]


def test_texts_about_scenarios_rank_before_others_and_the_nearest_is_named() -> None:
    system = Affinity(topics=QUICK).fit(training(*WORDS), seed=1)
    new = [Narrative("law", ("minister senate",)), Narrative("tea", ("cup kettle",)), Narrative("bus", ("ticket bus",))]
    law, tea, bus = system.score(new)
    assert law.affinity < 0.5 < min(tea.affinity, bus.affinity)
    assert (tea.scenario, bus.scenario) == ("making tea", "riding a bus")
    assert tea.probability > 0.5
    assert [each.id for each in ranked([law, tea, bus])][-1] == "law"


def test_the_same_seed_gives_the_same_scores_and_a_folder_keeps_them(tmp_path: Path) -> None:
    texts = training(*WORDS)
    one, other = (Affinity(topics=QUICK).fit(texts, seed=3) for _ in range(2))
    one.save(tmp_path)
    scores = list(one.score(texts))
    assert list(other.score(texts)) == scores
    assert list(Affinity.load(tmp_path).score(texts)) == scores


@pytest.mark.parametrize("labels", [("making tea", ""), ("making tea", "riding a bus", "")])
def test_one_or_two_scenarios_are_enough(labels: tuple[str, ...], tmp_path: Path) -> None:
    Affinity(topics=QUICK).fit(training(*labels), seed=1).save(tmp_path)
    tea, law = Affinity.load(tmp_path).score([text("tea", "making tea"), text("law", "")])
    assert tea.scenario == "making tea"
    assert tea.affinity > law.affinity


def test_two_scenarios_are_named_by_two_rows_that_say_what_one_row_says() -> None:
    rows, targets = np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0]]), np.array([0, 0, 1])
    weights, bias = affinity._regression(rows, targets, 0)
    single, single_bias = affinity._regression(rows, targets == 1, 0)
    shares = np.exp(rows @ weights.T + bias)
    shares /= shares.sum(1, keepdims=True)
    assert shares[:, 1] == pytest.approx(1 / (1 + np.exp(-(rows @ single[0] + single_bias[0]))))


def test_a_text_about_several_scenarios_teaches_each_of_them() -> None:
    texts = [*training("riding a bus", ""), *(text(str(n), "making tea", "baking a cake") for n in range(8))]
    system = Affinity(topics=QUICK).fit(texts, seed=1)
    [mixed] = system.score([text("mixed", "making tea", "baking a cake")])
    assert mixed.scenario in ("making tea", "baking a cake")


@pytest.mark.parametrize(("labels", "missing"), [(("making tea",), "about no scenario"), (("",), "about a scenario")])
def test_both_kinds_of_texts_are_needed(labels: tuple[str, ...], missing: str) -> None:
    with pytest.raises(InputError, match=f"no training text is {missing}"):
        Affinity(topics=QUICK).fit(training(*labels))


def test_documents_without_words_are_scored_too() -> None:
    system = Affinity(topics=QUICK).fit(training(*WORDS), seed=1)
    empty, odd = system.score([Narrative("empty", ()), Narrative("odd", ("xyzzy",))])
    assert empty.affinity == odd.affinity
    assert list(system.score([])) == []


def test_an_untrained_model_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has not been trained"):
        list(Affinity().score([text("tea", "making tea")]))
    with pytest.raises(UsageError, match="has not been trained"):
        Affinity().save(tmp_path)


@pytest.mark.parametrize(("key", "value"), [("labels", []), ("labels", ["one"]), ("labels", 3), ("kind", "topics")])
def test_a_hostile_folder_gives_one_sentence(key: str, value: object, tmp_path: Path) -> None:
    Affinity(topics=QUICK).fit(training(*WORDS)).save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, key: value}))
    with pytest.raises(TacitError, match=str(tmp_path)) as caught:
        Affinity.load(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_ranking_is_a_table_with_tabs(tmp_path: Path) -> None:
    found = ranked(
        [
            ScoredDocument("b", 0.25, "making tea", 1.0),
            ScoredDocument("a\tx", 0.25, "riding a bus", 0.5),
            ScoredDocument("c", 0.9, "making tea", 0.7),
        ]
    )
    write_ranking(found, tmp_path / "ranked.tsv")
    assert (tmp_path / "ranked.tsv").read_text().splitlines() == [
        "rank\tid\taffinity\tscenario\tprobability",
        "1\tc\t0.9000\tmaking tea\t0.7000",
        "2\ta x\t0.2500\triding a bus\t0.5000",
        "3\tb\t0.2500\tmaking tea\t1.0000",
    ]
