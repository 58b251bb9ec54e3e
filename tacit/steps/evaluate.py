"""The measures of section 4.1 of the paper.

**What counts.** A blank of several words is judged word by word: each blanked word is one trial, a *match* if the
system's first guess for that word is the gold word, *top-5* if the gold word is among its first five. Figures are means
over all blanked words. Those that end in `_per_blank` are means over blanks of the share of a blank's words that are
right (so that a blank of three words weighs as much as one of one); in `whole_blank_match` a blank is right only if all
its words are.

**Histories.** *Oracle*: the gold words of everything to the left are known, those of the same blank included. *Greedy*:
the system's own first guesses stand in their place. Surprisal is −log p (natural) of the gold word, with gold history.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from statistics import fmean
from typing import Any

import numpy

from tacit.comparison import Measured
from tacit.errors import InputError
from tacit.progress import Progress, no_progress
from tacit.steps.task import TOP, Aligner, Filling, StepSystem, Template


@dataclass(frozen=True, slots=True)
class StepEvaluation:
    """All figures of one system on one file of templates; `n` counts templates."""

    n: int
    blanks: int
    words: int
    oracle_match: float
    oracle_top5: float
    greedy_match: float
    greedy_top5: float
    surprisal: float
    oracle_match_per_blank: float
    oracle_top5_per_blank: float
    greedy_match_per_blank: float
    greedy_top5_per_blank: float
    whole_blank_match: float
    alignment_length: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Hits:
    """Match and Top-5 under one condition."""

    match: float
    top5: float
    match_per_blank: float
    top5_per_blank: float
    whole_blank_match: float


@dataclass(frozen=True, slots=True)
class Filled:
    """Templates that have blanks, and how a system fills them under both conditions."""

    templates: Sequence[Template]
    oracle: Sequence[Filling]
    greedy: Sequence[Filling]


def fill(system: StepSystem, templates: Sequence[Template], *, progress: Progress = no_progress) -> Filled:
    """Let a system fill the blanks under both conditions; the progress counts templates, anew for each."""
    templates = [template for template in templates if template.blanked]
    if not templates:
        raise InputError("there is no blank to fill")
    oracle = system.fill(templates, oracle=True, progress=progress)
    return Filled(templates, oracle, system.fill(templates, oracle=False, progress=progress))


def evaluate(system: StepSystem, templates: Sequence[Template], *, progress: Progress = no_progress) -> StepEvaluation:
    """Let a system fill the blanks under both conditions, and align the pairs where it can."""
    return evaluate_filled(system, fill(system, templates, progress=progress))


def evaluate_filled(system: StepSystem, filled: Filled) -> StepEvaluation:
    """The same for blanks that the system has filled already."""
    templates, oracle = filled.templates, filled.oracle
    known, guessed = hits(templates, oracle), hits(templates, filled.greedy)
    return StepEvaluation(
        n=len(templates),
        blanks=sum(len(template.blanks) for template in templates),
        words=sum(len(template.blanked) for template in templates),
        oracle_match=known.match,
        oracle_top5=known.top5,
        greedy_match=guessed.match,
        greedy_top5=guessed.top5,
        surprisal=-fmean(guess.gold for filling in oracle for guess in filling),
        oracle_match_per_blank=known.match_per_blank,
        oracle_top5_per_blank=known.top5_per_blank,
        greedy_match_per_blank=guessed.match_per_blank,
        greedy_top5_per_blank=guessed.top5_per_blank,
        whole_blank_match=known.whole_blank_match,
        alignment_length=alignment_length(system.align(templates)) if isinstance(system, Aligner) else None,
    )


def contributions(filled: Filled) -> dict[str, Measured]:
    """What the templates of each abstract instruction add to the figures, for a comparison with another system.

    They are one document together, because their blanks are much alike.
    """
    members: dict[tuple[str, ...], list[int]] = {}
    for place, template in enumerate(filled.templates):
        members.setdefault(template.abstract, []).append(place)
    return {
        name: Measured.ratio([tuple(values[places].sum(axis=0)) for places in members.values()])
        for name, values in _by_template(filled).items()
    }


def _by_template(filled: Filled) -> dict[str, numpy.typing.NDArray[numpy.float64]]:
    """For each metric and template its sum over words, and their number."""
    found = {}
    for condition, fillings in (("oracle", filled.oracle), ("greedy", filled.greedy)):
        for name, limit in (("match", 1), ("top5", TOP)):
            ranks = [_ranks(template, each) for template, each in zip(filled.templates, fillings, strict=True)]
            words = [[rank for blank in blanks for rank in blank] for blanks in ranks]
            found[f"{condition}_{name}"] = numpy.array([(_share(each, limit) * len(each), len(each)) for each in words])
    found["surprisal"] = numpy.array([(-sum(guess.gold for guess in each), len(each)) for each in filled.oracle])
    return found


def hits(templates: Sequence[Template], fillings: Sequence[Filling]) -> Hits:
    """How often the gold word is the first guess, or among the first five."""
    ranks = [_ranks(template, filling) for template, filling in zip(templates, fillings, strict=True)]
    words = [rank for blanks in ranks for blank in blanks for rank in blank]
    blanks = [blank for template in ranks for blank in template]
    return Hits(
        match=_share(words, 1),
        top5=_share(words, TOP),
        match_per_blank=fmean(_share(blank, 1) for blank in blanks),
        top5_per_blank=fmean(_share(blank, TOP) for blank in blanks),
        whole_blank_match=fmean(_share(blank, 1) == 1 for blank in blanks),
    )


def _ranks(template: Template, filling: Filling) -> list[list[int | None]]:
    """For each blank the rank of each gold word among its first five guesses, or None."""
    guesses = dict(zip(template.blanked, filling, strict=True))
    return [
        [_rank(template.concrete[place], guesses[place].words[:TOP]) for place in blank] for blank in template.blanks
    ]


def _rank(gold: str, guesses: Sequence[str]) -> int | None:
    return guesses.index(gold) + 1 if gold in guesses else None


def _share(ranks: Sequence[int | None], limit: int) -> float:
    return fmean(rank is not None and rank <= limit for rank in ranks)


def alignment_length(alignments: Sequence[Sequence[int]]) -> float:
    """The mean number of consecutive concrete words that come from the same abstract one.

    >>> alignment_length([[0, 0, 0, 2], [1, 1]])
    2.0
    """
    return fmean(len(list(run)) for alignment in alignments for _, run in groupby(alignment))
