from math import log2

import pytest

from tacit.errors import InputError
from tacit.scenarios.evaluate import contributions, evaluate, segment_starts, text_label
from tacit.scenarios.task import NONE, Detection, Narrative, Scored

TEA, CAKE, PARTY = "making tea", "baking a cake", "throwing a party"


def narrative(id, *labels):
    return Narrative(id, tuple(f"{id} {place}" for place in range(len(labels))), labels)


def detection(*labels, starts=(0,)):
    rankings = []
    for best in labels:
        best = best if isinstance(best, tuple) else (best,)
        others = [label for label in (NONE, TEA, CAKE, PARTY) if label not in best]
        rankings.append(tuple(Scored(label, 0.5 / (place + 1)) for place, label in enumerate((*best, *others))))
    return Detection(tuple(rankings), tuple(starts))


def test_micro_counts_over_all_sentences():
    gold = [narrative("a", (TEA,), (TEA, CAKE), (), ())]
    found = [detection(TEA, (TEA, PARTY), CAKE, NONE, starts=(0, 2))]
    figures = evaluate(gold, found)
    # tp 1 + 0.5, fp 0 + 1 + 1, fn 0.5
    assert figures.precision == pytest.approx(1.5 / 3.5)
    assert figures.recall == pytest.approx(1.5 / 2)
    assert (figures.n, figures.sentences) == (1, 4)


def test_the_gold_bound_ignores_sentences_about_nothing():
    gold = [narrative("a", (TEA,), ())]
    found = [detection(TEA, CAKE)]
    assert evaluate(gold, found).precision == 0.5
    bound = evaluate(gold, found, gold_sentences_only=True)
    assert (bound.precision, bound.recall) == (1, 1)


def test_each_scenario_and_its_confusions():
    gold = [narrative("a", (TEA,), (TEA,), (CAKE,)), narrative("b", (CAKE,), (PARTY,)), narrative("c", ())]
    found = [detection(TEA, CAKE, CAKE), detection(CAKE, TEA), detection(NONE)]
    figures = evaluate(gold, found)
    scores = {score.label: score for score in figures.scenarios}
    assert (scores[TEA].precision, scores[TEA].recall, scores[TEA].sentences) == (0.5, 0.5, 2)
    assert scores[CAKE].recall == 1
    assert figures.scenarios[0].label == CAKE
    [first, second] = sorted(figures.confusions, key=lambda each: each.gold)
    assert (first.gold, first.predicted, first.sentences) == (TEA, CAKE, 1)
    assert first.pmi == pytest.approx(0.585, abs=0.001)  # together in 1 of 3 texts, alone in 1 and 2: log2(1·3 / 1·2)
    assert (second.gold, second.predicted, second.pmi) == (PARTY, TEA, 0)


def test_shares_of_the_most_frequent_confusions():
    """Twelve pairs, of which the n-th is confused n times: the ten most frequent are 3 + … + 12 of 1 + … + 12."""
    others = [f"scenario {number}" for number in range(1, 13)]
    gold = [narrative(label, *[(label,)] * number) for number, label in enumerate(others, 1)]
    found = [detection(*[TEA] * number) for number in range(1, 13)]
    shares = evaluate([*gold, narrative("none", ())], [*found, detection(CAKE)]).confusion_shares
    assert shares == {"top_10": pytest.approx(75 / 78), "top_100": 1}
    assert evaluate([narrative("a", (TEA,))], [detection(TEA)]).confusion_shares == {"top_10": None, "top_100": None}


def test_a_scenario_has_its_highest_pmi_with_any_other():
    texts = [narrative("a", (TEA,), (CAKE,)), narrative("b", (TEA,), (CAKE,)), narrative("c", (TEA,), (PARTY,))]
    texts += [narrative("d", (PARTY,)), narrative("e", ())]
    scores = {
        score.label: score for score in evaluate(texts, [detection(*[TEA] * len(text)) for text in texts]).scenarios
    }
    assert scores[TEA].pmi == pytest.approx(log2(2 * 5 / (3 * 2)))  # with cake; with the party it is log2(1·5 / 3·2)
    assert scores[CAKE].pmi == pytest.approx(log2(2 * 5 / (3 * 2)))
    assert scores[PARTY].pmi == 0  # never with cake, and with tea less often than by chance


def test_correlations_of_section_5_3():
    gold = [narrative("a", (TEA,), (TEA,), (TEA,)), narrative("b", (CAKE,), (CAKE,)), narrative("c", (PARTY,))]
    found = [detection(TEA, TEA, TEA), detection(CAKE, TEA), detection(TEA)]
    correlations = evaluate(gold, found).correlations
    assert correlations["recall_pmi"] is None  # no two share a text
    assert correlations["f1_sentences"] > 0.8
    assert set(correlations) == {"recall_pmi", "f1_pmi", "precision_sentences", "f1_sentences"}


def test_boundaries_are_where_labels_change():
    assert segment_starts([(TEA,), (TEA,), (), (), (CAKE, TEA), (TEA, CAKE)]) == [0, 2, 4]
    labels = [(TEA,)] * 4 + [(CAKE,)] * 4
    perfect = evaluate([narrative("a", *labels)], [detection(*[TEA] * 8, starts=(0, 4))])
    assert (perfect.pk, perfect.windowdiff) == (0, 0)
    blind = evaluate([narrative("a", *labels)], [detection(*[TEA] * 8, starts=(0,))])
    assert blind.pk == pytest.approx(1 / 3)


def test_one_label_a_text():
    gold = [narrative("a", (TEA,), (TEA,), (TEA,)), narrative("b", (CAKE,)), narrative("c", (CAKE,), (TEA,))]
    found = [detection(TEA, CAKE, TEA), detection(TEA), detection(TEA, TEA)]
    assert text_label(found[0]) == TEA
    assert text_label(Detection(found[0].rankings, (0,), whole=CAKE)) == CAKE
    assert evaluate(gold, found).text_accuracy == 0.5  # the third is about two scenarios and does not count


def test_the_label_of_a_text_is_never_none():
    assert text_label(detection(NONE, NONE)) != NONE
    assert text_label(Detection((), ())) == NONE


def test_figures_are_plain_json():
    plain = evaluate([narrative("a", (TEA,))], [detection(TEA)]).to_dict()
    assert plain["pk"] is None
    assert plain["scenarios"] == ({"label": TEA, "sentences": 1, "precision": 1, "recall": 1, "f1": 1, "pmi": 0},)


def test_nothing_to_evaluate_on_is_an_error():
    with pytest.raises(InputError, match="no text"):
        evaluate([], [])
    with pytest.raises(InputError, match="'a' has no gold labels"):
        evaluate([Narrative("a", ("One.",))], [detection(TEA)])


def test_what_each_text_adds_comes_to_the_figures_of_all():
    gold = [
        narrative("a", (TEA,), (TEA, CAKE), (), (CAKE,)),
        narrative("b", (CAKE,), (CAKE,)),
        narrative("c", (PARTY,)),
    ]
    found = [detection(TEA, (TEA, PARTY), CAKE, NONE, starts=(0, 2)), detection(CAKE, TEA), detection(PARTY)]
    for bound in (False, True):
        figures = evaluate(gold, found, gold_sentences_only=bound)
        for name, measured in contributions(gold, found, gold_sentences_only=bound).items():
            assert measured.of_all() == pytest.approx(getattr(figures, name)), name
