"""`tacit scenarios detect`: what the passages of a text are about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    BudgetOption,
    DryRun,
    Llm,
    Parallel,
    Timeout,
    show_planned,
)
from tacit.cli.common.options import File, InventoryFile, Out, System, To
from tacit.cli.common.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose
from tacit.cli.common.tables import Csv, Parquet

if TYPE_CHECKING:
    from tacit.documents import Document
    from tacit.reader import Reading


def detect(
    file: File,
    system: System = "tacit",
    min_confidence: Annotated[float, typer.Option(min=0, max=1, help="Leave out what is less probable.")] = 0.0,
    threshold: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Say what is at least so probable; less finds more."),
    ] = None,
    alternatives: Annotated[bool, typer.Option("--alternatives", help="Show also what was nearly said.")] = False,
    why: Annotated[bool, typer.Option("--why", help="Name the words and script events that speak for each.")] = False,
    inventory: InventoryFile = None,
    html: Annotated[Path | None, typer.Option(help="Write a self-contained page here.")] = None,
    csv: Csv = None,
    parquet: Parquet = None,
    out: Out = "",
    to: To = None,
    from_: From = None,
    text_column: TextColumn = "text",
    id_column: IdColumn = "id",
    llm: Llm = None,
    ask: Ask = 0.02,
    answers: AnswersFile = None,
    mode: AnswersMode = "record",
    budget: BudgetOption = None,
    parallel: Parallel = 4,
    timeout: Timeout = 120.0,
    dry_run: DryRun = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Find the passages of a text that are about an everyday scenario.

    With --json each text is one line: id and passages with scenario, probability, alternatives and offsets.
    With --inventory only its scenarios are looked for; those without training texts are known by their event phrases.
    With --alternatives there is also `nearly`, with --why each passage has `words` and `events`.
    With --llm a language model picks among the candidates for the least certain share of each text's sentences; the
    object of each text then has `llm`, what was asked so far.

    Examples:

        tacit scenarios detect diary.txt

        tacit scenarios detect diary.txt --why --alternatives --threshold 0.2

        tacit scenarios detect blogs/ --out annotated/ --to webanno
    """
    from rich.console import Group

    from tacit import formats
    from tacit.cli.common.parts import fetch_missing
    from tacit.cli.common.tables import TableFiles, passage_rows
    from tacit.cli.scenarios.explaining import add_near_misses, add_reasons
    from tacit.llm import Asking
    from tacit.report import pages, terminal
    from tacit.scenarios import load_inventory
    from tacit.scenarios.asking import AskingScenarios
    from tacit.scenarios.detect import annotate, not_english
    from tacit.scenarios.train import load, teach, with_threshold

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    files = TableFiles(csv, parquet)
    fetch_missing(output)
    loaded = load(system)
    if threshold is not None:
        with_threshold(loaded, threshold)
    only = teach(loaded, load_inventory(inventory)) if inventory else None
    readings: list[Reading] = []
    results: list[dict[str, Any]] = []
    skipped: list[formats.Skipped] = []
    options = formats.FormatOptions(text_column, id_column)

    def annotated() -> Iterator[Document]:
        for plain in formats.open(file, format=from_, options=options, on_skip=skipped.append):
            document = annotate(plain, loaded, min_confidence=min_confidence, only=only)
            warning = not_english(document)
            if warning:
                output.remark(warning)
            reading = _reading(document)
            if html:
                readings.append(reading)
            plain_result = _plain(document, warning) | ({} if model is None else {"llm": model.costs.to_dict()})
            if dry_run:
                yield document
                continue
            shown: list[Any] = [] if out else [terminal.reading(reading)]
            if why:
                shown += add_reasons(plain_result, document, loaded)
            if alternatives:
                shown += add_near_misses(plain_result, document, loaded)
            if files.wanted:
                results.append(plain_result)
            output.result(plain_result, Group(*shown) if shown else None)
            yield document

    with Asking(llm, answers, mode, budget, parallel, timeout, dry_run).opened(output.remark) as model:
        if model is not None:
            loaded = AskingScenarios(loaded, model, ask)
            if dry_run:
                sum(1 for _ in annotated())
                show_planned(output, model)
                return
        count = formats.write(annotated(), out, format=to) if out else sum(1 for _ in annotated())
    files.write(*passage_rows(results, why=why), output)
    if html:
        pages.write(readings, html)
    for skip in skipped:
        output.remark(f"skipped {skip.reason}")
    output.remark(f"read {count} text{'s' * (count != 1)}" + "".join(f", wrote {path}" for path in (html, out) if path))


def _reading(document: Document) -> Reading:
    from tacit.capability import Section
    from tacit.reader import Reading
    from tacit.scenarios.capability import TITLE, section_blocks

    return Reading(document, (Section(TITLE, section_blocks(document)),))


def _plain(document: Document, warning: str) -> dict[str, Any]:
    from tacit.values import thaw

    passages = [
        {
            "scenario": passage.label,
            "start": passage.start,
            "end": passage.end,
            **thaw(passage.features),
            "text": document.text_of(passage),
        }
        for passage in document.layer("scenarios")
    ]
    return {"id": document.id, "passages": passages, **({"warning": warning} if warning else {})}
