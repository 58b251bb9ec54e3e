"""The linter: candidates of a page, their readings judged, and what is worth reporting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from tacit.clarifications.conflicts import conflicts
from tacit.clarifications.pages import Page, read_page
from tacit.clarifications.task import Instruction, Judgement
from tacit.documents import Span
from tacit.errors import InputError
from tacit.formats import Source
from tacit.language.analysis import analyse_many
from tacit.language.parse import Parse
from tacit.linter.candidates import Analyse, Candidate, find_candidates
from tacit.linter.codes import CODES, READINGS
from tacit.linter.config import LinterSettings
from tacit.linter.findings import Excerpt, Finding, PhraseReading, Place
from tacit.linter.ranker import Ranker, shipped
from tacit.linter.silence import silence_of

MOST_READINGS = 8
"""Fillers that are judged for one phrase."""
SHOWN_READINGS = 5
_ROOM = 4
"""How many of them may be generated."""
_ENOUGH = 2
"""With so many readings in the text none is generated: that takes a second, and what was named is what is meant."""
_NEARLY = 0.15
"""How much less sure a candidate may be for somebody else to have the last word on it."""
_NEED_READINGS = frozenset({"TAC101", "TAC102", "TAC103", "TAC301"})
"""Without two readings that the text offers, these are clear."""
_ANSWERED_BY_DISCOURSE = frozenset({"TAC103", "TAC301"})
"""A pronoun, and one of several kinds, stand for what the text has named: nothing else needs to be judged, and where
the judge finds none of it plausible, it is still what comes into question."""


class FillerJudge(Protocol):
    """Whoever says how plausible fillers are: any `JudgeSystem`, or one that may turn out not to be installed."""

    def judge(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]] | None:
        """For each instruction a judgement of each of its fillers; nothing at all where no judge is installed."""
        ...


Generate = Callable[[Instruction], Sequence[str]]
"""Fillers for an instruction, the likeliest first."""


LastWord = Callable[[Sequence[Candidate], Sequence[str]], Sequence[Candidate]]
"""Candidates and their phrases in, the same candidates with another confidence out."""


@dataclass(frozen=True)
class Checker:
    """Finds what is unclear in pages. Without a judge, all that the discourse offers counts as a reading.

    `last_word` sees what would be reported, and what nearly would, and may change how sure that is.
    """

    judge: FillerJudge | None = None
    generate: Generate | None = None
    ranker: Ranker | None = None
    analyse: Analyse = analyse_many
    last_word: LastWord | None = None

    def check_file(
        self, path: str | Path, settings: LinterSettings | None = None, *, format: str | None = None
    ) -> list[Finding]:
        """The findings of a file."""
        try:
            return self.check(read_page(Source(path), format=format), settings, path=str(path))
        except InputError as error:
            raise error.at(path) from None

    def check(
        self, page: Page, settings: LinterSettings | None = None, *, path: str = "", parse: Parse | None = None
    ) -> list[Finding]:
        """The findings of a page, in text order; `parse` is that of its document's prose, where somebody has it."""
        settings = settings or LinterSettings()
        silence = silence_of(page)
        ranker = self.ranker or shipped()
        found = find_candidates(
            page, codes=settings.codes, preferences=ranker.preferences, whole=parse, analyse=self.analyse
        )
        candidates = [
            candidate
            for candidate in one_for_each_trouble(ranker.rank(found))
            if candidate.confidence >= settings.least_confidence(candidate.code) - (_NEARLY if self.last_word else 0.0)
            and not silence.covers(page.place_of(candidate.span.start)[0], candidate.code)
            and not _is_ignored(page, candidate, settings)
        ]
        if self.last_word is not None:
            phrases = [page.text[each.span.start : each.span.end] for each in candidates]
            sure = self.last_word(candidates, phrases)
            candidates = [each for each in sure if each.confidence >= settings.least_confidence(each.code)]
        judged = self.judged(candidates, settings)
        findings = (_finding(path, page, candidate, readings) for candidate, readings in judged)
        return [each for each in findings if each.conflicts or not settings.conflicts_only]

    def judged(
        self, candidates: Iterable[Candidate], settings: LinterSettings
    ) -> list[tuple[Candidate, tuple[PhraseReading, ...]]]:
        """Candidates with what they may mean, the best first; those without any plausible reading are left out."""
        plain = [each for each in candidates if each.code not in READINGS]
        asked = [replace(each, instruction=self._with_fillers(each)) for each in candidates if each.code in READINGS]
        answerable = [each for each in asked if each.instruction.fillers]
        instructions = [each.instruction for each in answerable]
        judgements = self.judge.judge(instructions) if self.judge is not None and asked else None
        found: list[tuple[Candidate, tuple[PhraseReading, ...]]] = [(each, ()) for each in plain]
        if judgements is None:
            found += [(each, tuple(PhraseReading(text) for text in each.readings[:SHOWN_READINGS])) for each in asked]
            return sorted(found, key=_place_of)
        for candidate, judged in zip(answerable, judgements, strict=True):
            readings = _plausible(candidate.instruction, judged, settings.min_plausibility)
            if len(readings) < _ENOUGH and candidate.code in _ANSWERED_BY_DISCOURSE:
                readings = _plausible(candidate.instruction, judged, 0.0)
            if readings:
                found.append((candidate, readings))
        return sorted(found, key=_place_of)

    def _with_fillers(self, candidate: Candidate) -> Instruction:
        offered = candidate.readings[: MOST_READINGS - _ROOM]
        generated: Sequence[str] = ()
        answered = len(offered) >= _ENOUGH or candidate.code in _ANSWERED_BY_DISCOURSE
        if self.generate is not None and not answered:
            generated = self.generate(candidate.instruction)
        texts = list(dict.fromkeys((*offered, *generated)))
        return candidate.instruction.with_fillers(texts[:MOST_READINGS])


def _place_of(judged: tuple[Candidate, tuple[PhraseReading, ...]]) -> tuple[Span, str]:
    return judged[0].span, judged[0].code


def one_for_each_trouble(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The surest of those that stand in the same place, or are about the same thing; none with a single reading."""
    kept: list[Candidate] = []
    topics: set[tuple[str, str]] = set()
    taken: set[int] = set()
    for each in sorted(candidates, key=lambda each: (-each.confidence, each.span, each.code)):
        topic = (each.code, each.topic)
        if (each.topic and topic in topics) or not taken.isdisjoint(range(each.span.start, each.span.end)):
            continue
        if each.code in _NEED_READINGS and len(each.readings) < _ENOUGH:
            continue
        topics.add(topic)
        taken.update(range(each.span.start, each.span.end))
        kept.append(each)
    return sorted(kept, key=lambda each: (each.span, each.code))


def _plausible(instruction: Instruction, judged: Sequence[Judgement], least: float) -> tuple[PhraseReading, ...]:
    readings = [
        PhraseReading(filler.text, judgement.score, judgement.plausible)
        for filler, judgement in zip(instruction.fillers, judged, strict=True)
        if judgement.plausible >= least
    ]
    return tuple(sorted(readings, key=lambda reading: -(reading.score or 0.0))[:SHOWN_READINGS])


def _is_ignored(page: Page, candidate: Candidate, settings: LinterSettings) -> bool:
    phrase = page.text[candidate.span.start : candidate.span.end]
    sentence = candidate.instruction.filled("")
    return any(pattern.search(phrase) or pattern.search(sentence) for pattern in settings.ignore_patterns)


def _finding(path: str, page: Page, candidate: Candidate, readings: tuple[PhraseReading, ...]) -> Finding:
    found = Finding(
        path=path,
        place=_place(page, candidate.span),
        code=candidate.code,
        phrase=page.text[candidate.span.start : candidate.span.end],
        sentence=candidate.instruction.sentence,
        confidence=candidate.confidence,
        readings=readings,
        conflicts=tuple(conflicts(candidate.instruction, [reading.text for reading in readings])),
        blank=candidate.blank,
        lead=candidate.lead,
        trail=candidate.trail,
        suggestion=candidate.suggestion or CODES[candidate.code].suggestion,
    )
    return replace(found, excerpt=Excerpt(*page.lines_with(found.reach)))


def _place(page: Page, span: Span) -> Place:
    return Place(*page.place_of(span.start), *page.place_of(span.end), span)


def fixed(text: str, finding: Finding, filler: str) -> str:
    """The file's text with a filler put where the finding says."""
    span = finding.blank
    return text[: span.start] + finding.inserted(filler) + text[span.end :]
