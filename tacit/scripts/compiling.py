"""Make a base of scripts that people wrote: encode their wordings, and count how often texts tell each event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from tacit.documents import Document
from tacit.progress import Progress, no_progress
from tacit.scenarios.data import sentence_spans
from tacit.scripts.base import PLAIN, ScriptBase, canonical
from tacit.scripts.files import read_files
from tacit.scripts.recognising import TOLD, Floats, Recogniser, Table, Wordings, pieces
from tacit.scripts.stories import Encode, JudgedStory, learn
from tacit.scripts.task import Script, Telling
from tacit.scripts.wording_encoder import WordingEncoder

Weights = Mapping[str, Mapping[str, float]]


def compile_base(
    places: Iterable[str | Path],
    texts: Iterable[Document] = (),
    *,
    weights: Weights | None = None,
    stories: Sequence[JudgedStory] = (),
    learnt: Iterable[Script] = (),
    encoder: WordingEncoder = PLAIN,
    progress: Progress = no_progress,
) -> ScriptBase:
    """All scripts of files and folders, with vectors, and with what `texts` that name their scenario tell of them.

    Vectors are those of `encoder`; stories that taught it teach nothing else.
    From judged `stories` it is learnt to find told and left-out events; else the `weights` given are kept. Scripts
    that were `learnt` from texts stand in for scenarios that nobody wrote about; those of labelled texts stay beside
    the written ones.
    """
    scripts = {script.scenario: script for _, script in read_files(places)}
    vectors: dict[str, Floats] = {}
    for done, script in enumerate(scripts.values()):
        progress("encoding wordings", done, len(scripts))
        vectors[script.scenario] = encoder.encode(Wordings.texts(script))
    known = dict(weights or {})
    if fresh := [story for story in stories if not encoder.has_learnt_from(story.text)]:
        known |= learn(fresh, scripts, vectors, encoder.encode)
    told = _count(scripts, vectors, encoder.encode, texts, Recogniser(known.get("recogniser")), progress)
    written = [replace(script, tellings=tuple(told[scenario])) for scenario, script in scripts.items()]
    others = [each for each in learnt if each.scenario not in scripts or any(event.label for event in each.events)]
    return ScriptBase.of([*written, *others], known, vectors, encoder)


def _count(
    scripts: Mapping[str, Script],
    vectors: Mapping[str, Floats],
    encode: Encode,
    texts: Iterable[Document],
    recogniser: Recogniser,
    progress: Progress,
) -> dict[str, list[Telling]]:
    """For each scenario the events that each of its texts tells, in the order of the text."""
    found: dict[str, list[Telling]] = defaultdict(list)
    for done, document in enumerate(texts):
        progress("reading texts", done, 0)
        name = document.metadata.get("scenario")
        scenario = canonical(name) if isinstance(name, str) else ""
        if scenario in scripts:
            wordings = Wordings(scripts[scenario], vectors[scenario])
            if telling := telling_of(document, wordings, recogniser, encode):
                found[scenario].append(telling)
    return found


def telling_of(document: Document, wordings: Wordings, recogniser: Recogniser, encode: Encode) -> Telling:
    """The events that a text tells from beginning to end, in its order, each once."""
    places = [(span.start, span.end) for span in sentence_spans(document)]
    parts = pieces(document.text, places)
    if not parts:
        return ()
    rows = encode([document.text[start:end] for _, start, end in parts])
    table, _ = recogniser.sentences(wordings, document.text, parts, rows)
    return first_tellings(table)


def first_tellings(table: Table) -> Telling:
    """The events that some sentence tells, by the first that does; `table` is sentences × events.

    >>> first_tellings(np.array([[0.1, 0.9, 0.2], [0.8, 0.7, 0.1]]))
    (1, 0)
    """
    firsts = [(int(np.argmax(column >= TOLD)), event) for event, column in enumerate(table.T) if column.max() >= TOLD]
    return tuple(event for _, event in sorted(firsts))
