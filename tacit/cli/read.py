"""`tacit read`: all that tacit sees in a text."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    BudgetOption,
    DryRun,
    Llm,
    Parallel,
    Timeout,
    show_planned,
)
from tacit.cli.common.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose
from tacit.cli.common.tables import annotation_rows
from tacit.cli.common.tabular import tabular
from tacit.cli.corpus.options import Processes
from tacit.reader.reading import ASK, LONGEST

if TYPE_CHECKING:
    from tacit.corpus import Sources
    from tacit.documents import Document
    from tacit.llm import Model
    from tacit.reader import BatchSettings, Reading


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
    out: Annotated[
        Path | None, typer.Option(help="Read all texts into this folder, in all processors; go on where it stopped.")
    ] = None,
    part: Annotated[str | None, typer.Option(help="With --out, only this part of the texts, such as 3/10.")] = None,
    processes: Processes = 0,
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

    --out reads many texts in many processes, without --llm, --html and
    --coverage: a file of JSON lines for every twenty or so, the same
    bytes however many processes there are. Stopped, the same command
    goes on where it was.

    Examples:

    tacit read story.txt

    tacit read howto.md --html howto.html

    cat story.txt | tacit read - --json

    tacit read stories/ --out readings --part 3/10
    """
    from tacit import corpus, formats, reader
    from tacit.api.reading import names_in
    from tacit.backbones import parser
    from tacit.cli.common.parts import fetch_missing
    from tacit.errors import InputError, UsageError
    from tacit.llm import Asking
    from tacit.report import pages, terminal

    started = time.perf_counter()
    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    fetch_missing(output)
    parser.library()  # before there are threads: the bar has one, beside which spaCy would load PyTorch
    options = formats.FormatOptions(text_column, id_column)
    if out is not None:
        _check_alone(html=html, llm=llm, coverage=coverage)
        settings = reader.BatchSettings(names_in(only or None), "plain" if from_ == "plain" else "auto", limit)
        _read_into(corpus.Sources([file], from_, options), out, settings, part, processes, output)
        return
    if part is not None:
        raise UsageError("--part needs --out, the folder that the readings of all parts come into")
    skipped: list[formats.Skipped] = []
    layout = "plain" if from_ == "plain" else "auto"
    readings = []
    count = 0
    named, share = _model_named(llm, ask)
    with Asking(named, answers, mode, budget, parallel, timeout, dry_run).opened(output.remark) as model:
        for document in formats.open(file, format=from_, options=options, on_skip=skipped.append):
            if limit and len(document.text) > limit:
                skipped.append(formats.Skipped(Path(file), _too_long(document, limit, file)))
                continue
            reading = _read(document, only, layout, coverage, model, share, output)
            count += 1
            if html:
                readings.append(reading)
            if not dry_run:
                costs = {} if model is None else {"llm": model.costs.to_dict()}
                output.result({**reading.to_dict(), **costs}, terminal.reading(reading))
        if model is not None and dry_run:
            show_planned(output, model)
            return
    if skipped and not count:
        raise InputError(skipped[0].reason)
    if html:
        pages.write(readings, html)
        output.remark(f"wrote {html}")
    for skip in skipped:
        output.remark(f"skipped {skip.reason}")
    texts = "1 text" if count == 1 else f"{count} texts"
    output.remark(
        f"read {texts} in {time.perf_counter() - started:.1f} s" + (f", skipped {len(skipped)}" * bool(skipped))
    )


def _check_alone(**others: object) -> None:
    """What is not done for many texts at once."""
    from tacit.errors import UsageError

    for name, value in others.items():
        if value is not None:
            raise UsageError(f"--out does not go with --{name}")


def _read_into(
    sources: Sources, out: Path, settings: BatchSettings, part: str | None, processes: int, output: Output
) -> None:
    """All texts of the sources into a folder."""
    from tacit import corpus, reader
    from tacit.cli.common.stages import watched

    started = time.perf_counter()
    with watched(output) as progress:
        done = reader.read_into(
            sources,
            out,
            settings=settings,
            part=None if part is None else reader.ShareOfShards.parse(part),
            workers=corpus.Workers(processes),
            progress=progress,
        )
    plain = {"texts": done.texts, "shards": done.shards, "new_shards": done.new_shards, "skipped": len(done.skipped)}
    output.result({"output": str(out), **plain})
    for why in list(done.skipped.values())[:10]:
        output.remark(f"skipped {why}")
    new = f"{done.new_shards} of {done.shards} files new, {time.perf_counter() - started:.1f} s"
    output.remark(f"{done.texts:,} texts in {out} ({new})" + f", skipped {len(done.skipped)}" * bool(done.skipped))


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
