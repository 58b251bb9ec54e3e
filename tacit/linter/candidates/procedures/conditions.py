"""TAC602: *Check whether the lamp is green.* A test whose other outcome the reader needs, and the text does not say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tacit.language.english.wordlists import words
from tacit.linter.candidates.model import LineView, Spot

CODE = "TAC602"
_SUGGESTION = "say what to do in the other case (Otherwise, …; If not, …)"
_TESTS = words("check test see verify find")
_LIMIT = re.compile(
    r"\b(?:it|they|that|this|the \w+(?: \w+)?) (?:must|has to|have to) (?:\w+ ){0,3}?(?:be )?(?:at least|at most|over|"
    r"under|above|below|more than|less than|between) [\d.]+|\b(?:it|they) must \w+ by (?:itself|themselves)",
    re.IGNORECASE,
)
_OTHER_CASE = re.compile(r"\b(?:if|otherwise|else|unless|in case|should (?:it|they|this)|when)\b", re.IGNORECASE)
_WHETHER, _OF_LIMIT = 0.4, 0.55


def missing_others(view: LineView) -> Iterator[Spot]:
    """Tests with nothing after them in their paragraph or step that says what follows from them."""
    parse = view.parse
    for number, (start, end) in enumerate(parse.sentences):
        sentence, rest = parse.text_between(start, end), parse.text[parse.ends[end - 1] :]
        if _OTHER_CASE.search(rest):
            continue
        for match in _LIMIT.finditer(sentence):
            if not _OTHER_CASE.search(sentence[match.end() :]):
                offset = parse.starts[start]
                yield from _spot(view, offset + match.start(), offset + match.end(), "limit", _OF_LIMIT)
        for verb in (each for each in view.commands if parse.sentence_of[each] == number):
            if parse.lemmas[verb].lower() in _TESTS and view.word(verb + 1) in ("whether", "if"):
                yield from _spot(view, parse.starts[verb], parse.ends[verb + 1], "whether", _WHETHER)


def _spot(view: LineView, first: int, last: int, cue: str, confidence: float) -> Iterator[Spot]:
    parse = view.parse
    inside = [token for token in range(len(parse)) if parse.starts[token] < last and parse.ends[token] > first]
    if inside:
        place = (parse.ends[inside[-1]],) * 2
        features = {f"cue {cue}": 1.0}
        topic = parse.text[first:last].lower()
        yield Spot(CODE, inside[0], inside[-1] + 1, place, confidence, features=features, suggestion=_SUGGESTION,
                   topic=topic)  # fmt: skip
