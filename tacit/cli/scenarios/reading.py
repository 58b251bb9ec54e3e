"""Read texts: what their passages are about, and what can be told apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    Asking,
    BudgetOption,
    DryRun,
    Llm,
    Parallel,
    Timeout,
    told_planned,
)
from tacit.cli.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose
from tacit.cli.scenarios.shared import File, InventoryFile, Out, Seed, System, To, table, working
from tacit.cli.tables import Csv, Parquet, word_rows
from tacit.cli.tabular import tabular

if TYPE_CHECKING:
    from rich.table import Table

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
    from tacit.cli.parts import fetch_missing
    from tacit.cli.scenarios.explaining import add_near_misses, add_reasons
    from tacit.cli.tables import TableFiles, passage_rows
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
    options = formats.Options(text_column, id_column)

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

    with Asking(llm, answers, mode, budget, parallel, timeout, dry_run).opened(output) as model:
        if model is not None:
            loaded = AskingScenarios(loaded, model, ask)
            if dry_run:
                sum(1 for _ in annotated())
                told_planned(output, model)
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


@tabular("segments", also="id")
def segment(
    file: File,
    method: Annotated[
        str, typer.Option(help="topictiling, texttiling, embedding, optimal or changes.")
    ] = "topictiling",
    out: Out = "",
    to: To = None,
    from_: From = None,
    text_column: TextColumn = "text",
    id_column: IdColumn = "id",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Split any text where its topic changes.

    With --json each text is one line: id and segments with offsets and number of sentences.

    Example:

        tacit scenarios segment diary.txt --method texttiling
    """
    from tacit import formats
    from tacit.scenarios.detect import segment as add_segments
    from tacit.scenarios.segmenters import segmenter

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    splitter = segmenter(method)
    options = formats.Options(text_column, id_column)
    skipped: list[formats.Skipped] = []

    def segmented() -> Iterator[Document]:
        for document in formats.open(file, format=from_, options=options, on_skip=skipped.append):
            done = add_segments(document, splitter, source=method)
            output.result(_plain_segments(done), None if out else _shown_segments(done))
            yield done

    count = formats.write(segmented(), out, format=to) if out else sum(1 for _ in segmented())
    for skip in skipped:
        output.remark(f"skipped {skip.reason}")
    output.remark(f"split {count} text{'s' * (count != 1)}" + (f", wrote {out}" if out else ""))


def _plain_segments(document: Document) -> dict[str, Any]:
    segments = [
        {**each.features, "start": each.start, "end": each.end, "text": document.text_of(each)}
        for each in document.layer("segments")
    ]
    return {"id": document.id, "segments": segments}


def _shown_segments(document: Document) -> Table:
    rows = [(place, document.text_of(each).strip() + "\n") for place, each in enumerate(document.layer("segments"), 1)]
    return table((document.id or "text", ""), rows)


@tabular(each=word_rows)
def words(
    texts: Annotated[list[str], typer.Argument(help="Texts labelled with scenarios.")],
    scenario: Annotated[list[str], typer.Option("--scenario", help="Show only this one; repeatable.")] = [],  # noqa: B006
    count: Annotated[int, typer.Option(min=1, help="Words a scenario.")] = 10,
    method: Annotated[str, typer.Option(help="topics, as the paper does, or distinctive.")] = "topics",
    inventory: InventoryFile = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the words that tell each scenario.

    Example:

        tacit scenarios words train.xml --scenario "ordering a pizza" --scenario "doing laundry"
    """
    from tacit.scenarios import load_inventory, read_labelled
    from tacit.scenarios.words import scenario_words

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    known = load_inventory(inventory)
    wanted = [known.scenario(name).label for name in scenario]
    with working(output, "reading"):
        found = scenario_words(read_labelled(texts, known), count=count, method=method, seed=seed)
    shown = {label: top for label, top in found.items() if label in wanted or not wanted}
    output.result(shown, table(("scenario", "words"), ((label, ", ".join(top)) for label, top in shown.items())))


@tabular()
def inventory(
    file: Annotated[Path | None, typer.Argument(help="Your own inventory, not the paper's 200.")] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List the scenarios, their other names and how they are related."""
    from dataclasses import asdict

    from tacit.scenarios import load_inventory

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    known = load_inventory(file)
    rows = [
        (
            each.label,
            str(each.documents),
            str(each.sentences),
            ", ".join(each.aliases),
            ", ".join((*each.more_specific_than, *each.part_of, *each.often_together)),
        )
        for each in known
    ]
    output.result([asdict(each) for each in known], table(("scenario", "texts", "sentences", "also", "related"), rows))
