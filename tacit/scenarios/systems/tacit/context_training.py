"""Training the network, with labelled texts and with documents that are put together from other texts and wordings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tacit.backbones.learning import Learner, content_hash, length_batches
from tacit.backbones.tokens import Tokenizer
from tacit.extras import require
from tacit.progress import Progress
from tacit.scenarios.systems.tacit.context import Context, prototype, sentence_tokens, stretches_of
from tacit.scenarios.systems.tacit.examples import Floats
from tacit.scenarios.systems.tacit.material import is_own
from tacit.scenarios.task import Narrative

if TYPE_CHECKING:
    from torch import Tensor

    from tacit.backbones.encoder import SentenceEncoder

EPOCHS = 6
COMPOSED = 1300
"""The most documents that are put together for each epoch; never more than there are texts to take them from."""
RATE, HEAD = 1.2e-4, 16.0
"""Learning rate, and how much faster the head learns."""
LABELLED = 2.0
"""What a sentence of a labelled text counts, where one of a composed document counts 1."""
GOING_ON: dict[str, Any] = {"epochs": 3, "composed": 250, "rate": 5e-5}
"""How a network goes on learning that has learnt before."""
TOKENS, DOCUMENTS = 3200, 12
"""The most tokens and documents of a step."""
_PARTS = (2, 5)
_NOTHING = 0.27
"""The share of passages that are about nothing."""
_LONGEST = 18

Sentence = tuple[str, tuple[str, ...]]
"""A sentence and what it is about."""


@dataclass(frozen=True)
class Lesson:
    """A stretch of text with the labels of its sentences, and what each of them counts."""

    sentences: Sequence[Sentence]
    weight: float


class Lessons:
    """What the network is taught with, drawn anew for each epoch."""

    def __init__(
        self,
        narratives: Sequence[Narrative],
        wordings: Mapping[str, Sequence[str]],
        labels: Sequence[str],
        *,
        found: bool = False,
    ) -> None:
        """With `found` texts about nothing, or about one thing, are read as they are, too, and not only in passages.

        Our own narratives are not: nobody writes so.
        """
        self._labels = list(labels)
        self._wordings = {label: list(some) for label, some in wordings.items() if some}
        self._telling: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        self._nothing: list[list[str]] = []
        self._labelled: list[list[Sentence]] = []
        for text in narratives:
            kinds = set(text.labels)
            is_telling = len(kinds) == 1 and len(text.labels[0]) == 1
            if is_telling:
                self._telling[text.labels[0][0]].append(text.sentences)
            elif kinds == {()}:
                self._nothing.append(list(text.sentences))
            if len(kinds) > 1 or (found and kinds and not (is_telling and is_own(text))):
                self._labelled.append(list(zip(text.sentences, text.labels, strict=True)))
        self._gaps = [gap for text in self._labelled for gap in _gaps(text)]

    @property
    def size(self) -> int:
        """How many texts and wordings there are to learn from."""
        told, worded = (sum(map(len, each.values())) for each in (self._telling, self._wordings))
        return len(self._labelled) + told + worded

    def epoch(self, draw: Random, composed: int) -> Iterator[Lesson]:
        """All labelled texts, each cut at another place, and at most so many composed documents."""
        for text in self._labelled:
            cut = draw.randint(0, 3) if len(text) > 8 else 0
            for part in (text[:cut], text[cut:]):
                if part:
                    yield Lesson(part, LABELLED)
        for _ in range(min(composed, self.size)):
            document: list[Sentence] = []
            for _ in range(draw.randint(*_PARTS)):
                document += self._passage(draw)
            if document:
                yield Lesson(document[:_LONGEST], 1.0)

    def _passage(self, draw: Random) -> list[Sentence]:
        if draw.random() < _NOTHING and (self._gaps or self._nothing):
            found = self._gaps and (not self._nothing or draw.random() < 2 / 3)
            return [(sentence, ()) for sentence in _stretch(draw.choice(self._gaps if found else self._nothing), draw)]
        label = draw.choice(self._labels)
        telling, wordings = self._telling.get(label), self._wordings.get(label)
        if telling and (not wordings or draw.random() < 0.5):
            return [(sentence, (label,)) for sentence in _stretch(draw.choice(telling), draw, 7)]
        if not wordings:
            return []
        places = sorted(draw.sample(range(len(wordings)), min(len(wordings), draw.randint(1, 5))))
        return [(_as_sentence(wordings[place]), (label,)) for place in places]


def _gaps(text: Sequence[Sentence]) -> Iterator[list[str]]:
    """The stretches of a labelled text that are about nothing."""
    gap: list[str] = []
    for sentence, labels in [*text, ("", ("end",))]:
        if labels and gap:
            yield gap
            gap = []
        elif not labels:
            gap.append(sentence)


def _stretch(sentences: Sequence[str], draw: Random, most: int = 5) -> Sequence[str]:
    length = min(len(sentences), draw.randint(1, most))
    start = draw.randint(0, len(sentences) - length)
    return sentences[start : start + length]


def _as_sentence(wording: str) -> str:
    wording = wording.strip()
    return wording[0].upper() + wording[1:] + ("" if wording[-1] in ".!?" else ".")


class Pupil:
    """A network that is taught, and the words it reads with."""

    def __init__(self, encoder: SentenceEncoder, labels: Sequence[str], examples: Sequence[Floats]) -> None:
        """One that has learnt nothing yet; each label's row is the mean of vectors of its examples."""
        from tacit.scenarios.systems.tacit.network import ContextNetwork

        self.labels = tuple(labels)
        self.tokenizer = Tokenizer.of(encoder.tokenizer)
        self.network = ContextNetwork(encoder.model, [prototype(some) for some in examples])
        self._columns = {label: column for column, label in enumerate(labels, 1)}
        self.tokens = lru_cache(maxsize=1 << 16)(partial(sentence_tokens, self.tokenizer))

    @classmethod
    def of(cls, context: Context, encoder: SentenceEncoder) -> Pupil:
        """One that goes on from what was learnt before."""
        torch = require("torch", extra="neural")
        rows = [context.head[1 + number : 2 + number] for number in range(len(context.labels))]
        pupil = cls(encoder, context.labels, rows)
        known = pupil.network.encoder.state_dict()
        with torch.no_grad():
            for name, values in context.bert.weights.items():
                if name in known:
                    known[name].copy_(torch.from_numpy(values.copy()))
            pupil.network.head.weight.copy_(torch.from_numpy(context.head.copy()))
            pupil.network.head.bias.copy_(torch.from_numpy(context.bias.copy()))
        return pupil

    def trained(self) -> Context:
        """What it has learnt."""
        return self.network.trained(self.tokenizer, self.labels)

    def parts(self, lesson: Lesson) -> Iterator[Lesson]:
        """A lesson cut to stretches that can be read at once."""
        for start, end in stretches_of([len(self.tokens(sentence)) for sentence, _ in lesson.sentences]):
            yield Lesson(lesson.sentences[start:end], lesson.weight)

    def loss(self, lessons: Sequence[Lesson]) -> Tensor:
        """The mean cross-entropy; a sentence about several scenarios is about each of them in equal shares."""
        torch = require("torch", extra="neural")
        rows = [(labels, each.weight) for each in lessons for _, labels in each.sentences]
        wanted = torch.zeros(len(rows), 1 + len(self.labels))
        for place, (labels, _) in enumerate(rows):
            known = [self._columns[label] for label in labels if label in self._columns] or [0]
            wanted[place, known] = 1 / len(known)
        weights = torch.tensor([weight for _, weight in rows])
        tokens = [[self.tokens(sentence) for sentence, _ in each.sentences] for each in lessons]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            vectors = self.network.vectors(tokens, self.tokenizer)
        found = self.network.head(vectors.float()).log_softmax(1)
        loss: Tensor = -((wanted * found).sum(1) * weights).sum() / weights.sum()
        return loss


def learn(
    pupil: Pupil,
    lessons: Lessons,
    *,
    seed: int,
    progress: Progress,
    checkpoint: Path | None = None,
    epochs: int = EPOCHS,
    composed: int = COMPOSED,
    rate: float = RATE,
) -> Context:
    """Teach a network; with a checkpoint, a training that was cut goes on from there."""
    torch = require("torch", extra="neural")
    draw = Random(seed)  # noqa: S311 (not for secrets)
    torch.manual_seed(seed)
    drawn: list[Lesson] = []
    batches: list[list[int]] = []
    for epoch in range(epochs):
        some = [part for each in lessons.epoch(draw, composed) for part in pupil.parts(each)]
        lengths = [sum(len(pupil.tokens(sentence)) for sentence, _ in each.sentences) for each in some]
        steps = length_batches(lengths, tokens=TOKENS, epochs=1, seed=seed + epoch, most=DOCUMENTS)
        batches += [[len(drawn) + number for number in batch] for batch in steps]
        drawn += some

    def loss_at(step: int) -> Tensor:
        return pupil.loss([drawn[number] for number in batches[step]])

    about = content_hash(seed, pupil.labels, [each.sentences for each in drawn])
    learner = Learner(pupil.network, steps=len(batches), rate=rate, rates={"head": HEAD}, about=about)
    pupil.network.train()
    learner.run(loss_at, checkpoint=checkpoint, what="learning to read", progress=progress)
    return pupil.trained()
