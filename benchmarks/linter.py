"""Does the linter warn where editors of real instructions later made something explicit?

    python benchmarks/linter.py CLAIRE_FOLDER [--part dev|train] [--min-confidence 0.5]

Each sentence of CLAIRE is one that an editor revised by one insertion. It is checked as it was, after its context, and
with the filler that was rated best. A warning in the old sentence is right where it stands at the insertion. One in the
context may be right or wrong: nobody said. No judge is asked. Rules must never be tuned by this.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tacit.clarifications import Instruction, read_instructions
from tacit.clarifications.pages import read_page
from tacit.formats import Source
from tacit.linter.check import Checker
from tacit.linter.config import LinterSettings
from tacit.linter.findings import Finding

_NEAR = 8
"""Letters between a warning and the insertion: an article and spaces."""
_OMITTED = re.compile(r"\(\.\.\.\)")


def unrevised(instruction: Instruction) -> str:
    """The sentence without what was inserted."""
    before, after = instruction.before.rstrip(), instruction.after.lstrip()
    return before + after if after[:1] in ".,;:!?" else f"{before} {after}"


def findings(
    checker: Checker, settings: LinterSettings, instruction: Instruction, sentence: str
) -> tuple[int, list[Finding]]:
    """Where the sentence starts on a page with its title and context, and the findings of that page."""
    start = f"# {instruction.title}\n\n{_OMITTED.sub('', instruction.previous)} ".replace("\n\n ", "\n\n")
    return len(start), checker.check(read_page(Source("page.md", f"{start}{sentence}\n".encode())), settings)


def counted(instructions: list[Instruction], settings: LinterSettings) -> Iterator[str]:
    """What is found in old sentences, of that at the insertion, in their contexts, and in the revised sentences."""
    checker = Checker()
    for instruction in instructions:
        start, found = findings(checker, settings, instruction, unrevised(instruction))
        place = start + len(instruction.before.rstrip())
        own = [each for each in found if each.place.span.end > start]
        yield from ["context"] * (len(found) - len(own)) + ["old"] * len(own)
        spans = [each.place.span for each in own]
        yield from ["at the insertion" for span in spans if span.start - _NEAR <= place <= span.end + _NEAR]
        best = max(instruction.fillers, key=lambda filler: filler.score or 0.0)
        start, found = findings(checker, settings, instruction, instruction.filled(best.text))
        yield from ["revised" for each in found if each.place.span.end > start]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claire", type=Path)
    parser.add_argument("--part", choices=("dev", "train"), default="dev")
    parser.add_argument("--min-confidence", type=float, default=LinterSettings().min_confidence)
    given = parser.parse_args()
    instructions = read_instructions(given.claire / f"{given.part}_data.tsv")
    counts = Counter(counted(instructions, LinterSettings(min_confidence=given.min_confidence)))
    print(f"{len(instructions):,} sentences before their revision: {counts['old']} warnings,")
    print(f"{counts['at the insertion']} of them where it was revised; {counts['context']} in their contexts")
    print(f"{counts['revised']} warnings after the revision")


if __name__ == "__main__":
    main()
