"""`tacit steps make-cloze`: blanks for pairs of instructions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose


def make_cloze(
    pairs: Annotated[list[str], typer.Argument(help="Files with an abstract and a concrete instruction a row.")],
    out: Annotated[Path, typer.Option(help="The file of templates to write.")],
    learn_from: Annotated[
        list[str], typer.Option("--learn-from", help="Pairs to find the words from; else those given.")
    ] = [],  # noqa: B006
    approved: Annotated[Path | None, typer.Option(help="Words that may be blanked, one a line; else found.")] = None,
    min_count: Annotated[int, typer.Option(min=1, help="How often a word must occur.")] = 5,
    min_share: Annotated[float, typer.Option(min=0, max=1, help="Share of it in concrete instructions.")] = 0.6,
    blanks: Annotated[int, typer.Option(min=1, help="Different phrases to blank in one instruction.")] = 5,
    words: Annotated[Path | None, typer.Option(help="Write the words that may be blanked here.")] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Make templates with blanks from pairs of instructions.

    Blanked are words that occur mostly in concrete instructions, are no stop
    words and no numbers, and do not stand in the abstract one. Of their runs
    the longest are preferred. Pairs without such words are left out.

    Example:

    tacit steps make-cloze pairs.tsv --out templates.tsv
    """
    from tacit.files import atomic_write
    from tacit.steps.cloze import ClozeFilter
    from tacit.steps.data import read_pairs, read_words, write_templates

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    read = read_pairs(pairs)
    if approved is not None:
        found = ClozeFilter(read_words(approved), max_phrases=blanks)
    else:
        found = ClozeFilter.learn(
            read_pairs(learn_from) if learn_from else read,
            min_count=min_count,
            min_share=min_share,
            max_phrases=blanks,
        )
    count = write_templates(found.templates(read), out)
    if words is not None:
        with atomic_write(words) as stream:
            stream.writelines(f"{word}\n" for word in sorted(found.words))
    output.result({"pairs": len(read), "templates": count, "words": len(found.words), "output": str(out)})
    output.remark(
        f"wrote {count:,} templates of {len(read):,} pairs to {out}; {len(found.words):,} words may be blanked"
    )
