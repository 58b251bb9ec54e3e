"""Analyse the documents of a shard: the work that is done in many processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tacit.backbones import parser
from tacit.corpus.shards import CHARACTERS
from tacit.corpus.tables import COLUMNS, parquet
from tacit.errors import TacitError
from tacit.language import coreference
from tacit.language.analysis import analyse_many
from tacit.language.chains import ChainSlot, find_chains, number_participants
from tacit.language.events import Event, find_events
from tacit.language.events.participants import Participants
from tacit.language.parse import Parse
from tacit.version import __version__


@dataclass(frozen=True, slots=True)
class AnalysisSettings:
    """How texts are analysed; part of a shard's name, so a change of settings is a change of corpus."""

    coreference: str = "ranker"
    """A coreference system by name, or '' for none."""
    tokens: bool = False
    """Keep a table of all tokens too."""
    pipeline: str = ""
    """A spaCy pipeline by name or path; '' for the default."""
    shard_characters: int = CHARACTERS
    """How much text goes into one shard on average."""

    def describe(self) -> dict[str, Any]:
        """The settings with the versions that matter, for the manifest."""
        meta = parser.load(self.pipeline or None).meta
        model = coreference.load(self.coreference).fingerprint if self.coreference else ""
        versions = {"parser": f"{meta['lang']}_{meta['name']} {meta['version']}", "tacit": __version__}
        return {**asdict(self), **versions, "coreference_model": model}


@dataclass(frozen=True, slots=True)
class Work:
    """Ids and texts to analyse."""

    key: str
    documents: tuple[tuple[str, str], ...]
    settings: AnalysisSettings


@dataclass(frozen=True, slots=True)
class AnalysedShard:
    """The tables of a shard as Parquet, the words of each document, and documents that failed with the reason."""

    key: str
    tables: dict[str, bytes]
    words: dict[str, int]
    failed: dict[str, str] = field(default_factory=dict)


def analyse_shard(work: Work) -> AnalysedShard:
    """Parse, find events, coreference and chains; strings that only this shard needs are forgotten after it."""
    names = [name for name in COLUMNS if name != "tokens" or work.settings.tokens]
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in names}
    words: dict[str, int] = {}
    failed: dict[str, str] = {}
    with parser.load(work.settings.pipeline or None).memory_zone():
        for id, parse in _parses(work, failed):
            found = list(_document_rows(parse, work.settings))
            for name, row in found:
                rows[name].append((id, *row))
            words[id] = sum(pos not in ("PUNCT", "SPACE") for pos in parse.pos)
    return AnalysedShard(work.key, {name: parquet(COLUMNS[name], rows[name]) for name in names}, words, failed)


def _parses(work: Work, failed: dict[str, str]) -> Iterator[tuple[str, Parse]]:
    """Parses in batches; where a batch fails, one by one, so that one bad document does not cost the others."""
    pipeline = work.settings.pipeline or None
    texts = [text for _, text in work.documents]
    ids = [id for id, _ in work.documents]
    try:
        parses: Sequence[Parse | None] = list(analyse_many(texts, pipeline=pipeline))
    except (TacitError, ValueError, RecursionError):
        parses = [_parse_alone(id, text, pipeline, failed) for id, text in work.documents]
    for id, parse in zip(ids, parses, strict=True):
        if parse is not None:
            yield id, parse


def _parse_alone(id: str, text: str, pipeline: str | None, failed: dict[str, str]) -> Parse | None:
    try:
        return next(analyse_many([text], pipeline=pipeline))
    except (TacitError, ValueError, RecursionError) as error:
        failed[id] = str(error)
        return None


def _document_rows(parse: Parse, settings: AnalysisSettings) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Rows of all tables, each with the name of its table and without the document's id."""
    for number, (start, end) in enumerate(parse.sentences):
        yield "sentences", (number, parse.starts[start], parse.ends[end - 1])
    if settings.tokens:
        for token in range(len(parse)):
            yield "tokens", _token_row(parse, token)
    events = find_events(parse)
    for number, event in enumerate(events):
        yield "events", _event_row(parse, number, event)
    clusters = coreference.load(settings.coreference).resolve(parse) if settings.coreference else []
    for chain in find_chains(parse, events, clusters, singletons=True):
        yield "chains", _chain_row(chain)
    for row in _mention_rows(parse, number_participants(events, clusters), clusters):
        yield "mentions", row


def _token_row(parse: Parse, token: int) -> tuple[Any, ...]:
    place = (parse.sentence_of[token], token, parse.starts[token], parse.ends[token])
    names = (parse.words[token], parse.lemmas[token], parse.pos[token], parse.tags[token], parse.deps[token])
    return (*place, *names, parse.heads[token])


def _event_row(parse: Parse, number: int, event: Event) -> tuple[Any, ...]:
    place = (parse.sentence_of[event.verb], number, parse.starts[event.verb], parse.ends[event.verb])
    return (*place, event.lemma, event.negated, event.modality, event.imperative)


def _chain_row(chain: ChainSlot) -> tuple[Any, ...]:
    slot = (chain.event, chain.verb, chain.role, chain.preposition)
    return (chain.chain, chain.chain_type, chain.mentions, *slot)


def _mention_rows(parse: Parse, numbers: dict[int, int], clusters: coreference.Clusters) -> Iterator[tuple[Any, ...]]:
    """A row for each mention of a cluster and each participant of an event, in text order."""
    spans = {mention.head: (mention.start, mention.end) for cluster in clusters for mention in cluster}
    participants = Participants(parse)
    for head, chain in sorted(numbers.items()):
        participant = participants.of(head)
        if participant.implied:
            continue
        start, end = spans.get(head, (participant.start, participant.end))
        yield (
            parse.sentence_of[head],
            chain,
            parse.starts[start],
            parse.ends[end - 1],
            parse.text_between(start, end),
            participant.lemma,
            participant.entity,
            participant.number,
            participant.gender,
            participant.person,
        )
