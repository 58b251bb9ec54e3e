"""Slot filling as in the paper's appendix A.4, where a slot comes from one place of the abstract instruction.

At the start of each slot the best alignment of all words before it is found anew (Viterbi); its last place is that of
the slot. With learned transitions the place moves on while a shift is likelier than not; with fixed ones it stays for
the whole slot. Without gold words, several sequences are drawn at a low temperature, slot after slot, and the one with
the highest probability of the whole sequence counts: each draw has seen its left side only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from tacit.steps.networks.batches import batch_of, padded
from tacit.steps.task import MAX_WORDS, TOP, Filling, Guess, Pair, Template, Words

if TYPE_CHECKING:
    from tacit.steps.systems.transducer import Transducer


@dataclass(frozen=True, slots=True)
class SlotDecoding:
    """How many sequences are drawn, and how daringly: as in the paper by default."""

    samples: int = 5
    temperature: float = 0.1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class _Sample:
    """A sequence with its slots filled, and what was guessed on the way."""

    words: Words
    filling: Filling


def fill_slots(
    system: Transducer, templates: Sequence[Template], decoding: SlotDecoding, *, oracle: bool
) -> list[Filling]:
    """Guesses for all blanks of some templates, which are read together."""
    copies = 1 if oracle else decoding.samples
    draws = [_draw(each, copy, decoding.seed) for each in templates for copy in range(copies)]
    found = _read(system, [each for each in templates for _ in range(copies)], decoding.temperature, draws, oracle)
    groups = [found[first : first + copies] for first in range(0, len(found), copies)]
    return [_likeliest(system, each, group).filling for each, group in zip(templates, groups, strict=True)]


def _read(
    system: Transducer, templates: Sequence[Template], temperature: float, draws: Sequence[Random], oracle: bool
) -> list[_Sample]:
    """One way to fill each of the templates, from left to right."""
    words, _ = padded([system.vocabulary_.encode(template.concrete) for template in templates])
    gold, allowed = words.clone(), torch.stack([system.allowed(template) for template in templates])
    guesses: list[list[Guess]] = [[] for _ in templates]
    at = torch.zeros(len(templates), dtype=torch.long)
    with torch.inference_mode():
        state = system.begin([template.abstract for template in templates])
        for place in range(words.shape[1]):
            assert state.places is not None
            rows = [row for row, each in enumerate(templates) if _is_open(each, place)]
            if rows:
                starts = torch.tensor([not _is_open(templates[row], place - 1) for row in rows])
                chosen = torch.tensor(rows)
                here = state.rows(chosen)
                before = torch.where(starts, state.places[chosen].argmax(-1), at[chosen])
                at[chosen] = places = system.transducer.slot_places(here, before)
                scores = (system.transducer.words_at(here, places) + allowed[chosen]).log_softmax(-1)
                found = system.guesses(scores.clone(), gold[chosen, place])
                if not oracle:
                    drawn = _drawn(system, scores, temperature, [draws[row] for row in rows])
                    words[chosen, place] = drawn
                    found = [_first(system.vocabulary_.words[n], each) for n, each in zip(drawn, found, strict=True)]
                for row, guess in zip(rows, found, strict=True):
                    guesses[row].append(guess)
            state = system.transducer.follow(state, words[:, place])
    return [_Sample(_filled(each, row), tuple(row)) for each, row in zip(templates, guesses, strict=True)]


def _is_open(template: Template, place: int) -> bool:
    return 0 <= place < len(template.given) and not template.given[place]


def _draw(template: Template, copy: int, seed: int) -> Random:
    """Random numbers that depend on what is given of a template, and not on those read beside it."""
    given = [word if is_given else "" for word, is_given in zip(template.concrete, template.given, strict=True)]
    return Random(repr((seed, template.abstract, given, copy)))  # noqa: S311 (not for secrets)


def _drawn(system: Transducer, scores: Tensor, temperature: float, draws: Sequence[Random]) -> Tensor:
    """A word for each row, never the unknown one."""
    scores[:, system.vocabulary_.unknown] = -torch.inf
    sums = (scores / max(temperature, 1e-3)).softmax(-1).cumsum(-1)
    points = torch.tensor([[draw.random()] for draw in draws]) * sums[:, -1:]
    numbers = (sums <= points).sum(1).clamp(max=scores.shape[1] - 1)
    # rounding may point at a word that cannot be; the best one stands in
    possible = scores.gather(1, numbers[:, None])[:, 0].isfinite()
    return torch.where(possible, numbers, scores.argmax(-1))


def _first(word: str, guess: Guess) -> Guess:
    """The guess with the drawn word before all others."""
    return Guess((word, *(other for other in guess.words if other != word))[:TOP], guess.gold)


def _filled(template: Template, guesses: Sequence[Guess]) -> Words:
    words = list(template.concrete)
    for place, guess in zip(template.blanked, guesses, strict=True):
        words[place] = guess.words[0] if guess.words else words[place]
    return tuple(words)


def _likeliest(system: Transducer, template: Template, samples: Sequence[_Sample]) -> _Sample:
    """The sample whose whole sequence is most probable; the first of several equal ones."""
    different = list({sample.words: sample for sample in reversed(samples)}.values())[::-1]
    if len(different) == 1:
        return different[0]
    pairs = [Pair(template.abstract, sample.words) for sample in different]
    batch = batch_of(pairs, system.vocabulary_, max_abstract=MAX_WORDS, max_concrete=MAX_WORDS)
    return different[int(system.transducer.log_likelihood(batch).argmax())]
