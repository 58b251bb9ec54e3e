"""The scores of Chambers and Jurafsky (2009) as the stability paper uses them: PMI, L, chainsim' and narsim.

    PMI(a, b)      = log2 [P(a, b) / (P(a) P(b))], 0 where any of them is 0; pairs and singles are normalised apart
    L(a, b, t)     = λ log2 freq(a, b, t), −1 where the pair was never seen with type t
    chainsim'(C,v) = Σ_{y∈C} PMI(y, v) + max_t [Σ_{y∈C} L(v, y, t) + Σ_{x<y∈C} L(x, y, t)]
    narsim(N, v)   = Σ_{slots of v} max(β, max_{C∈N} chainsim'(C, slot)), β a slot where v was never seen with N

Pairs never seen together add nothing to Σ_{y∈C} L(v, y, t).
"""

from __future__ import annotations

from collections.abc import Sequence

from tacit.schemas.features.associations import Associations
from tacit.schemas.features.growth import GrowingChain, narrative_excess
from tacit.schemas.task import Slot


class Scores(Associations):
    """All scores over the counts of one set of documents; slots and verbs that do not occur fit nothing.

    >>> from tacit.schemas.features.totals import Totals
    >>> man = ("man", [Slot("rob", "SUBJ"), Slot("flee", "SUBJ")])
    >>> scores = Scores(Totals.from_chains([man, man, ("dog", [Slot("bark", "SUBJ"), Slot("bite", "SUBJ")])]))
    >>> scores.verbs, round(scores.pmi(Slot("rob", "SUBJ"), Slot("flee", "SUBJ")), 4)
    (['flee', 'rob', 'bark', 'bite'], 2.585)
    >>> round(scores.chain_similarity([Slot("rob", "SUBJ")], Slot("flee", "SUBJ")), 4)
    3.585
    """

    def chain_similarity(self, chain: Sequence[Slot], slot: Slot) -> float:
        """chainsim' of a chain and a slot."""
        return self._grow(chain).similarity(self.slot_number.get(slot, -1))

    def narrative_similarity(self, chains: Sequence[Sequence[Slot]], verb: str) -> float:
        """Narsim of the chains of a schema and a verb; 0 for a verb that does not occur."""
        number = self.verb_number.get(verb)
        if number is None:
            return 0.0
        verbs, excess = narrative_excess(self, [self._grow(chain) for chain in chains])
        return self.least(number) + float(excess[verbs == number].sum())

    def _grow(self, chain: Sequence[Slot]) -> GrowingChain:
        return GrowingChain(self, [self.slot_number.get(slot, -1) for slot in chain])
