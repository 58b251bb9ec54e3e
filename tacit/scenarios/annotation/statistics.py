"""What a labelled corpus holds: Table 4 and Figure 2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tacit.documents import Document, Span
from tacit.scenarios.data import gold_labels, sentence_spans
from tacit.scenarios.inventory import Inventory
from tacit.scenarios.layers import scenario_layer, segments_of

BINS = ("zero", "one", "two", "three", "four", "five", "> five")
"""How many segments or scenarios a text has, as Figure 2 groups them."""


@dataclass(frozen=True, slots=True)
class ScenarioCount:
    """One row of Table 4."""

    label: str
    documents: int
    sentences: int
    segments: int

    @property
    def mean_length(self) -> float:
        """Sentences a segment."""
        return self.sentences / self.segments if self.segments else 0.0


@dataclass(frozen=True, slots=True)
class CorpusStatistics:
    """Counts over a corpus; the two histograms say how many texts have so many segments and scenarios."""

    documents: int
    sentences: int
    labelled_sentences: int
    multiply_labelled_sentences: int
    segments: int
    segments_per_text: dict[str, int]
    scenarios_per_text: dict[str, int]
    scenarios: tuple[ScenarioCount, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Text:
    """One text, counted; a segment with several labels is one segment."""

    labels: Sequence[tuple[str, ...]]
    segments: Sequence[tuple[Span, str]]

    @property
    def spans(self) -> set[Span]:
        return {span for span, _ in self.segments}

    @property
    def scenarios(self) -> set[str]:
        return {label for _, label in self.segments}


def statistics(documents: Iterable[Document], inventory: Inventory | None) -> CorpusStatistics:
    """Count a corpus. A text that says as a whole what it is about is one segment; one that does not has none."""
    texts = [_counted(document, inventory) for document in documents]
    sentences = [gold for text in texts for gold in text.labels]
    in_sentences = Counter(label for gold in sentences for label in gold)
    in_documents = Counter(label for text in texts for label in text.scenarios)
    in_segments = Counter(label for text in texts for _, label in set(text.segments))
    rows = [
        ScenarioCount(label, in_documents[label], in_sentences[label], in_segments[label]) for label in in_documents
    ]
    return CorpusStatistics(
        documents=len(texts),
        sentences=len(sentences),
        labelled_sentences=sum(bool(gold) for gold in sentences),
        multiply_labelled_sentences=sum(len(gold) > 1 for gold in sentences),
        segments=sum(len(text.spans) for text in texts),
        segments_per_text=_histogram(len(text.spans) for text in texts),
        scenarios_per_text=_histogram(len(text.scenarios) for text in texts),
        scenarios=tuple(sorted(rows, key=lambda row: (-row.sentences, row.label))),
    )


def _counted(document: Document, inventory: Inventory | None) -> _Text:
    spans = sentence_spans(document)
    labels = gold_labels(document, spans, inventory) or [()] * len(spans)
    if scenario_layer(document) is not None:
        return _Text(labels, [(segment.span, segment.label) for segment in segments_of(document, inventory)])
    whole = Span(0, len(document.text))
    return _Text(labels, [(whole, label) for label in dict.fromkeys(label for gold in labels for label in gold)])


def _histogram(counts: Iterable[int]) -> dict[str, int]:
    found = Counter(min(count, len(BINS) - 1) for count in counts)
    return {name: found[number] for number, name in enumerate(BINS)}
