"""Options and ways to read what several of these commands are given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tacit.documents import Document
    from tacit.scripts.base import ScriptBase
    from tacit.scripts.paraphrase import Paraphrase

Base = Annotated[Path | None, typer.Option("--base", help="Your own scripts: a folder that learn wrote.")]
Gold = Annotated[list[str], typer.Option("--paraphrases", help="Gold sets of paraphrases; repeatable.")]
WordsOnly = Annotated[bool, typer.Option("--words-only", help="Compare events without the sentence encoder; faster.")]
Scenario = Annotated[str | None, typer.Option(help="What texts are about that do not say it themselves.")]


def read_base(folder: Path | None) -> ScriptBase:
    """The scripts of a folder, or those that ship with tacit."""
    from tacit.scripts.base import ScriptBase

    return ScriptBase.load(folder)


def read_documents(paths: list[str]) -> Iterator[Document]:
    """All documents of these files, folders and globs."""
    from tacit import formats

    for path in paths:
        yield from formats.open(path)


def learnt_paraphrase(paths: list[str], words_only: bool, seed: int) -> Paraphrase:
    """What tells paraphrases, learnt from gold sets."""
    from tacit.scripts.paraphrase_sets import features_of, fit, read_gold

    return fit(read_gold(read_documents(paths)), features=features_of(words_only), seed=seed)
