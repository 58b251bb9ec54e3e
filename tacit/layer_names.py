"""The names of layers that mean something to tacit, so that a slip of the pen is not taken for an empty layer."""

from __future__ import annotations

from collections.abc import Collection

from tacit.errors import UnknownNameError

LAYERS: dict[str, str] = {
    "sentences": "the sentences of the text",
    "tokens": "its words, with lemma, tag and head",
    "entities": "names of people, places and the like",
    "participants": "who and what takes part in events",
    "events": "what happens, linked to its participants by role",
    "mentions": "who is who: mentions of one thing have one `chain`",
    "scenarios": "passages about everyday activities",
    "likely_scenarios": "how many sentences each scenario may be expected to have, in the text as a whole",
    "segments": "passages that hang together",
    "scripts": "passages with the events of their script that they tell and leave out",
    "script_events": "where events of a script are told",
    "coherence": "how well each sentence follows",
    "concrete_steps": "terse instructions with how they are carried out",
    "clarifications": "phrases that can be misread, with their readings",
    "headings": "headings, h1 to h6",
    "steps": "list items, numbered or not",
    "paragraphs": "running text",
    "not_prose": "code, addresses, markup",
    "multiword_tokens": "words that CoNLL-U takes apart",
    "empty_nodes": "words that CoNLL-U adds",
    "relations": "relations of brat without a layer of their own",
    "equivalences": "what brat calls equivalent",
    "paraphrases": "descriptions of one event in other words (DeScript)",
    "parts": "title, context and sentence of an instruction (CLAIRE)",
    "blanks": "places to be filled (CLAIRE, KidsCook)",
}
"""Name and meaning. Who adds layers of another kind may add a line, so that a text without any has an empty layer."""


def check_layer(name: str, present: Collection[str]) -> None:
    """Raise the error that says which layer was probably meant, unless the name is known or `present`.

    >>> check_layer("evnts", ())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tacit.errors.UnknownNameError: there is no layer 'evnts'; did you mean 'events'? there are sentences, tokens, ...
    """
    if name not in present and name not in LAYERS:
        raise UnknownNameError("layer", name, dict.fromkeys((*present, *LAYERS)))
