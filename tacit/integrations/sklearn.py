"""tacit as features for scikit-learn: what a text is about, and what happens in it.

>>> from sklearn.pipeline import make_pipeline
>>> from sklearn.naive_bayes import MultinomialNB
>>> texts = ["Ann ordered tea.", "Bob ordered soup.", "The dog barked.", "A dog barked at Bob."]
>>> model = make_pipeline(EventVectorizer(), MultinomialNB()).fit(texts, ["meal", "meal", "dog", "dog"])
>>> model.predict(["She ordered a salad."]).tolist()
['meal']
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self

from tacit import reader
from tacit.documents import Document
from tacit.errors import MissingExtraError, UnknownNameError, UsageError
from tacit.reader import Reading
from tacit.views import EventRecord, Views

try:
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.utils.validation import check_is_fitted
except ModuleNotFoundError as error:
    raise MissingExtraError("scikit-learn", "neural") from error

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

UNITS = ("event", "event and object", "subject, event and object")
"""What `EventVectorizer` may count."""
WEIGHTS = ("probability", "share", "present")
"""How `ScenarioVectorizer` may weigh a scenario."""


class _ReadingVectorizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Reads texts and counts what is in them; learns which names there are."""

    def fit(self, texts: Iterable[str | Document | Reading], y: Any = None) -> Self:
        """Learn the columns."""
        self.fit_transform(texts, y)
        return self

    def fit_transform(self, texts: Iterable[str | Document | Reading], y: Any = None) -> Any:
        """Learn the columns, and return the matrix; each text is read once."""
        self._check_options()
        self.vectorizer_ = DictVectorizer()
        return self.vectorizer_.fit_transform([self._features(text) for text in _each(texts)])

    def transform(self, texts: Iterable[str | Document | Reading]) -> Any:
        """A sparse matrix with a row for each text; what was not there in training has no column."""
        check_is_fitted(self, "vectorizer_")
        return self.vectorizer_.transform([self._features(text) for text in _each(texts)])

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[np.str_]:
        """The names of the columns."""
        check_is_fitted(self, "vectorizer_")
        names: npt.NDArray[np.str_] = self.vectorizer_.get_feature_names_out()
        return names

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags

    @abstractmethod
    def _check_options(self) -> None: ...

    @abstractmethod
    def _features(self, text: str | Document | Reading) -> Mapping[str, float]: ...


class ScenarioVectorizer(_ReadingVectorizer):
    """Texts as the everyday activities that they are about: a column for each scenario.

    `weight` says what stands in it: the highest `probability` of a passage, the `share` of the text's characters that
    its passages have, or 1 where it is `present`.

    >>> from tacit.documents import Annotation, Layer
    >>> passage = Annotation.of(0, 15, "having tea", source="me", probability=0.8)
    >>> text = Document("We drank tea.  Then we left it.", layers=[Layer("scenarios", [passage])])
    >>> vectorizer = ScenarioVectorizer().fit([text])
    >>> vectorizer.get_feature_names_out().tolist(), vectorizer.transform([text]).toarray().tolist()
    (['having tea'], [[0.8]])
    """

    def __init__(self, weight: str = "probability") -> None:
        self.weight = weight

    def _check_options(self) -> None:
        if self.weight not in WEIGHTS:
            raise UnknownNameError("weight", self.weight, WEIGHTS)

    def _features(self, text: str | Document | Reading) -> Mapping[str, float]:
        views = _read(text, "scenarios")
        found: dict[str, float] = {}
        for passage in views.scenarios:
            probability = 1.0 if passage.probability is None else passage.probability
            if self.weight == "share":
                share = (passage.end - passage.start) / max(1, len(views.text))
                found[passage.label] = found.get(passage.label, 0.0) + share
            else:
                value = probability if self.weight == "probability" else 1.0
                found[passage.label] = max(found.get(passage.label, 0.0), value)
        return found


class EventVectorizer(_ReadingVectorizer):
    """Texts as what happens in them: a column for each event, with how often it is told.

    `unit` is what counts as one event: the `event` alone (*order*), the `event and object` (*order tea*), or `subject,
    event and object` (*Ann order tea*).

    >>> vectorizer = EventVectorizer(unit="event and object").fit(["Ann ordered tea. Bob ordered tea."])
    >>> vectorizer.get_feature_names_out().tolist(), vectorizer.transform(["Eve ordered tea."]).toarray().tolist()
    (['order tea'], [[1.0]])
    """

    def __init__(self, unit: str = "event") -> None:
        self.unit = unit

    def _check_options(self) -> None:
        if self.unit not in UNITS:
            raise UnknownNameError("unit", self.unit, UNITS)

    def _features(self, text: str | Document | Reading) -> Mapping[str, float]:
        return Counter(self._name(event) for event in _read(text, "events").events)

    def _name(self, event: EventRecord) -> str:
        parts = {
            "event": (event.does,),
            "event and object": (event.does, event.what),
            "subject, event and object": (event.who, event.does, event.what),
        }[self.unit]
        return " ".join(part for part in parts if part)


_ADDED_BY = {"scenarios": "scenarios", "events": "language"}
"""A layer, and the capability that adds it."""


def _read(text: str | Document | Reading, layer: str) -> Views:
    """What is known of a text; it is read only if nobody has yet. A string is always a text, never a path."""
    if isinstance(text, Reading):
        text = text.document
    document = text if isinstance(text, Document) else Document(str(text))
    if layer in document.layers:
        return Views(document)
    return reader.read(document, only=[_ADDED_BY[layer]])


def _each(texts: Iterable[str | Document | Reading]) -> Iterable[str | Document | Reading]:
    if isinstance(texts, str):
        raise UsageError("give a list of texts, not a single string")
    return texts
