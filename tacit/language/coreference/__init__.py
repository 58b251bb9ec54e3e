"""Who is who: clusters of mentions that speak of the same thing.

system = coreference.load("ranker")
clusters = system.resolve(analyse("Ann came in. She sat down."))
"""

from __future__ import annotations

from functools import lru_cache

from tacit.errors import UsageError
from tacit.language.coreference.task import Cluster, Clusters, CoreferenceSystem, Mention

SYSTEMS = ("ranker", "ranker-litbank", "sieve", "spacy:<pipeline>", "corenlp:<address>")

__all__ = ["SYSTEMS", "Cluster", "Clusters", "CoreferenceSystem", "Mention", "load"]


@lru_cache(maxsize=8)
def load(name: str = "ranker") -> CoreferenceSystem:
    """The system of that name, loaded once a process.

    "ranker" is the shipped model, "ranker-litbank" the same with the guidelines of LitBank (people and places, in
    novels), and "ranker:<folder>" one that was trained with `train`; "sieve" the rules; "spacy:<pipeline>" any
    spaCy pipeline that fills coreference clusters; "corenlp:<address>" a CoreNLP server.
    """
    kind, _, argument = name.partition(":")
    if kind in ("ranker", "ranker-litbank"):
        from tacit.language.coreference.systems.tacit.ranker import MentionRanker

        return MentionRanker.load(argument or None, style="litbank" if kind == "ranker-litbank" else "ontonotes")
    if name == "sieve":
        from tacit.language.coreference.systems.sieve.system import Sieve

        return Sieve.load()
    if kind == "spacy" and argument:
        from tacit.language.coreference.systems.spacy_component import SpacyComponent

        return SpacyComponent(argument)
    if kind == "corenlp" and argument:
        from tacit.language.coreference.systems.corenlp import CoreNLP

        return CoreNLP(argument)
    raise UsageError(f"there is no coreference system {name!r}: take one of {', '.join(SYSTEMS)}")
