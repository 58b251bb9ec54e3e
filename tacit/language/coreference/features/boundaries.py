"""How far a noun phrase reaches from its head.

Going outwards from the head, each dependent either belongs to the phrase or ends it. A logistic model decides, from
the label of the dependent, its word, and the punctuation between: one weight for each feature, in a plain table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacit.language.parse import Parse

_ALWAYS_OUTSIDE = frozenset({"conj", "cc", "preconj", "punct"})
_LEXICAL_DEPS = frozenset({"prep", "advmod", "det", "predet", "amod", "case", "npadvmod", "compound", "nmod", "intj"})


class Boundaries:
    """The learned model; without weights the plain rule: what hangs on the head belongs to it."""

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self.weights = weights if weights is not None else RULE

    def extent(self, parse: Parse, head: int) -> tuple[int, int]:
        """The first token of the phrase and the one after its last."""
        left, right = parse.edges
        start, end = head, head + 1
        for child in outwards(parse, head, -1):
            if not self._belongs(parse, head, child):
                break
            start = left[child]
        for child in outwards(parse, head, 1):
            if not self._belongs(parse, head, child):
                break
            end = right[child] + 1
        return start, end

    def _belongs(self, parse: Parse, head: int, child: int) -> bool:
        weights = self.weights
        return sum(weights.get(feature, 0.0) for feature in features(parse, head, child)) > 0


def outwards(parse: Parse, head: int, direction: int) -> Iterator[int]:
    """The dependents before or after the head that a phrase may include, the nearest first."""
    children = parse.children[head]
    side = (c for c in children if c > head) if direction > 0 else (c for c in reversed(children) if c < head)
    return (child for child in side if parse.deps[child] not in _ALWAYS_OUTSIDE)


def features(parse: Parse, head: int, child: int) -> list[str]:
    """What the decision about one dependent depends on."""
    dep = parse.deps[child]
    side = "R" if child > head else "L"
    near = parse.edges[0][child] - 1 if child > head else parse.edges[1][child] + 1
    between = parse.words[near] if near < len(parse) and parse.pos[near] == "PUNCT" else ""
    key = f"{side} {dep}"
    found = [
        side,
        key,
        f"{key} {between}",
        f"{key} {parse.tags[child]}",
        f"{key} {parse.deps[head]}",
        f"{key} {parse.tags[head]}",
        f"{key} size {min(parse.edges[1][child] - parse.edges[0][child], 12) // 3}",
        f"{key} far {min(abs(child - head), 9) // 3}",
    ]
    if dep in _LEXICAL_DEPS:
        lemma = parse.lemmas[child].lower()
        found += [f"{key} = {lemma}", f"{key} = {lemma} {parse.deps[head]}"]
    return found


RULE: dict[str, float] = {"L": 1.0, "R": 1.0} | {
    f"{side} {dep}": -2.0
    for side in "LR"
    for dep in ("nsubj", "nsubjpass", "csubj", "aux", "auxpass", "mark", "advcl", "ccomp", "parataxis", "intj", "dep")
}
