"""`tacit vectors`: word vectors of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose


def cut(
    file: Annotated[Path, typer.Argument(help="A GloVe or word2vec text file, frequent words first.")],
    out: Annotated[Path, typer.Option(help="The folder to write.")],
    words: Annotated[int, typer.Option(min=1, help="How many words to keep.")] = 60_000,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Keep the most frequent words, a byte a number: how the vectors that ship with tacit were made."""
    from tacit.backbones import vectors

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    vectors.save_cut(vectors.load(file), out, size=words)
    output.result({"output": str(out), "words": len(vectors.load(out).words)})
    output.remark(f"wrote {out}")
