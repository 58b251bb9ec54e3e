"""`tacit scenarios merge`: a gold standard from the work of several annotators."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.options import InventoryFile, Out, To
from tacit.cli.common.output import From, Json, Output, Quiet, Verbose
from tacit.cli.scenarios.agreement import Annotators, LabelFeature


def merge(
    annotators: Annotators,
    cases: Annotated[Path, typer.Option(help="The table of cases to decide on (.tsv).")],
    apply: Annotated[bool, typer.Option("--apply", help="Apply the decisions in it and write the gold texts.")] = False,
    out: Out = "",
    to: To = None,
    inventory: InventoryFile = None,
    label_feature: LabelFeature = None,
    from_: From = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Merge the work of annotators: same-label overlaps to the longest segment, the rest as cases to decide.

    Fill in the column *decision* of the table with *keep* or *drop*, then run the same command with --apply.

    Examples:

        tacit scenarios merge anna/ ben/ --cases cases.tsv

        tacit scenarios merge anna/ ben/ --cases cases.tsv --apply --out gold.jsonl
    """
    from tacit import formats
    from tacit.errors import UsageError
    from tacit.scenarios import load_inventory
    from tacit.scenarios.annotation.annotators import read_annotators
    from tacit.scenarios.annotation.merge import apply_cases, write_cases
    from tacit.scenarios.annotation.merge import merge as merge_text

    if apply and not out:
        raise UsageError("--apply needs --out, where the gold texts are written")
    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    known = load_inventory(inventory)
    _, texts = read_annotators(annotators, known, format=from_, label_feature=label_feature)
    merged = [merge_text(text) for text in texts]
    agreed = sum(len(each.agreed) for each in merged)
    plain: dict[str, object] = {"texts": len(texts), "agreed": agreed, "cases": sum(len(each.cases) for each in merged)}
    if apply:
        formats.write(apply_cases(merged, cases), out, format=to)
        output.result({**plain, "output": out})
        output.remark(f"wrote {len(texts)} gold texts to {out}")
    else:
        count = write_cases(merged, cases)
        output.result({**plain, "output": str(cases)})
        output.remark(f"{agreed} segments agreed; {count} cases to decide in {cases}, then --apply")
