"""Documents with gold coreference, parsed on their own tokens so that mentions can be compared."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacit import formats
from tacit.backbones import parser
from tacit.documents import Document
from tacit.errors import InputError
from tacit.formats.parts.blanked import is_blanked
from tacit.language.english.misread import with_commands
from tacit.language.parse import Parse

_LOG = logging.getLogger(__name__)
_MENTIONS = "mentions"
_NO_SPACE_BEFORE = frozenset(".,;:!?)]}%'’”") | {"''", "...", "…"}
_CLITICS = frozenset({"n't", "n’t", "'s", "’s", "'re", "’re", "'ve", "’ve", "'ll", "’ll", "'d", "’d", "'m", "’m"})
_NO_SPACE_AFTER = frozenset("([{$£€#“‘") | {"``"}
_NO_SPACE_AROUND = frozenset("-/‑")


@dataclass(frozen=True)
class GoldDocument:
    """A parse and the gold clusters, as token ranges with an exclusive end."""

    id: str
    parse: Parse
    clusters: list[list[tuple[int, int]]]


def read_gold(path: str | Path, *, pipeline: str | Path | None = None) -> Iterator[GoldDocument]:
    """The documents of a file or folder that have tokens and mentions, parsed one by one.

    Those whose words are blanked (GUM's reddit documents) are left out, and a warning says so.
    """
    nlp = parser.load(pipeline)
    from spacy.tokens import Doc

    for document in formats.open(path):
        if is_blanked(document):
            _LOG.warning("%s: %r has underscores in place of words and is left out", path, document.id)
            continue
        words = [document.text_of(token) for token in document.tokens]
        if not words:
            raise InputError(f"the document {document.id!r} has no tokens; coreference files list them", path=path)
        doc = nlp(Doc(nlp.vocab, words=words, spaces=spaces_after(words)))
        parse = with_commands(Parse.from_spacy(doc), nlp)
        yield GoldDocument(document.id, parse, gold_clusters(document))


def gold_clusters(document: Document) -> list[list[tuple[int, int]]]:
    """The chains of a document's mentions as token ranges, in the order of their first mention."""
    starts = {token.start: number for number, token in enumerate(document.tokens)}
    ends = {token.end: number + 1 for number, token in enumerate(document.tokens)}
    chains: dict[object, list[tuple[int, int]]] = {}
    for mention in document.layer(_MENTIONS):
        if mention.start in starts and mention.end in ends and "chain" in mention.features:
            span = starts[mention.start], ends[mention.end]
            chains.setdefault(mention.features["chain"], []).append(span)
    return list(chains.values())


def spaces_after(words: Sequence[str]) -> list[bool]:
    """For each word whether a space follows it in ordinary writing; parsers look at that.

    >>> spaces_after(["I", "do", "n't", "(", "yet", ")", "."])
    [True, False, True, False, False, False, True]
    """
    spaces = [True] * len(words)
    quoting = False
    for place, word in enumerate(words):
        if word == '"':
            quoting = not quoting
            if quoting:
                spaces[place] = False
        closes = word in _NO_SPACE_BEFORE or word.lower() in _CLITICS or (word == '"' and not quoting)
        if place and (closes or word in _NO_SPACE_AROUND):
            spaces[place - 1] = False
        if word in _NO_SPACE_AFTER or word in _NO_SPACE_AROUND:
            spaces[place] = False
    return spaces
