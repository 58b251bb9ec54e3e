"""Wrong endings that are hard to tell from right ones: the ending of a like story, told of this story's people.

An ending taken from another story as it stands is given away by its names and pronouns. Here it comes from a story
told in the same voice (of a *he*, a *she*, a *they* or an *I*), and that story's hero gets this story's name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from tacit.endings.features.sentiment import compound
from tacit.endings.task import Cloze, Story
from tacit.extras import require

_WORD = re.compile(r"[^\W\d_]+")
_VOICES = {
    "I": {"i", "me", "my", "we", "us", "our"},
    "he": {"he", "him", "his"},
    "she": {"she", "her"},
    "they": {"they", "them", "their"},
}
_SEEN = 2
_SMALL = 0.1
"""A word is a name if it is seen twice with a capital inside sentences, and a tenth as often without, at most."""
_NEAREST = 60
"""How many like stories an ending may come from."""
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class _Cast:
    """Who a story is about: the voice it is told in, and its hero's name, if any."""

    voice: str
    hero: str


class Recaster:
    """Makes clozes from whole stories, each with its own ending first and then wrong ones."""

    def __init__(self, stories: Sequence[Story]) -> None:
        self._stories = [Story(story.id, tuple(map(_joined, story.sentences))) for story in stories]
        self._names = _names(sentence for story in stories for sentence in story.sentences)
        self._casts = [self._cast(story) for story in stories]
        vectorizer = require("sklearn.feature_extraction.text", extra="neural").TfidfVectorizer(
            sublinear_tf=True, token_pattern=_WORD.pattern
        )
        self._rows = vectorizer.fit_transform([" ".join(story.body) for story in stories])

    def clozes(self, count: int, *, wrong: int = 3, seed: int = 0) -> Iterator[Cloze]:
        """Clozes of up to `count` of the stories, drawn at random.

        Of the wrong endings the first comes from a like story, the second from a like story whose ending has another
        tone, the others from any story told in the same voice.
        """
        random = Random(seed)  # noqa: S311 (reproducible, not secret)
        drawn = random.sample(range(len(self._stories)), min(count, len(self._stories)))
        for start in range(0, len(drawn), _CHUNK):
            chunk = drawn[start : start + _CHUNK]
            likeness = (self._rows[chunk] @ self._rows.T).toarray()
            for number, row in zip(chunk, likeness, strict=True):
                endings = self._wrong_endings(number, row, wrong, random)
                if len(endings) == wrong:
                    story = self._stories[number]
                    yield Cloze(story.id, story.body, (story.ending, *endings), 0)

    def _wrong_endings(self, number: int, likeness: np.ndarray, wrong: int, random: Random) -> list[str]:
        right = self._stories[number].ending
        near = [int(place) for place in np.argsort(-likeness, kind="stable")[: 4 * _NEAREST] if place != number]
        like = list(self._recast(number, near))[:_NEAREST]
        other_tone = [ending for ending in like if abs(compound(ending) - compound(right)) > 0.5]
        chance = self._recast(number, (random.randrange(len(self._stories)) for _ in range(50 * wrong)))
        endings: list[str] = []
        for kind in (like[: _NEAREST // 3], other_tone):
            kind = [ending for ending in kind if ending not in (*endings, right)]
            if kind and len(endings) < wrong:
                endings.append(random.choice(kind))
        for ending in chance:
            if len(endings) < wrong and ending not in (*endings, right):
                endings.append(ending)
        return endings

    def _recast(self, number: int, others: Iterator[int] | Sequence[int]) -> Iterator[str]:
        """The endings of other stories with this one's hero; those that name anybody else are left out."""
        cast = self._casts[number]
        for place in others:
            other = self._casts[place]
            ending = self._stories[place].ending
            named = set(_WORD.findall(ending)) & self._names
            if place == number or other.voice != cast.voice or named - {other.hero} or (named and not cast.hero):
                continue
            yield re.sub(rf"\b{other.hero}\b", cast.hero, ending) if named else ending

    def _cast(self, story: Story) -> _Cast:
        found = [word for sentence in story.sentences for word in _WORD.findall(sentence)]
        voices = Counter(voice for word in found for voice, words in _VOICES.items() if word.lower() in words)
        heroes = Counter(word for word in found if word in self._names)
        return _Cast(
            voices.most_common(1)[0][0] if voices else "",
            heroes.most_common(1)[0][0] if heroes else "",
        )


def _joined(sentence: str) -> str:
    """Without the blanks that some collections have before marks, which would tell whose ending it is."""
    return re.sub(r"\s+(?=[.,!?;:])", "", sentence)


def _names(sentences: Iterable[str]) -> frozenset[str]:
    """Words that have a capital inside sentences and are hardly ever written small."""
    inside: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for sentence in sentences:
        first, *others = _WORD.findall(sentence) or [""]
        inside.update(word for word in others if len(word) > 1 and word.istitle())
        small.update(word.title() for word in (first, *others) if word.islower())
    return frozenset(word for word, count in inside.items() if count >= _SEEN and small[word] < _SMALL * count)
