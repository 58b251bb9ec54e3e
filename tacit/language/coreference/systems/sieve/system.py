"""The deterministic sieve: ten passes of rules, from the most precise to the least.

Lee, Chang, Peirsman, Chambers, Surdeanu and Jurafsky 2013, "Deterministic coreference resolution based on
entity-centric, precision-ranked rules". Each pass offers every mention that opens its entity the mentions before
it, the most salient first, and links it to the first that the rule of the pass allows. What a pass links, later
passes see as one entity with pooled attributes.

Role appositives, relative pronouns and demonyms of the paper are left out: our detection makes no mentions of them.
The guidelines that most corpora follow do not count appositions and predicate nominatives as coreference. As in the
paper, such links help on the way and are undone at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tacit.language.coreference.features.attributes import describe
from tacit.language.coreference.features.boundaries import Boundaries
from tacit.language.coreference.features.mentions import detect_mentions
from tacit.language.coreference.model_folder import load_boundaries
from tacit.language.coreference.systems.sieve import candidates, rules
from tacit.language.coreference.systems.sieve.entities import Entities
from tacit.language.coreference.systems.sieve.text import SieveText
from tacit.language.coreference.task import Clusters, CoreferenceSystem, ordered
from tacit.language.parse import Parse
from tacit.learning.parameters import WithParameters

Rule = Callable[[SieveText, Entities, int, int], bool]
Candidates = Callable[[SieveText, int], Iterable[int]]

PASSES: tuple[tuple[str, Candidates, Rule], ...] = (
    ("speaker", candidates.in_speech, rules.same_speaker),
    ("exact string", candidates.sharing_a_word, rules.exact_string),
    ("relaxed string", candidates.sharing_a_word, rules.relaxed_string),
    ("precise construct", candidates.constructed, rules.precise_construct),
    ("strict head A", candidates.sharing_a_word, rules.strict_head_a),
    ("strict head B", candidates.sharing_a_word, rules.strict_head_b),
    ("strict head C", candidates.sharing_a_word, rules.strict_head_c),
    ("proper head", candidates.sharing_a_word, rules.proper_head),
    ("relaxed head", candidates.sharing_a_word, rules.relaxed_head),
    ("pronoun", candidates.recent, rules.pronoun),
)


class Sieve(WithParameters, CoreferenceSystem):
    """Rules only: no training, no model, every decision can be explained.

    >>> parse = Parse.from_rows("Ann sang. She left.", [
    ...     ("Ann", "Ann", "PROPN", "NNP", 1, "nsubj"), ("sang", "sing", "VERB", "VBD", 1, "ROOT"),
    ...     (".", ".", "PUNCT", ".", 1, "punct"), ("She", "she", "PRON", "PRP", 4, "nsubj"),
    ...     ("left", "leave", "VERB", "VBD", 4, "ROOT"), (".", ".", "PUNCT", ".", 4, "punct")],
    ...     sentences=[(0, 3), (3, 6)])
    >>> [[mention.span for mention in cluster] for cluster in Sieve().resolve(parse)]
    [[(0, 1), (3, 4)]]
    """

    name = "sieve"

    def __init__(self, boundaries: Boundaries | None = None, *, keep_constructs: bool = False) -> None:
        self.boundaries = boundaries or Boundaries()
        self.keep_constructs = keep_constructs

    @classmethod
    def load(cls) -> Sieve:
        """The rules with the learned extent of noun phrases that ships with tacit."""
        return cls(load_boundaries())

    def resolve(self, parse: Parse) -> Clusters:
        """The clusters of a text."""
        table = describe(parse, detect_mentions(parse, self.boundaries))
        text = SieveText(parse, table)
        entities = Entities(table)
        for _, find, rule in PASSES:
            for mention in range(len(table)):
                if entities.is_first(mention) and text.may_corefer[mention]:
                    _link(text, entities, mention, find(text, mention), rule)
        dropped = set() if self.keep_constructs else text.predicated
        return ordered(
            [[table.mentions[member] for member in members if member not in dropped] for members in entities.members]
        )


def _link(text: SieveText, entities: Entities, mention: int, antecedents: Iterable[int], rule: Rule) -> None:
    """Link the mention to the first antecedent that the rule allows."""
    for antecedent in antecedents:
        different = text.may_corefer[antecedent] and entities.of(antecedent) != entities.of(mention)
        if different and rule(text, entities, mention, antecedent):
            entities.link(mention, antecedent)
            return
