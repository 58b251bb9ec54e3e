import sys

import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

from tacit import reader
from tacit.documents import Annotation, Document, Layer, Link
from tacit.errors import MissingExtraError, UnknownNameError, UsageError
from tacit.integrations.sklearn import EventVectorizer, ScenarioVectorizer
from tacit.reader import Reading


def told(*labels):
    """A text of ten characters for each scenario; the second time a label comes it is more probable."""
    passages = [
        Annotation.of(10 * at, 10 * at + 10, label, source="x", probability=(at + 1) / 10)
        for at, label in enumerate(labels)
    ]
    return Document("x" * 20, layers=[Layer("scenarios", passages)])


def drinks(verb, what):
    text = f"{verb} {what}"
    thing = Annotation.of(len(verb) + 1, len(text), source="x", id="thing")
    event = Annotation.of(0, len(verb), verb, source="x", links=[Link("OBJ", "thing")])
    return Document(text, layers=[Layer("participants", [thing]), Layer("events", [event, event])])


@pytest.mark.parametrize(
    ("weight", "row"), [("probability", [0.2, 0.0]), ("share", [1.0, 0.0]), ("present", [1.0, 0.0])]
)
def test_scenarios_are_weighed(weight, row):
    vectorizer = ScenarioVectorizer(weight).fit([told("tea"), told("train")])
    assert vectorizer.get_feature_names_out().tolist() == ["tea", "train"]
    assert vectorizer.transform([told("tea", "tea")]).toarray().tolist() == [row]


def test_events_are_counted():
    texts = [drinks("drink", "tea"), drinks("drink", "milk")]
    assert EventVectorizer().fit_transform(texts).toarray().tolist() == [[2], [2]]
    pairs = EventVectorizer("event and object").fit(texts)
    assert pairs.get_feature_names_out().tolist() == ["drink milk", "drink tea"]
    assert pairs.transform([drinks("spill", "tea")]).toarray().tolist() == [[0, 0]]


def test_a_text_is_read_for_what_is_needed_and_never_a_path(monkeypatch, tmp_path):
    asked = []

    def read(document, *, only=None):
        asked.append((document.text, only))
        return Reading(document, ())

    monkeypatch.setattr(reader, "read", read)
    (tmp_path / "a.txt").write_text("tea")
    monkeypatch.chdir(tmp_path)
    ScenarioVectorizer().fit(["a.txt"])
    EventVectorizer().fit(["a.txt", Reading(drinks("drink", "tea"), ())])
    assert asked == [("a.txt", ["scenarios"]), ("a.txt", ["language"])]


def test_in_a_pipeline_that_is_searched():
    texts = [told("tea"), told("train")] * 4
    labels = ["home", "away"] * 4
    search = GridSearchCV(
        make_pipeline(ScenarioVectorizer(), LogisticRegression()),
        {"scenariovectorizer__weight": ["share", "present"]},
        cv=2,
    ).fit(texts, labels)
    assert search.predict([told("train")]).tolist() == ["away"]
    assert search.best_score_ == 1.0


def test_clones_have_options_and_nothing_learnt():
    fitted = EventVectorizer(unit="event and object").fit([drinks("drink", "tea")])
    copy = clone(fitted)
    assert copy.get_params() == {"unit": "event and object"}
    with pytest.raises(NotFittedError):
        copy.transform([drinks("drink", "tea")])
    assert "event and object" in repr(copy)


def test_wrong_options_are_said_when_fitting():
    with pytest.raises(UnknownNameError, match="did you mean 'share'"):
        ScenarioVectorizer("shares").fit([])
    with pytest.raises(UnknownNameError, match="no unit 'verb'"):
        EventVectorizer("verb").fit([])
    with pytest.raises(UsageError, match="a list of texts"):
        EventVectorizer().fit("one text")


def test_without_scikit_learn_the_extra_is_named(monkeypatch):
    monkeypatch.delitem(sys.modules, "tacit.integrations.sklearn")
    monkeypatch.setitem(sys.modules, "sklearn.base", None)
    with pytest.raises(MissingExtraError, match=r"tacit\[neural\]"):
        __import__("tacit.integrations.sklearn")
