"""The metrics against the test cases of the reference scorer and against their own definitions."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.language.coreference.metrics import CoreferenceScores, evaluate_clusters, evaluate_document

KEY_A = "a bc def"
DEDUPLICATED = {
    "muc": (1 / 3, 1 / 3),
    "b_cubed": (5 / 9, 17 / 42),
    "ceaf": (2.2 / 3, 2.2 / 4),
    "lea": (3 / 6, 2 / 7),
}
# (key, response, {metric: (recall, precision)}) as published with the reference scorer (TestCases.README).
PUBLISHED = {
    "A-1": (KEY_A, "a bc def", {"muc": (1, 1), "b_cubed": (1, 1), "ceaf": (1, 1), "lea": (1, 1)}),
    "A-2": (KEY_A, "a de", {"muc": (1 / 3, 1), "b_cubed": (7 / 18, 1), "ceaf": (0.6, 0.9), "lea": (2 / 6, 1)}),
    "A-3": (
        KEY_A,
        "a bcx defy z",
        {
            "muc": (1, 3 / 5),
            "b_cubed": (1, 55 / 108),
            "ceaf": ((1 + 4 / 5 + 6 / 7) / 3, (1 + 4 / 5 + 6 / 7) / 4),
            "lea": (1, (1 + 1 + 4 * 3 / 6) / 9),
        },
    ),
    "A-4": (KEY_A, "a bcx dy z", DEDUPLICATED),
    "A-5": (
        KEY_A,
        "a bcxB dy z",
        {
            "muc": (1 / 3, 1 / 4),
            "b_cubed": (5 / 9, 5 / 16),
            "ceaf": ((1 + 4 / 6 + 2 / 5) / 3, (1 + 4 / 6 + 2 / 5) / 4),
            "lea": (0.5, (1 + 4 / 6) / 8),
        },
    ),
    "A-6": (
        KEY_A,
        "a bcx dy Bz",
        {"muc": (1 / 3, 1 / 4), "b_cubed": (5 / 9, 17 / 48), "ceaf": (2.2 / 3, 0.55), "lea": (0.5, 2 / 8)},
    ),
    "A-7 repeated in the same cluster": (KEY_A, "a bcxb dy z", DEDUPLICATED),
    "A-8 repeated in another cluster": (KEY_A, "a bcx dy bz", DEDUPLICATED),
    "A-9 repeated ten times": (KEY_A, "a bcx dy bbbbbbbbbbz", DEDUPLICATED),
    "A-10": (KEY_A, "a b c d e f", {"muc": (0, 0), "b_cubed": (3 / 6, 1), "lea": (1 / 6, 1 / 6)}),
    "A-11": (KEY_A, "abcdef", {"muc": (1, 3 / 5), "b_cubed": (1, 7 / 18), "lea": (5 / 6, 4 / 15)}),
    "A-12": (KEY_A, "a x y c d e z", {"muc": (0, 0), "b_cubed": (13 / 36, 4 / 7), "lea": (1 / 6, 1 / 7)}),
    "A-13": (KEY_A, "axycdez", {"muc": (1 / 3, 1 / 6), "b_cubed": (17 / 36, 6 / 49), "lea": (1 / 6, 1 / 21)}),
    "B-1": ("ab cde", "bcx de", {"lea": (1 / 5, 2 / 5)}),
    "C-1": ("ab cde fg", "bcx de fg", {"lea": (3 / 7, 4 / 7)}),
    "D-1": (
        "12345 67 89ABC",
        "12345 6789ABC",
        {"muc": (1, 9 / 10), "b_cubed": (1, 16 / 21), "lea": (1, (5 + 7 * 11 / 21) / 12)},
    ),
    "E-1": (
        "12345 67 89ABC",
        "1234589ABC 67",
        {"muc": (1, 9 / 10), "b_cubed": (1, 7 / 12), "lea": (1, (10 * 20 / 45 + 2) / 12)},
    ),
    "F-1": ("ABCD", "AB CD", {"muc": (2 / 3, 1), "lea": (2 / 6, 1)}),
    "G-1": ("AB CD", "ABCD", {"muc": (1, 2 / 3), "lea": (1, 2 / 6)}),
    "H-1": ("ABCD", "ABCD", {"muc": (1, 1), "lea": (1, 1)}),
    "J-1": ("ABC", "AC", {"muc": (1 / 2, 1), "lea": (1 / 3, 1)}),
    "K-1": ("BCDEGHJ", "ABC DEF GHI", {"muc": (3 / 6, 3 / 6), "lea": (3 / 21, 3 / 9)}),
    "L-1": ("ABC DEFG", "AB CD FGH", {"muc": (2 / 5, 2 / 4), "lea": ((1 + 4 / 6) / 7, 3 / 7)}),
    "M-1": ("abcdef", "abcdef", {"muc": (1, 1), "b_cubed": (1, 1), "ceaf": (1, 1), "lea": (1, 1)}),
    "M-2": ("abcdef", "a b c d e f", {"muc": (0, 0), "lea": (0, 0)}),
    "M-6": ("abcdef", "ab cxy z", {"lea": (1 / 15, 2 / 6)}),
    "N-1": ("a b c d e f", "a b c d e f", {"muc": (0, 0), "b_cubed": (1, 1), "ceaf": (1, 1), "lea": (1, 1)}),
    "N-3": ("a b c d e f", "ab cde f", {"lea": (1 / 6, 1 / 6)}),
    "N-4": ("a b c d e f", "a b c x y z", {"muc": (0, 0), "lea": (0.5, 0.5)}),
}


@pytest.mark.parametrize(("key", "response", "expected"), PUBLISHED.values(), ids=PUBLISHED.keys())
def test_published_cases(key: str, response: str, expected: dict[str, tuple[float, float]]) -> None:
    scores = evaluate_document(key.split(), response.split())
    for metric, (recall, precision) in expected.items():
        score = getattr(scores, metric)
        assert (score.recall, score.precision) == (pytest.approx(recall), pytest.approx(precision)), metric


def test_conll_score_is_the_mean_of_three() -> None:
    scores = evaluate_document(KEY_A.split(), ["a", "de"])
    assert scores.conll_f1 == pytest.approx((0.5 + 0.56 + 0.72) / 3)


def test_a_corpus_adds_numerators_and_denominators() -> None:
    scores = evaluate_clusters([(["abcd"], ["ab", "cd"]), (["ef"], ["ef"])])
    assert (scores.muc.recall, scores.muc.precision) == (3 / 4, 1.0)
    assert scores.mentions.f1 == 1.0


def test_an_empty_response_scores_nothing() -> None:
    scores = evaluate_document(["ab"], [])
    assert scores.conll_f1 == 0.0
    assert scores.b_cubed.recall_denominator == 2


@st.composite
def partitions(draw: st.DrawFn) -> list[list[int]]:
    """Clusters of some of seven mentions."""
    places = draw(st.lists(st.integers(0, 4), min_size=1, max_size=7))
    return [[m for m, place in enumerate(places) if place == c] for c in range(1, 5) if c in places]


@settings(max_examples=60, deadline=None)
@given(partitions(), partitions())
def test_swapping_key_and_response_swaps_recall_and_precision(key: list[list[int]], response: list[list[int]]) -> None:
    there, back = evaluate_document(key, response), evaluate_document(response, key)
    for metric in ("mentions", "muc", "b_cubed", "ceaf", "lea"):
        one, other = getattr(there, metric), getattr(back, metric)
        assert (one.recall, one.precision) == pytest.approx((other.precision, other.recall))
        assert 0 <= one.recall <= 1 + 1e-9
        assert 0 <= one.precision <= 1 + 1e-9


@settings(max_examples=40, deadline=None)
@given(partitions())
def test_a_perfect_response(key: list[list[int]]) -> None:
    scores: CoreferenceScores = evaluate_document(key, key)
    if key:
        assert scores.b_cubed.f1 == scores.lea.f1 == scores.mentions.f1 == pytest.approx(1)
        assert scores.ceaf.f1 == pytest.approx(1)
        assert scores.muc.f1 == (1 if any(len(cluster) > 1 for cluster in key) else 0)


@settings(max_examples=60, deadline=None)
@given(partitions(), partitions())
def test_ceaf_aligns_as_well_as_trying_all_alignments(key: list[list[int]], response: list[list[int]]) -> None:
    small, large = sorted((key, response), key=len)
    best = max(
        sum(
            2 * len(set(a) & set(b)) / (len(a) + len(b))
            for a, b in zip(small, [large[place] for place in order], strict=True)
        )
        for order in permutations(range(len(large)), len(small))
    )
    assert evaluate_document(key, response).ceaf.recall_numerator == pytest.approx(best)
