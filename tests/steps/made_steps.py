"""A made-up kitchen, small enough to be learnt by heart in a second."""

from __future__ import annotations

from tacit.steps.task import Pair, Template

_TOOLS = {"pasta": "sieve", "eggs": "whisk", "bread": "knife", "soup": "ladle"}
_VERBS = {"drain": "tip", "mix": "swirl", "cut": "saw", "serve": "scoop"}


def pairs() -> list[Pair]:
    return [
        Pair((verb, "the", thing, "."), ("take", "a", tool, "and", action, "the", thing, "."))
        for thing, tool in _TOOLS.items()
        for verb, action in _VERBS.items()
    ]


def templates() -> list[Template]:
    """The tool and the action are blanks."""
    return [
        Template(pair.abstract, pair.concrete, tuple(place not in (2, 4) for place in range(len(pair.concrete))))
        for pair in pairs()
    ]


def write(path, rows):
    """A KidsCook file of templates."""
    lines = (
        f"{' '.join(row.abstract)}\t{' '.join(row.concrete)}\t{' '.join('1' if given else '0' for given in row.given)}"
        for row in rows
    )
    path.write_text("\n".join(lines) + "\n")
    return path
