"""Where a story stops making sense, for `tacit read`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tacit.capability import Block, Facts, Passages, Section, Table
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.endings.features.surface import words
from tacit.language.analysed import Analysed
from tacit.language.english import ENOUGH_OF_A_STORY, looks_english
from tacit.language.english.kinds import MIXED, STORY
from tacit.language.english.tense import tells
from tacit.language.english.wordlists import word_list
from tacit.llm import Model
from tacit.text import cut_at_word
from tacit.values import Features

COHERENCE = "coherence"
"""The layer: each sentence but the first, labelled `follows` or `odd`, with its `probability` and `nearness`."""
TITLE = "Does it make sense?"
FOLLOWS, ODD = "follows", "odd"
SOURCE = "endings"
LONGEST_QUOTE = 160
"""Characters of an odd sentence that are shown."""
_FEWEST, _MOST = 4, 1000
"""Sentences a text must have, and may have, to be judged: each is compared with each."""
_TOLD = 0.5
"""Share of sentences that tell what happened, from which a text is a story."""
_PEOPLE = word_list("pronouns", "speaker", "person", "several")


Ask = Callable[[Sequence[str], Sequence[float]], Sequence[float]]
"""Somebody else's word: sentences and how likely each but the first follows in, the latter out."""


class Endings:
    """How well each sentence of a story follows from those before."""

    name = "endings"
    fits = (STORY, MIXED)
    needs = (SENTENCES,)
    adds = (COHERENCE,)

    def __init__(self, ask: Ask | None = None) -> None:
        self._ask = ask

    def asking(self, model: Model, share: float) -> Endings:
        """The same, with a language model's word on the least certain share of the sentences."""
        from tacit.endings.asking import belong

        return Endings(lambda sentences, said: belong(model, sentences, said, share))

    def annotate(self, text: Analysed) -> Iterator[Layer]:
        """The layer `coherence`; it is empty where the text is no story."""
        yield Layer(COHERENCE, _judged(text.document, self._ask) if is_story(text.document) else ())

    def section(self, document: Document) -> Section:
        """The text with its odd sentences marked, and a line each."""
        return Section(TITLE, _blocks(document))


def _judged(document: Document, ask: Ask | None = None) -> Iterator[Annotation]:
    """How well each sentence but the first follows."""
    from tacit.endings.coherence.model import coherence, revised

    sentences = list(document.sentences)
    told = [" ".join(document.text_of(sentence).split()) for sentence in sentences]
    judged = coherence(told)
    if ask is not None:
        judged = revised(judged, ask(told, [each.probability for each in judged]))
    for each in judged:
        features = Features({"probability": each.probability, "nearness": each.nearness})
        yield Annotation(sentences[each.sentence].spans, (ODD if each.odd else FOLLOWS,), features, SOURCE)


def is_story(document: Document) -> bool:
    """Does the text tell what happened to somebody? A cheap look at its words; the sentences must be there.

    Instructions, news in the present tense, lists and texts in other languages are no stories.
    """
    if not _FEWEST <= len(document.sentences) <= _MOST or not looks_english(document.text, enough=ENOUGH_OF_A_STORY):
        return False
    told = [tells(words(document.text_of(sentence))) for sentence in document.sentences]
    return sum(told) >= _TOLD * len(told) and bool(_PEOPLE.intersection(words(document.text)))


def _blocks(document: Document) -> tuple[Block, ...]:
    judged = document.layer(COHERENCE)
    if not judged:
        return (Facts((("story to judge", "no"),)),)
    odd = [each for each in judged if each.label == ODD]
    facts = Facts((("sentences judged", str(len(judged))), ("that do not follow", str(len(odd)))))
    if not odd:
        return (facts,)
    rows = tuple(
        (f"“{cut_at_word(document.text_of(each), LONGEST_QUOTE)}”", f"{each.features['probability']:.0%}")
        for each in odd
    )
    return (facts, Passages(COHERENCE), Table(("does not seem to follow", "belongs here"), rows))
