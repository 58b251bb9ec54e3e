"""`tacit read`: all that tacit sees in a text."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Asking,
    BudgetOption,
    DryRun,
    Llm,
    Parallel,
    Timeout,
    told_planned,
)
from tacit.cli.common.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose
from tacit.cli.common.tables import annotation_rows
from tacit.cli.common.tabular import tabular
from tacit.reader import ASK, LONGEST

if TYPE_CHECKING:
    from tacit.documents import Document
    from tacit.llm import Model
    from tacit.reader import Reading


@tabular(each=annotation_rows)
def read(
    file: Annotated[str, typer.Argument(help="A file, a folder, a glob, or - for standard input.")],
    html: Annotated[Path | None, typer.Option(help="Write a self-contained page here.")] = None,
    only: Annotated[
        str | None, typer.Option(help="Read for these, whatever the kind: names with commas between them.")
    ] = None,
    limit: Annotated[
        int, typer.Option(min=0, help="Characters of the longest text that is read; 0 for any length.")
    ] = LONGEST,
    coverage: Annotated[
        float | None,
        typer.Option(min=0.01, max=0.999, help="Name so many left-out events that one is there so often, such as 0.9."),
    ] = None,
    from_: From = None,
    text_column: TextColumn = "text",
    id_column: IdColumn = "id",
    llm: Llm = None,
    ask: Annotated[
        float | None, typer.Option(min=0, max=1, help="Ask only about this share, the least certain; a tenth.")
    ] = None,
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
    """Read a text: who does what in it, and everything it leaves unsaid.

    Every text is read for its sentences, events and participants
    (language). The rest depends on what kind of text it is:

    story           scenarios, scripts, endings
    instructions    scenarios, scripts, steps, clarifications
    mixed           all of these
    news, other     language only

    scenarios       which everyday activity each passage is about
    scripts         what usually happens then, and is left out
    endings         where the story stops making sense
    steps           terse steps spelled out, with the tools they assume
    clarifications  phrases that can be misread, with their readings

    --only language,scenarios reads just so, whatever the kind.
    --coverage 0.9 names all events that a passage may leave out, so many
    that nine of ten that happened untold are among them.

    With --llm a language model of yours has a word on what each of these
    is least certain of; your settings may name one for all readings, and
    --llm none leaves it out (see docs/guides/llm.md).

    Examples:

    tacit read story.txt

    tacit read howto.md --html howto.html

    cat story.txt | tacit read - --json
    """
    from tacit import formats
    from tacit.backbones import parser
    from tacit.cli.common.parts import fetch_missing
    from tacit.errors import InputError
    from tacit.report import pages, terminal

    started = time.perf_counter()
    out = Output(as_json=json, quiet=quiet, verbose=verbose)
    fetch_missing(out)
    parser.library()  # before there are threads: the bar has one, beside which spaCy would load PyTorch
    options = formats.FormatOptions(text_column, id_column)
    skipped: list[formats.Skipped] = []
    layout = "plain" if from_ == "plain" else "auto"
    readings = []
    count = 0
    named, share = _model_named(llm, ask)
    with Asking(named, answers, mode, budget, parallel, timeout, dry_run).opened(out) as model:
        for document in formats.open(file, format=from_, options=options, on_skip=skipped.append):
            if limit and len(document.text) > limit:
                skipped.append(formats.Skipped(Path(file), _too_long(document, limit, file)))
                continue
            reading = _read(document, only, layout, coverage, model, share, out)
            count += 1
            if html:
                readings.append(reading)
            if not dry_run:
                costs = {} if model is None else {"llm": model.costs.to_dict()}
                out.result({**reading.to_dict(), **costs}, terminal.reading(reading))
        if model is not None and dry_run:
            told_planned(out, model)
            return
    if skipped and not count:
        raise InputError(skipped[0].reason)
    if html:
        pages.write(readings, html)
        out.remark(f"wrote {html}")
    for skip in skipped:
        out.remark(f"skipped {skip.reason}")
    texts = "1 text" if count == 1 else f"{count} texts"
    out.remark(f"read {texts} in {time.perf_counter() - started:.1f} s" + (f", skipped {len(skipped)}" * bool(skipped)))


def _too_long(document: Document, limit: int, file: str) -> str:
    size = f"has {len(document.text):,} characters; {limit:,} are read at once"
    return f"{file}: the text {document.id!r} {size}: split it, or lift the limit with --limit 0"


def _model_named(llm: str | None, ask: float | None) -> tuple[str | None, float]:
    """The model to ask and the share: as told, else as the user's settings say."""
    from tacit.llm.address import NOBODY, for_reading

    if llm == NOBODY:
        return None, ASK
    setting = for_reading()
    share = ask if ask is not None else setting.ask
    return llm or setting.llm, ASK if share is None else share


def _read(
    document: Document,
    only: str | None,
    layout: str,
    coverage: float | None,
    model: Model | None,
    share: float,
    out: Output,
) -> Reading:
    """One text, with what is going on shown meanwhile."""
    from tacit import reader
    from tacit.errors import MissingBackboneError

    with out.progress() as bar:
        task = bar.add_task("reading", total=None, rate="")
        reading = reader.read(
            document,
            only=only or None,
            layout=layout,
            coverage=coverage,
            on_step=lambda name: bar.update(task, description=name),
            model=model,
            ask=share,
        )
    if why := reading.not_read.get("language"):  # nor was anything else
        raise MissingBackboneError(why)
    return reading
