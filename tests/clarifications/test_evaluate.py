from dataclasses import replace

import numpy
import pytest
from clarifications.passages import shed, tea
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr
from sklearn.metrics import accuracy_score, confusion_matrix

from tacit.clarifications import CLASSES, Filler, Judgement
from tacit.clarifications.evaluate import contributions, evaluate, gold_labels, rank_correlation
from tacit.errors import InputError

GOOD, FAIR, BAD = Judgement(0.1, 0.1, 0.8, 4.6), Judgement(0.2, 0.6, 0.2, 3.1), Judgement(0.8, 0.1, 0.1, 1.4)


def test_perfect_judgements():
    figures = evaluate([tea(), shed()], [(GOOD, FAIR, BAD), (GOOD, BAD)])
    assert (figures.n, figures.sentences, figures.accuracy, figures.same_class) == (5, 2, 1.0, 0)
    assert figures.spearman == pytest.approx(0.9487, abs=1e-4)  # ties among the predicted scores
    assert figures.confusions == ((2, 0, 0), (0, 1, 0), (0, 0, 2))
    assert figures.recalls == {"IMPLAUSIBLE": 1.0, "NEUTRAL": 1.0, "PLAUSIBLE": 1.0}


def test_one_class_for_all_fillers_is_counted():
    figures = evaluate([tea(), shed()], [(GOOD, GOOD, GOOD), (GOOD, BAD)])
    assert figures.same_class == 1
    assert figures.accuracy == 0.6
    assert figures.phenomena["implicit reference"].accuracy == pytest.approx(1 / 3)
    assert figures.phenomena["implicit reference"].spearman is None
    assert figures.phenomena["noun compound"].n == 2
    assert "metonymy" not in figures.phenomena


def test_a_score_stands_for_a_missing_label():
    step = tea(fillers=(Filler("the kettle", None, 4.0), Filler("the cup", "NEUTRAL")))
    assert gold_labels(step) == ("PLAUSIBLE", "NEUTRAL")
    assert evaluate([step], [(GOOD, FAIR)]).spearman is None


def test_gold_is_needed():
    with pytest.raises(InputError, match="filler 2 of 'tea' has neither a label nor a score"):
        evaluate([tea(fillers=(Filler("a", "NEUTRAL"), Filler("b")))], [(FAIR, FAIR)])
    with pytest.raises(InputError, match="no filler"):
        evaluate([tea(fillers=())], [()])


@given(st.lists(st.tuples(st.sampled_from(CLASSES), st.sampled_from([GOOD, FAIR, BAD])), min_size=1, max_size=30))
def test_figures_agree_with_scikit_learn(pairs):
    steps = [tea(fillers=(Filler("it", label),)) for label, _ in pairs]
    figures = evaluate(steps, [(judgement,) for _, judgement in pairs])
    gold, predicted = [label for label, _ in pairs], [judgement.label for _, judgement in pairs]
    assert figures.accuracy == pytest.approx(accuracy_score(gold, predicted))
    assert [list(row) for row in figures.confusions] == confusion_matrix(gold, predicted, labels=CLASSES).tolist()


@pytest.mark.parametrize("option", [("--model", "other"), ("--limit", "3")])
def test_options_of_training_need_something_to_train_on(tacit, tmp_path, option):
    outcome = tacit("clarify", "evaluate", "--test", tmp_path, *option)
    assert outcome.code == 2
    assert "--model, --context, --shares and --limit are about training, so they need --train" in " ".join(
        outcome.stderr.split()
    )


def test_what_each_article_adds_comes_to_the_figures_of_all():
    steps, judged = [tea(), shed(), tea()], [(GOOD, FAIR, BAD), (BAD, GOOD), (BAD, BAD, GOOD)]
    figures, measured = evaluate(steps, judged), contributions(steps, judged)
    assert measured["accuracy"].of_all() == pytest.approx(figures.accuracy)
    assert measured["spearman"].of_all() == pytest.approx(figures.spearman)
    assert len(measured["accuracy"].documents) == len({step.title or number for number, step in enumerate(steps)})
    untitled = [replace(step, title="") for step in steps]
    assert len(contributions(untitled, judged)["spearman"].documents) == 3


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=20))
def test_the_rank_correlation_is_scipys(pairs):
    both = numpy.array(pairs, dtype=float)
    if len(set(both[:, 0])) > 1 and len(set(both[:, 1])) > 1:
        assert rank_correlation(both) == pytest.approx(spearmanr(both[:, 0], both[:, 1]).statistic)
    else:
        assert numpy.isnan(rank_correlation(both))
