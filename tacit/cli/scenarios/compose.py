"""`tacit scenarios compose`: documents to measure on."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from tacit.cli.common.options import InventoryFile, NonePaths, Seed, working
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen


def compose(
    texts: Annotated[list[str], typer.Argument(help="Files of texts that are about one scenario each.")],
    out: Annotated[str, typer.Option(help="The file to write, such as composed.jsonl.")],
    segments: Annotated[int, typer.Option(min=1, help="Texts in one document.")] = 5,
    documents: Annotated[int, typer.Option(min=0, help="Documents; 0 uses each text once.")] = 0,
    none: NonePaths = [],  # noqa: B006
    system: Annotated[str, typer.Option(help="Leave out what this system has learnt from; or NAME:FOLDER.")] = "tacit",
    train: Annotated[
        list[str], typer.Option("--train", help="Leave out what stands in these texts instead; repeatable.")
    ] = [],  # noqa: B006
    keep_seen: KeepSeen = False,
    inventory: InventoryFile = None,
    to: Annotated[str | None, typer.Option("--to", help="The format, where the name does not tell.")] = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Build artificial documents with known boundaries from texts about one scenario each.

    With --none a passage about nothing stands between each two. Texts that stand in what a system has learnt from are
    left out: the shipped one by default, another by --system, or one that is still to learn from --train.

    Examples:

        tacit scenarios compose dev.xml --none stories.tsv --seed 1 --out composed.jsonl

        tacit scenarios compose dev.xml --train train.xml --out composed.jsonl
    """
    from tacit import formats
    from tacit.scenarios import load_inventory, read_labelled
    from tacit.scenarios.annotation.compose import compose
    from tacit.scenarios.seen import is_copy, seen_by
    from tacit.seen import unseen

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    known = load_inventory(inventory)
    with working(output, "reading"):
        labelled = read_labelled(texts, known)
        fillers = read_labelled(none, known, unlabelled_as_none=True)
        seen = seen_by(system, read_labelled(train, known, unlabelled_as_none=True))
    learnt = ", ".join(train) or system
    fresh = partial(unseen, seen=seen, is_copy=is_copy, learnt=learnt, keep=keep_seen, remarks=output.remark)
    labelled, copies = fresh(labelled)
    fillers, none_copies = fresh(fillers, what="texts about nothing")
    composed = compose(labelled, segments=segments, count=documents or None, none=fillers, seed=seed)
    count = formats.write(composed, out, format=to)
    output.result(
        {
            "documents": count,
            "sentences": sum(len(each.sentences) for each in composed),
            "seen_in_training": copies,
            "none_seen_in_training": none_copies,
            "output": out,
        }
    )
    output.remark(f"wrote {count} documents of {segments} segments to {out}")
