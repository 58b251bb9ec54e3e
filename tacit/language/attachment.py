"""Prepositional phrases given back to verbs that call for them: *Place the biscuits | on a tray*.

A parser trained on news hangs many of them on the object. Verbs of putting, moving and cleaning nearly always
take the phrase themselves; for other verbs the parser is right more often than not, so they are left alone.
"""

from __future__ import annotations

from dataclasses import replace

from tacit.language.parse import Parse

_VERBS = frozenset(
    word
    for line in (
        "put place set lay pour insert store hang stick pin attach mount spread sprinkle dip drop throw toss transfer",
        "remove load pack press rinse wipe wash rub wrap cover fill stir mix tie tape glue dust scrub clean cut slice",
    )
    for word in line.split()
)
_PREPOSITIONS = frozenset({"in", "on", "into", "onto", "under", "over", "from", "with", "around", "to"})


def with_phrases_attached(parse: Parse) -> Parse:
    """The parse with such phrases hung on the verb."""
    heads = list(parse.heads)
    for token, label in enumerate(parse.deps):
        if label != "prep" or parse.words[token].lower() not in _PREPOSITIONS:
            continue
        noun = parse.heads[token]
        verb = parse.heads[noun]
        if parse.deps[noun] == "dobj" and token == noun + 1 and parse.lemmas[verb].lower() in _VERBS:
            heads[token] = verb
    return parse if heads == parse.heads else replace(parse, heads=heads)
