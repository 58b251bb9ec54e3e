"""A masked model that fills blanks: it reads the instruction and both sides of each blank at once.

    [CLS] abstract instruction [SEP] concrete words with [MASK] for each blanked word [SEP]

Training hides other words in every epoch: the blanks of the template from a random one on (those to the left are
filled, as in the test), or any words that may be blanked. This keeps the few thousand instructions from being learnt
by heart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tacit.backbones import masked
from tacit.backbones.learning import Learner, content_hash, length_batches
from tacit.backbones.masked import MaskedModel
from tacit.errors import InputError
from tacit.extras import require
from tacit.progress import Progress, no_progress
from tacit.steps.features.filling import Draft, Scores
from tacit.steps.task import Template, Words

if TYPE_CHECKING:
    from torch import Tensor

    from tacit.backbones.masked_network import MaskedSequence

RATE = 4e-4
RATES = {"encoder": 0.75, "vectors": 2.0}
BATCH_TOKENS = 1024
LONGEST = 224
"""Tokens that are read; a longer instruction is cut on both sides of the open blank."""
LONGEST_ABSTRACT = 64
AS_TAGGED = 0.5
"""How often the template's own blanks are hidden, rather than any candidate."""
LEFT_ONLY = 0.1
"""How often everything to the right of the first blank is hidden, so that it can also read without."""
HIDDEN_SHARE = 0.25


class Infiller:
    """Log-probabilities of candidates at the blanks of a template."""

    def __init__(self, model: MaskedModel) -> None:
        self.model = model
        self._pieces: dict[str | None, list[int]] = {None: [model.tokenizer.mask_token_id]}

    @property
    def candidates(self) -> Words:
        """The words that it chooses from."""
        return self.model.words

    def pieces(self, word: str | None) -> list[int]:
        """A word's pieces, or the mask of a hidden one; what the tokenizer has none for stands as unknown."""
        if word not in self._pieces:
            found = self.model.tokenizer(word, add_special_tokens=False)["input_ids"]
            self._pieces[word] = found or [self.model.tokenizer.unk_token_id]
        return self._pieces[word]

    def gap(self, abstract: Words, concrete: Sequence[str | None]) -> MaskedSequence:
        """The token sequence for an instruction whose hidden words are None."""
        from tacit.backbones.masked_network import MaskedSequence

        tokenizer = self.model.tokenizer
        start = [piece for word in abstract for piece in self.pieces(word)][:LONGEST_ABSTRACT]
        first = next(place for place, word in enumerate(concrete) if word is None)
        words = _window(list(map(self.pieces, concrete)), first, LONGEST - len(start) - 3)
        tokens = [tokenizer.cls_token_id, *start, tokenizer.sep_token_id]
        places = []
        for pieces in words:
            if pieces[0] == tokenizer.mask_token_id:
                places.append(len(tokens))
            tokens += pieces
        return MaskedSequence([*tokens, tokenizer.sep_token_id], places)

    def scores(self, drafts: Sequence[Draft], *, left_only: bool = False) -> Scores:
        """Log-probabilities of all candidates at the open blank of each draft."""
        gaps = [self.gap(draft.template.abstract, _view(draft, left_only)) for draft in drafts]
        return np.stack([rows[0] for rows in self.model.log_probabilities(gaps)])


def _view(draft: Draft, left_only: bool) -> list[str | None]:
    """What the model may see: everything to the left, and what is given to the right."""
    if left_only:
        return [*draft.left, None]
    template = draft.template
    right = zip(template.concrete[draft.place :], template.given[draft.place :], strict=True)
    return [*draft.left, *(word if given else None for word, given in right)]


def _window(words: list[list[int]], first: int, room: int) -> list[list[int]]:
    """As many words around the first hidden one as there is room for."""
    start, end, used = 0, len(words), sum(map(len, words))
    while used > room:
        if first - start > end - 1 - first:
            used -= len(words[start])
            start += 1
        else:
            end -= 1
            used -= len(words[end])
    return words[start:end]


def hide(template: Template, candidates: Collection[str], draw: np.random.Generator) -> list[str | None]:
    """The concrete words with some of them hidden, as one epoch of training sees them."""
    concrete: list[str | None] = list(template.concrete)
    tagged = [place for place in template.blanked if template.concrete[place] in candidates]
    if tagged and draw.random() < AS_TAGGED:
        hidden = tagged[int(draw.integers(len(tagged))) :]
        if draw.random() < LEFT_ONLY:
            return [*concrete[: hidden[0]], None]
    else:
        possible = [place for place, word in enumerate(template.concrete) if word in candidates]
        chosen = draw.random(len(possible)) < HIDDEN_SHARE
        hidden = [place for place, is_hidden in zip(possible, chosen, strict=True) if is_hidden]
        hidden = hidden or [possible[int(draw.integers(len(possible)))]]
    for place in hidden:
        concrete[place] = None
    return concrete


def start_from(candidates: Words, counts: Counter[str], base: MaskedModel | None) -> Infiller:
    """A masked model of the candidates that has yet to learn; `base` gives it what the shipped one knows."""
    torch = require("torch", extra="neural")
    model = masked.untrained(candidates, tied=False)
    if base is not None:
        known = base.network.learnt()
        known.pop("bias")
        model.network.take({**known, "vectors": model.network.vectors.data, "bias": model.network.bias.data})
    total = sum(counts[word] + 1 for word in candidates)
    with torch.no_grad():
        model.network.bias.copy_(torch.tensor([np.log((counts[word] + 1) / total) for word in candidates]))
    return Infiller(model)


def train(
    templates: Sequence[Template],
    candidates: Words,
    *,
    base: MaskedModel | None,
    epochs: int,
    seed: int,
    checkpoint: Path | None = None,
    minutes: float | None = None,
    progress: Progress = no_progress,
) -> tuple[Infiller, bool]:
    """A model that has learnt to fill the blanks of templates, and whether it has seen all epochs."""
    torch = require("torch", extra="neural")
    torch.manual_seed(seed)
    known = {word: number for number, word in enumerate(candidates)}
    usable = [template for template in templates if any(word in known for word in template.concrete)]
    if not usable:
        raise InputError("no training template holds a word that may be blanked")
    counts = Counter(word for template in usable for word in template.answers)
    infiller = start_from(candidates, counts, base)
    lengths = [min(LONGEST, len(template.abstract) + len(template.concrete) + 3) for template in usable]
    batches = length_batches(lengths, tokens=BATCH_TOKENS, epochs=epochs, seed=seed)

    def loss_at(step: int) -> Tensor:
        draw = np.random.default_rng([seed, step])
        return _loss(infiller, [usable[number] for number in batches[step]], known, draw)

    about = content_hash(seed, candidates, usable, base is None)
    learner = Learner(infiller.model.network, steps=len(batches), rate=RATE, rates=RATES, about=about)
    return infiller, learner.run(loss_at, checkpoint=checkpoint, minutes=minutes, what="infilling", progress=progress)


def _loss(
    infiller: Infiller, templates: Sequence[Template], known: Mapping[str, int], draw: np.random.Generator
) -> Tensor:
    torch = require("torch", extra="neural")
    gaps, wanted = [], []
    for template in templates:
        words = hide(template, known, draw)
        gap = infiller.gap(template.abstract, words)
        answers = [known[word] for word, shown in zip(template.concrete, words, strict=False) if shown is None]
        gaps.append(gap)
        wanted += answers[: len(gap.places)]
    loss: Tensor = torch.nn.functional.cross_entropy(infiller.model.network(gaps), torch.tensor(wanted))
    return loss
