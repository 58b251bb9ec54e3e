"""Turn a terse instruction into concrete steps: from what is known, or, if asked for, drawn from the networks.

>>> from tacit.steps.elaborate import elaborate
>>> best = elaborate("wash the dog")                                  # doctest: +SKIP
>>> best.steps, best.tools                                            # doctest: +SKIP
(('Brush the dog first, so that loose hair and knots come out.', …), ('bathtub or shower', …))
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tacit import howto
from tacit.howto import Answer
from tacit.language.english.sentences import split_at_marks


def elaborate(instruction: str) -> Answer:
    """How an instruction is carried out; an answer without steps says why there are none."""
    return howto.load().answer(instruction)


def instructions_of(text: str) -> Iterator[str]:
    """The steps of a how-to text: one a line, without numbers and bullets; lines of several sentences are split.

    >>> list(instructions_of("1. Peel the eggs. Slice them.\\n\\n- Serve"))
    ['Peel the eggs.', 'Slice them.', 'Serve']
    >>> list(instructions_of("1.5 cups of milk"))
    ['1.5 cups of milk']
    """
    for line in text.splitlines():
        bare = re.sub(r"^\s*(?:\d+\s*(?:\.(?!\d)|\))|[-*•]+)?\s*", "", line)
        yield from split_at_marks(bare.strip())
