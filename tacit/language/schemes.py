"""Universal Dependencies read as ClearNLP, so that the rest of tacit knows one scheme.

The two differ in labels and in what heads what:

    UD                                          ClearNLP
    obl/nmod with a `case` child                preposition (`prep`) heads the noun (`pobj`), 'out' heads 'of'
    obl:agent                                   `agent` heads `pobj`
    predicate heads its copula (`cop`)          the copula heads the predicate (`attr`, `acomp`, `prep`)
    aux:pass, nsubj:pass, compound:prt, …       auxpass, nsubjpass, prt, …
    all conjuncts hang on the first             each hangs on the one before
    `cc` hangs on the conjunct it precedes      `cc` hangs on the conjunct before
    the first word heads a name (`flat`)        the last one does
    'to' is `mark`, 'not' is `advmod`           `aux`, `neg`
    'told him' has an `iobj`                    a `dobj`, unless there is another one
    a stranded preposition is `obl`             `prep`
"""

from __future__ import annotations

from itertools import pairwise

_RENAMED = {
    "root": "ROOT",
    "obj": "dobj",
    "iobj": "dative",
    "nsubj:pass": "nsubjpass",
    "nsubj:outer": "nsubj",
    "csubj:pass": "csubjpass",
    "csubj:outer": "csubj",
    "aux:pass": "auxpass",
    "compound:prt": "prt",
    "nmod:poss": "poss",
    "acl:relcl": "relcl",
    "advcl:relcl": "relcl",
    "det:predet": "predet",
    "cc:preconj": "preconj",
    "flat": "compound",
    "flat:name": "compound",
    "fixed": "pcomp",
    "discourse": "intj",
    "vocative": "npadvmod",
    "obl:tmod": "npadvmod",
    "obl:unmarked": "npadvmod",
    "obl:npmod": "npadvmod",
    "nmod:tmod": "npadvmod",
    "nmod:unmarked": "npadvmod",
    "nmod:npmod": "npadvmod",
    "orphan": "dep",
    "list": "dep",
    "goeswith": "compound",
    "reparandum": "dep",
    "dislocated": "dep",
}
_ONLY_UNIVERSAL = frozenset({"root", "obl", "obj", "iobj", "cop", "nsubj:pass", "aux:pass", "acl:relcl", "nmod:poss"})
_ONLY_CLEARNLP = frozenset({"dobj", "pobj", "nsubjpass", "prt", "attr", "acomp", "dative", "agent", "auxpass"})
_CLAUSAL = frozenset(
    {"nsubj", "nsubj:pass", "nsubj:outer", "csubj", "csubj:outer", "aux", "mark", "punct", "advcl", "expl", "parataxis",
     "discourse", "vocative", "obl:tmod", "obl:unmarked", "dislocated"}
)  # fmt: skip
"""What belongs to the clause, not to its predicate, when a copula becomes the head."""
_POSSESSIVE = frozenset({"'s", "’s", "'", "’"})
_NEGATIONS = frozenset({"not", "n't", "n’t", "never"})


def is_universal(deps: list[str]) -> bool:
    """Are these labels of Universal Dependencies? What only one of the schemes has decides, by count."""
    return sum(label in _ONLY_UNIVERSAL for label in deps) > sum(label in _ONLY_CLEARNLP for label in deps)


def from_universal(pos: list[str], deps: list[str], heads: list[int], words: list[str]) -> tuple[list[str], list[int]]:
    """ClearNLP labels and heads for a text in Universal Dependencies."""
    conversion = _Conversion(pos, list(deps), list(heads), [word.lower() for word in words])
    conversion.relabel()
    conversion.chain_conjuncts()
    conversion.raise_last_names()
    conversion.raise_copulas()
    conversion.raise_prepositions()
    return [_RENAMED.get(label, label.partition(":")[0]) for label in conversion.deps], conversion.heads


class _Conversion:
    """The labels and heads while they change, with the dependents of each token kept in step."""

    def __init__(self, pos: list[str], deps: list[str], heads: list[int], words: list[str]) -> None:
        self.pos, self.deps, self.heads, self.words = pos, deps, heads, words
        self.children: list[list[int]] = [[] for _ in heads]
        for token, head in enumerate(heads):
            if head != token:
                self.children[head].append(token)

    def hang(self, token: int, head: int, label: str) -> None:
        """Give a token a new head (itself for a root) and label."""
        old = self.heads[token]
        if old != token:
            self.children[old].remove(token)
        if head != token:
            self.children[head].append(token)
        self.heads[token], self.deps[token] = head, label

    def replace(self, old: int, new: int) -> None:
        """Put `new` where `old` hangs; `old` is left to be hung anew."""
        root = self.heads[old] == old
        self.hang(new, new if root else self.heads[old], self.deps[old])

    def relabel(self) -> None:
        """Labels that need a look at the word or its sisters."""
        for token, label in enumerate(self.deps):
            if label == "mark" and self.words[token] == "to" and self.pos[token] == "PART":
                self.deps[token] = "aux"
            elif label == "advmod" and self.words[token] in _NEGATIONS:
                self.deps[token] = "neg"
            elif self.pos[token] == "ADP" and label.startswith("obl"):
                self.deps[token] = "prep"  # 'the chair she sat on'
            elif label == "iobj" and all(self.deps[sister] != "obj" for sister in self.children[self.heads[token]]):
                self.deps[token] = "obj"

    def chain_conjuncts(self) -> None:
        """Hang each conjunct on the one before, with the conjunction that joins them."""
        for first in range(len(self.heads)):
            conjuncts = [token for token in self.children[first] if self.deps[token] == "conj"]
            for before, conjunct in zip([first, *conjuncts], conjuncts, strict=False):
                self.hang(conjunct, before, "conj")
                for child in list(self.children[conjunct]):
                    if self.deps[child] == "cc" and child < conjunct:
                        self.hang(child, before, "cc")

    def raise_last_names(self) -> None:
        """'Ann Lee': make the last name the head."""
        for first in range(len(self.heads)):
            names = [token for token in self.children[first] if self.deps[token] in ("flat", "flat:name")]
            if not names or self.pos[first] != "PROPN":
                continue
            last = names[-1]
            self.replace(first, last)
            for child in list(self.children[first]):
                if child != last:
                    self.hang(child, last, "compound" if child in names else self.deps[child])
            self.hang(first, last, "compound")

    def raise_copulas(self) -> None:
        """'Ann is tall': make the copula the head of its predicate."""
        for copula in range(len(self.deps)):
            if self.deps[copula] != "cop":
                continue
            predicate = self.heads[copula]
            self.replace(predicate, copula)
            moving = [child for child in self.children[predicate] if self._belongs_to_clause(child, copula)]
            for child in moving:
                self.hang(child, copula, self.deps[child])
            self.hang(predicate, copula, "acomp" if self.pos[predicate] == "ADJ" else "attr")

    def _belongs_to_clause(self, child: int, copula: int) -> bool:
        label = self.deps[child]
        if label in ("advmod", "neg"):
            return child < copula or label == "neg"  # 'is very tall': the adverb belongs to the predicate
        if label == "conj":
            return self.pos[child] in ("VERB", "AUX") or any(
                self.deps[token] in ("cop", "nsubj", "nsubj:pass") for token in self.children[child]
            )
        if label == "cc":
            clauses = (token for token in self.children[self.heads[child]] if self.deps[token] == "conj")
            return any(self._belongs_to_clause(token, copula) for token in clauses)
        return label in _CLAUSAL

    def raise_prepositions(self) -> None:
        """'out of the house': make prepositions the heads of their nouns."""
        for noun in range(len(self.deps)):
            cases = [
                token
                for token in self.children[noun]
                if self.deps[token] == "case" and self.words[token] not in _POSSESSIVE
            ]
            outer = self.deps[noun]
            if not cases or outer == "nmod:poss":
                continue
            self.replace(noun, cases[0])
            if outer == "obl:agent":
                self.deps[cases[0]] = "agent"
            elif outer.partition(":")[0] in ("obl", "nmod", "attr", "acl", "advcl"):
                self.deps[cases[0]] = "prep"
            for before, preposition in pairwise(cases):
                self.hang(preposition, before, "prep")
            self.hang(noun, cases[-1], "pobj")
            self._raise_conjoined_phrases(cases[0], noun)

    def _raise_conjoined_phrases(self, preposition: int, noun: int) -> None:
        """'in Rome and in Paris': a conjunct with its own preposition joins phrase to phrase."""
        for child in list(self.children[noun]):
            has_case = any(self.deps[token] == "case" for token in self.children[child])
            if self.deps[child] == "conj" and has_case:
                self.hang(child, preposition, "conj")
