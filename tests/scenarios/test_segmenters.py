from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import UsageError
from tacit.scenarios.features.topics import SHIPPED, TopicModel
from tacit.scenarios.segmenters import SEGMENTERS, segmenter
from tacit.scenarios.segmenters.changes import ChangePoints
from tacit.scenarios.segmenters.lexical import stems
from tacit.scenarios.segmenters.optimal import OptimalSegmenter
from tacit.scenarios.segmenters.texttiling import TextTiling
from tacit.scenarios.segmenters.tiling import coherence, depths, sparse_coherence, threshold, tile
from tacit.scenarios.segmenters.topictiling import PAPER_X, TopicTiling, sentence_topics

TEA = ["kettle", "tea", "cup", "boil", "pour"]
BUS = ["bus", "stop", "driver", "ticket", "seat"]
TWO_TOPICS = TopicModel([*TEA, *BUS], np.array([[9, 0]] * 5 + [[0, 9]] * 5))
COFFEE_THEN_BUS = [
    "The kettle began to boil on the stove.",
    "I poured the water from the kettle over the coffee.",
    "The coffee smelled strong, and the kettle was empty.",
    "The bus was late again.",
    "On the bus the driver sold me a ticket.",
    "I showed the ticket to the driver and left the bus.",
]


def by_hand(values: list[float], gap: int) -> float:
    """Hearst's depth of one gap, by walking uphill on both sides."""
    left = right = gap
    while left > 0 and values[left - 1] >= values[left]:
        left -= 1
    while right < len(values) - 1 and values[right + 1] >= values[right]:
        right += 1
    return values[left] + values[right] - 2 * values[gap]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 6).map(lambda n: n / 6), max_size=12))
def test_depths_are_those_of_a_walk_uphill_from_each_valley(values: list[float]) -> None:
    found = depths(values)
    for gap, depth in found.items():
        assert depth == pytest.approx(by_hand(values, gap))
        assert depth > 0
    strict = [gap for gap in range(1, len(values) - 1) if values[gap - 1] > values[gap] < values[gap + 1]]
    assert set(strict) <= set(found)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=2, max_size=8),
    st.integers(1, 3),
)
def test_coherence_is_the_cosine_of_the_two_blocks(rows: list[list[int]], window: int) -> None:
    found = coherence(rows, window)
    bags = [Counter({str(place): count for place, count in enumerate(row)}) for row in rows]
    assert len(found) == len(rows) - 1
    for gap in range(1, len(rows)):
        left = np.sum(rows[max(0, gap - window) : gap], axis=0)
        right = np.sum(rows[gap : gap + window], axis=0)
        lengths = math.sqrt(left @ left) * math.sqrt(right @ right)
        assert found[gap - 1] == pytest.approx(left @ right / lengths if lengths else 0.0)
    assert sparse_coherence(bags, window) == pytest.approx(found)


def test_a_flat_valley_is_one_boundary_and_a_flat_text_none() -> None:
    assert depths([1.0, 0.25, 0.25, 0.25, 1.0]) == {2: 1.5}
    assert depths([0.5, 0.5, 0.5]) == {}
    assert tile([0.5, 0.5, 0.5], x=1.0) == [0]


def test_the_threshold_is_the_papers_formula() -> None:
    found = {1: 1.0, 4: 3.0}
    assert threshold(found, x=2.0) == pytest.approx(2.0 - 1.0 / 2)
    assert threshold(found, x=-1.0) == pytest.approx(3.0)


def test_the_papers_x_lets_every_valley_pass_and_a_negative_x_only_deep_ones() -> None:
    scores = [0.9, 0.8, 0.9, 0.1, 0.9, 0.8, 0.9]
    assert tile(scores, PAPER_X) == [0, 2, 4, 6]
    assert tile(scores, -2.0) == [0, 4]


def test_a_text_with_a_single_valley_is_split_there() -> None:
    assert tile([0.9, 0.1, 0.9], PAPER_X) == tile([0.9, 0.1, 0.9], -1.0) == [0, 2]


def test_a_sentence_is_the_weight_of_its_words_best_topics() -> None:
    rows = sentence_topics([("tea", "cup", "bus"), ("driver",), ("xyzzy",)], TWO_TOPICS)
    assert rows.sum(1) == pytest.approx([1, 1, 0])
    assert rows[0, 0] == pytest.approx(2 / 3, abs=0.01)
    assert rows[1] == pytest.approx([0, 1])


def test_topic_tiling_splits_where_topics_change() -> None:
    words = [("kettle", "boil"), ("tea", "cup"), ("pour", "tea"), ("bus", "stop"), ("driver", "ticket"), ("seat",)]
    tiling = TopicTiling(TWO_TOPICS, window=2)
    assert tiling.coherence(words)[2] == pytest.approx(0, abs=0.01)
    assert TopicTiling(TWO_TOPICS, window=2, x=1.0).starts_of(words) == [0, 3]


@pytest.mark.models
def test_topic_tiling_reads_sentences() -> None:
    assert TopicTiling(TWO_TOPICS, x=1.0).starts(COFFEE_THEN_BUS) == [0, 3]


def test_text_tiling_splits_where_words_change() -> None:
    assert TextTiling(window=3).starts(COFFEE_THEN_BUS) == [0, 3]


def cost_by_hand(sentences: list[list[str]], starts: list[int]) -> float:
    """Utiyama and Isahara's description length, token by token."""
    tokens = [word for sentence in sentences for word in sentence]
    vocabulary, price = len(set(tokens)), math.log(max(len(tokens), 2))
    total = 0.0
    for start, end in zip(starts, [*starts[1:], len(sentences)], strict=True):
        segment = [word for sentence in sentences[start:end] for word in sentence]
        counts = Counter(segment)
        total += price - sum(math.log((counts[word] + 1) / (len(segment) + vocabulary)) for word in segment)
    return total


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from(["tea", "cup", "bus", "seat"]), max_size=4), min_size=1, max_size=7))
def test_optimal_is_the_cheapest_of_all_segmentations(sentences: list[list[str]]) -> None:
    texts = [" ".join(sentence) for sentence in sentences]
    found = OptimalSegmenter().starts(texts)
    inner = range(1, len(sentences))
    every = ([0, *cuts] for size in range(len(sentences)) for cuts in combinations(inner, size))
    cheapest = min(cost_by_hand(stems(texts), starts) for starts in every)
    assert cost_by_hand(stems(texts), found) == pytest.approx(cheapest)


def test_optimal_splits_long_texts_at_the_bound() -> None:
    assert OptimalSegmenter(longest=4).starts(["tea"] * 10)[-1] >= 6


@pytest.mark.models
@pytest.mark.parametrize("name", SEGMENTERS)
def test_every_segmenter_starts_at_zero_and_takes_any_text(name: str) -> None:
    options = {"topics": TWO_TOPICS} if name == "topictiling" else {}
    found = segmenter(name, **options)
    assert found.starts([]) == []
    assert found.starts(["Tea."]) == [0]
    assert found.starts(["", " ", "???"])[0] == 0
    starts = found.starts(COFFEE_THEN_BUS)
    assert starts[0] == 0
    assert starts == sorted(set(starts))
    assert starts[-1] < len(COFFEE_THEN_BUS)


@pytest.mark.models
def test_embeddings_split_where_meaning_changes() -> None:
    assert segmenter("embedding").starts(COFFEE_THEN_BUS) == [0, 3]


@pytest.mark.models
def test_the_topics_that_ship_split_everyday_prose() -> None:
    laundry = [
        "She sorted the laundry.",
        "The clothes went into the washer with detergent.",
        "Then she used the dryer.",
    ]
    dentist = ["The dentist looked at his teeth.", "He drilled a cavity in a tooth.", "The dentist filled the tooth."]
    assert segmenter("topictiling").starts([*laundry, *dentist]) == [0, 3]
    assert sum(file.stat().st_size for file in SHIPPED.iterdir()) < 3_000_000


def test_an_unknown_segmenter_is_named() -> None:
    with pytest.raises(UsageError, match="there is no segmenter 'c99'; there are topictiling"):
        segmenter("c99")


@given(
    st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=3), min_size=1, max_size=7),
    st.integers(0, 9),
)
def test_change_points_are_the_cheapest_of_all_segmentations(words: list[list[str]], seed: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(len(words), 3)).astype(np.float32)
    split = ChangePoints(meaning=2.0, penalty=0.3, cost=0.7)

    def price(starts: list[int]) -> float:
        """By the definition: words of each segment, squared distances from its mean, and a price for each."""
        vocabulary, length = len({word for row in words for word in row}), sum(map(len, words))
        centred = vectors.astype(float) - vectors.mean(0)
        spread = (centred**2).sum() / len(words)
        total = 0.0
        for first, end in pairwise([*starts, len(words)]):
            own = [word for row in words[first:end] for word in row]
            total -= sum(math.log((own.count(word) + 1) / (len(own) + vocabulary)) for word in own)
            rows = centred[first:end]
            total += 2.0 * ((rows - rows.mean(0)) ** 2).sum()
            total += 0.7 * math.log(max(length, 2)) + 2.0 * 0.3 * spread * math.log(max(len(words), 2))
        return total

    every = [[0, *some] for size in range(len(words)) for some in combinations(range(1, len(words)), size)]
    found = split.split(words, vectors)
    assert price(found) == pytest.approx(min(map(price, every)), rel=1e-5, abs=1e-5)
