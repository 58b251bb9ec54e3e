"""The events of sentences as short names (*not go*, *be happy*), with the connective that opens the sentence."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tacit.endings.features.surface import words
from tacit.learning.cache import remembered
from tacit.progress import Progress, no_progress
from tacit.version import __version__

_CONNECTING = "but however so then finally eventually instead unfortunately luckily suddenly when after and"
_CONNECTIVES = frozenset(_CONNECTING.split())


def sentence_events(sentences: Sequence[str], *, progress: Progress = no_progress) -> list[list[str]]:
    """The events of each sentence in text order. Parses are kept on disk.

    A negated event starts with *not*, one that is only wished for or possible with *may*.
    """
    kept = remembered("events", sentences, _find, by=_finder(), progress=progress)
    return [json.loads(value) for value in kept]


def _finder() -> str:
    """Who finds the events: the parser, and the rules of this version."""
    from tacit.backbones import parser

    meta = parser.load().meta
    return f"{meta['lang']}_{meta['name']} {meta['version']}, tacit {__version__}"


def _find(sentences: list[str]) -> list[bytes]:
    from tacit.language.analysis import analyse_many
    from tacit.language.events import EventOptions, find_events

    options = EventOptions(copulas=True)
    found = []
    for sentence, parse in zip(sentences, analyse_many(sentences), strict=True):
        names = [_name(event.lemma, event.negated, event.modality) for event in find_events(parse, options)]
        found.append(json.dumps(_connective(sentence) + names).encode())
    return found


def _name(lemma: str, negated: bool, modality: str) -> str:
    return ("not " if negated else "") + ("may " if modality else "") + lemma


def _connective(sentence: str) -> list[str]:
    first = words(sentence)[:1]
    return [f"<{first[0]}>"] if first and first[0] in _CONNECTIVES else []
