"""Words and sentence starts of prose as people type it: blogs, recipes, forum posts, treebanks' split clitics.

The parser was trained on edited news. So it gets to see tidied words (*i* as *I*, a capital where a sentence
starts, no space before a full stop), and it is told where a sentence must or cannot start; it decides only what
the rules leave open. Offsets are those of the text as it is. What each rule gains is measured by
`benchmarks/sentences.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

MUST, MAY, MUST_NOT = 1, 0, -1
"""Whether a sentence starts at a word; the numbers are spaCy's."""

LONGEST_PIECE = 8_000
"""Characters that are parsed at once: bounds memory, and no rule looks further."""
_LONGEST_SENTENCE = 60
"""Words without any sentence mark after which the parser may end a sentence anywhere."""

_LONGEST_WORD = 400
"""Characters without a space that are read as they are; no word and hardly any address has more."""

_CROWD = re.compile(rf"\S{{{_LONGEST_WORD}}}(?=\S)")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
_LIST_ITEM = re.compile(r"[ \t]*(?:\(?\d{1,3}[.):]|[a-zA-Z]\)|[-*•·–])[ \t]+\S")
_LIST_NUMBER = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z])[.):]*$")
_LINE_END = re.compile(r"[.!?…:;,][\"'”’)\]]*$")
_MARK = re.compile(r"[.!?…]+$")
_TIGHT = re.compile(r"(?:[.,!?;:…]+|n't|'(?:s|m|re|ve|ll|d))$", re.IGNORECASE)
_EMOTICON = re.compile(
    r"(?:[:;=8xX][-'^o]?[()\[\]DPpOo3/\\|*@$]+|[()]:|<3+|\^_*\^|[xX]D+"
    r"|[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F\u200D]+)$"
)
_CLOSING = frozenset({'"', "''", "”", "’", ")", "]", "'", "»"})
_QUOTES = frozenset({'"', "''", "”", "»"})
_OPENING = frozenset({'"', "``", "“", "‘", "(", "[", "'", "«", "-", "–", "—", "*"})
_MAY_END = frozenset({"etc.", "p.m.", "a.m.", "u.s.", "u.k.", "inc.", "co.", "corp.", "ltd.", "jr.", "sr."})


@dataclass(slots=True)
class Words:
    """Words in text order: as the parser should see them, where they are, and whether a sentence starts there."""

    forms: list[str] = field(default_factory=list)
    spaces: list[bool] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    openings: list[int] = field(default_factory=list)


def read_words(text: str, nlp: Language) -> Iterator[Words]:
    """The words of a text in pieces of bounded length, each of whole blocks where blocks are not too long."""
    piece, begin = Words(), 0
    for start, end in blocks(text):
        if piece.forms and end - begin > LONGEST_PIECE:
            yield piece
            piece = Words()
        if not piece.forms:
            begin = start
        _read_block(text, start, end, nlp.tokenizer, piece)
    if piece.forms:
        yield piece


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of text that no sentence crosses: paragraphs, list items, lines that stand alone."""
    place = 0
    for blank in _BLANK_LINE.finditer(text):
        yield from _lines(text, place, blank.start())
        place = blank.end()
    yield from _lines(text, place, len(text))


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The blocks of a paragraph: it is cut at list items and after lines that were not wrapped."""
    lines = text[start:end].split("\n")
    width = max(map(len, lines))
    begin = place = start
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        place += len(line) + 1
        if place < end and _ends_block(line, following, width):
            yield from _bounded(text, begin, place - 1)
            begin = place
    yield from _bounded(text, begin, end)


def _ends_block(line: str, following: str, width: int) -> bool:
    if _LIST_ITEM.match(following):
        return True
    # A wrapped line has no room for the next word; a shorter one ends on purpose, unless a sentence goes on.
    wrapped = len(line) + 1 + len(following.split(" ", 1)[0]) > 0.75 * width
    return not wrapped and not following.lstrip()[:1].islower() and not _LINE_END.search(line.rstrip())


def _bounded(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST_PIECE:
        limit = start + LONGEST_PIECE
        cut = max(text.rfind(mark, start + LONGEST_PIECE // 2, limit) for mark in (". ", "! ", "? "))
        if cut < 0:
            cut = text.rfind(" ", start + LONGEST_PIECE // 2, limit)
        cut = limit if cut < 0 else cut + 1
        yield start, cut
        start = cut
    if end > start:
        yield start, end


def _read_block(text: str, start: int, end: int, tokenizer: Callable[[str], Doc], into: Words) -> None:
    """Append the words of a block, with the places where its sentences start."""
    forms, spaces, starts, ends = _tokens(text, start, end, tokenizer)
    if not forms:
        return
    candidates = _candidates(forms, spaces)
    caseless = _is_caseless(forms, candidates)
    into.openings += _openings(forms, candidates, caseless)
    _tidy(forms, spaces, [0, *(place for place, _, _ in candidates)] if caseless else [])
    into.forms += forms
    into.spaces += spaces
    into.starts += starts
    into.ends += ends


def _tokens(
    text: str, start: int, end: int, tokenizer: Callable[[str], Doc]
) -> tuple[list[str], list[bool], list[int], list[int]]:
    """Words with following spaces and offsets; a run of marks such as '?!!' is one word.

    Line breaks are read as spaces and curly apostrophes as straight ones, which the parser knows better.
    """
    forms: list[str] = []
    spaces: list[bool] = []
    starts: list[int] = []
    ends: list[int] = []
    for form, place, is_spaced in _split(text, start, end, tokenizer):
        if form.isspace():
            continue
        if ends and ends[-1] == place and _MARK.match(form) and _MARK.match(forms[-1]):
            forms[-1] += form
            ends[-1] += len(form)
            spaces[-1] = is_spaced
            continue
        forms.append(form)
        spaces.append(is_spaced)
        starts.append(place)
        ends.append(place + len(form))
    return forms, spaces, starts, ends


def _split(text: str, start: int, end: int, tokenizer: Callable[[str], Doc]) -> Iterator[tuple[str, int, bool]]:
    """Tokens with their places, and whether a space follows; what has no space for too long is cut.

    The tokenizer takes the square of the time for a word of many quotation marks.
    """
    cuts = [crowd.end() for crowd in _CROWD.finditer(text, start, end)]
    for begin, stop in zip([start, *cuts], [*cuts, end], strict=True):
        for token in tokenizer(text[begin:stop].replace("\n", " ").replace("’", "'")):
            yield token.text, begin + token.idx, bool(token.whitespace_)


def _candidates(forms: list[str], spaces: list[bool]) -> list[tuple[int, str, bool]]:
    """Words after a sentence mark, with the mark and whether a closing quote lies between.

    What still belongs to the sentence before is passed over: further marks, closing quotes, emoticons, numbers
    of footnotes. The number of a list item is no sentence.
    """
    found: list[tuple[int, str, bool]] = []
    mark, quoted, first = "", False, 0
    for place, form in enumerate(forms):
        if mark:
            if _MARK.match(form) or _EMOTICON.match(form) or _closes(place, forms, spaces) or _in_note(place, forms):
                quoted = quoted or form in _QUOTES
                continue
            found.append((place, mark, quoted))
            mark, quoted, first = "", False, place
        if _MARK.match(form):
            numbers_item = place == first + 1 and form == "." and bool(_LIST_NUMBER.match(forms[first]))
            mark = "" if numbers_item else form
        elif form.lower() in _MAY_END or _EMOTICON.match(form):
            mark = form
    return found


def _closes(place: int, forms: list[str], spaces: list[bool]) -> bool:
    """Does the word close a quote or bracket? A straight quote does unless it touches the next word only."""
    if forms[place] not in _CLOSING:
        return False
    return not spaces[place - 1] or (forms[place] in ('"', "'") and spaces[place])


def _in_note(place: int, forms: list[str]) -> bool:
    """Is it part of the number of a footnote, '[12]'?"""
    return any(
        forms[first : first + 3 : 2] == ["[", "]"] and forms[first + 1].isdigit()
        for first in range(max(0, place - 2), place + 1)
    )


def _first_letter(forms: list[str], place: int) -> str:
    while place < len(forms) - 1 and forms[place] in _OPENING:
        place += 1
    return forms[place][0]


def _is_caseless(forms: list[str], candidates: list[tuple[int, str, bool]]) -> bool:
    """Does the writer often start sentences in lower case?"""
    lower = sum(_first_letter(forms, place).islower() for place, _, _ in candidates)
    return lower >= 2 and lower > 0.3 * len(candidates)


def _openings(forms: list[str], candidates: list[tuple[int, str, bool]], caseless: bool) -> list[int]:
    """For each word whether a sentence must, may or must not start there."""
    openings = [MUST_NOT] * len(forms)
    openings[0] = MUST
    last = 0
    for place, mark, quoted in [*candidates, (len(forms), "", False)]:
        if place - last > _LONGEST_SENTENCE:
            openings[last + 1 : place] = [MAY] * (place - last - 1)
        last = place
        if place < len(forms):
            openings[place] = _opening(_first_letter(forms, place), mark, quoted, caseless)
    return openings


def _opening(letter: str, mark: str, quoted: bool, caseless: bool) -> int:
    if mark[0].isalpha():
        return MAY
    if letter.isupper():
        return MUST
    if letter.islower() and quoted:
        return MUST_NOT  # "Stop!" he said.
    return MUST if letter.islower() and caseless else MAY


def _tidy(forms: list[str], spaces: list[bool], sentence_starts: list[int]) -> None:
    """What the parser sees: 'I' for 'i', capitals at these starts, no space before marks and clitics."""
    for place, form in enumerate(forms):
        if form == "i":
            forms[place] = "I"
        elif place and spaces[place - 1] and _TIGHT.match(form):
            spaces[place - 1] = False
    for place in sentence_starts:
        forms[place] = forms[place][0].upper() + forms[place][1:]
