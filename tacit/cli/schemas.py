"""`tacit schemas`: learn the narratives that recur in a corpus, look at them, find them in texts."""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.corpus import Folder
from tacit.cli.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose
from tacit.cli.schemas_measure import cloze, salience, stability
from tacit.cli.schemas_name import name
from tacit.cli.stages import stages
from tacit.cli.tables import Csv, Parquet
from tacit.cli.tabular import tabular

if TYPE_CHECKING:
    from tacit.schemas.match import Match
    from tacit.schemas.presets import Options

app = typer.Typer(no_args_is_help=True, help="Narrative schemas: learn, see, find and measure them.")

SchemaFile = Annotated[Path, typer.Argument(metavar="SCHEMAS", help="A file that `tacit schemas induce` wrote.")]
SHOWN = 10
"""Schemas shown on the terminal unless told otherwise."""


@app.command("induce")
def induce(
    folder: Folder,
    out: Annotated[Path, typer.Option(help="The file to write, JSON.")],
    germinator: Annotated[
        str, typer.Option(help="linear, linear-truncated, counter-training or random-walker.")
    ] = "counter-training",
    preset: Annotated[str, typer.Option(help="paper (the authors' own program) or original (2009).")] = "paper",
    where: Annotated[str, typer.Option(help="A condition on the table of documents, in SQL.")] = "true",
    seed_verbs: Annotated[str, typer.Option(help="Verbs to start from, with commas, not the most frequent.")] = "",
    stop_verbs: Annotated[str | None, typer.Option(help="Verbs to pass over, with commas; '' for none.")] = None,
    min_mentions: Annotated[int, typer.Option(min=2, help="Mentions that a chain must have to count.")] = 5,
    number: Annotated[int | None, typer.Option("--schemas", min=1, help="How many to grow.")] = None,
    size: Annotated[int | None, typer.Option(min=1, help="Events of a full schema.")] = None,
    type_weight: Annotated[float | None, typer.Option("--lambda", help="Weight of participants' types.")] = None,
    beta: Annotated[float | None, typer.Option(help="What a slot must exceed to join a chain.")] = None,
    discount: Annotated[bool | None, typer.Option(help="Weigh down PMI of what is rare.")] = None,
    best_only: Annotated[bool | None, typer.Option(help="Linear: a verb joins the best schema only.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the random walker.")] = None,
    support: Annotated[int, typer.Option(min=0, help="Supporting documents that each schema lists.")] = 10,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Grow schemas from the chains of a corpus and write them to a file.

    Examples:

    tacit schemas induce corpus --out schemas.json

    tacit schemas induce corpus --out weddings.json --where "category = 'weddings'" --seed-verbs marry,graduate
    """
    from tacit.schemas.counts import STOP_VERBS, ChainFilter
    from tacit.schemas.induce import induce as grow
    from tacit.schemas.presets import preset as options_of
    from tacit.schemas.storage import write_schemas

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    given: dict[str, Any] = {
        "number": number,
        "size": size,
        "type_weight": type_weight,
        "beta": beta,
        "discount": discount,
        "best_only": best_only,
        "seed": seed,
        "seed_verbs": _listed(seed_verbs) or None,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    options: Options = dataclasses.replace(options_of(preset), **chosen)
    stopped = STOP_VERBS if stop_verbs is None else frozenset(_listed(stop_verbs))
    chain_filter = ChainFilter(where, min_mentions, stopped)
    started = time.perf_counter()
    with output.progress() as bar:
        schemas = grow(
            folder,
            germinator=germinator,
            options=options,
            chain_filter=chain_filter,
            support=support,
            progress=stages(bar),
        )
    settings = {"corpus": str(folder), "germinator": germinator, "preset": preset}
    write_schemas(out, schemas, {**settings, **options.to_dict(), **chain_filter.to_dict()})
    single = sum(len(schema.events) == 1 for schema in schemas)
    output.result({"output": str(out), "germinator": germinator, "schemas": len(schemas), "single_event": single})
    output.remark(
        f"wrote {len(schemas):,} schemas ({single:,} of a single event) to {out}"
        f" in {time.perf_counter() - started:.1f} s; look at them with  tacit schemas show {out}"
    )


def _listed(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(",") if name.strip())


@app.command("show")
def show(
    file: SchemaFile,
    svg: Annotated[Path | None, typer.Option(help="Draw them into this SVG file.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with search, order and drawings.")] = None,
    corpus: Annotated[
        Path | None, typer.Option(help="The corpus they come from: the page quotes its sentences.")
    ] = None,
    quotes: Annotated[int, typer.Option(min=1, help="Sentences an event, on the page.")] = 3,
    verbs: Annotated[str, typer.Option(help="Only schemas with all of these verbs, with commas.")] = "",
    first: Annotated[int, typer.Option(min=1, help="The number of the first one to show or draw.")] = 1,
    count: Annotated[int | None, typer.Option(min=1, help="How many to show, draw or put on the page.")] = None,
    columns: Annotated[int, typer.Option(min=1, help="Drawings side by side.")] = 3,
    csv: Csv = None,
    parquet: Parquet = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Show schemas on the terminal, as a drawing like the paper's Figure 3, or as a page of all of them.

    --csv and --parquet write a row for each event, with the number of the chain in each of its slots.

    Examples:

    tacit schemas show schemas.json --verbs marry

    tacit schemas show schemas.json --svg schemas.svg --count 6

    tacit schemas show schemas.json --html schemas.html --corpus corpus
    """
    from tacit.cli.tables import TableFiles, event_rows
    from tacit.errors import UsageError
    from tacit.report import schema_drawing, schema_pages, schema_terminal
    from tacit.schemas.storage import read_schemas

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if corpus and not html:
        raise UsageError("--corpus gives the page its sentences: say where the page goes with --html")
    files = TableFiles(csv, parquet)
    read = read_schemas(file)
    wanted = set(_listed(verbs))
    chosen = [(number, s) for number, s in enumerate(read.schemas, 1) if wanted <= set(s.events)][first - 1 :]
    if not chosen:
        asked = f"has all of {', '.join(sorted(wanted))}" if wanted else f"stands at place {first}"
        raise UsageError(f"{file}: none of its {len(read.schemas)} schemas {asked}")
    few = chosen[: count or SHOWN]
    if svg:
        schema_drawing.write_drawing(few, svg, columns=columns)
        output.remark(f"drew {len(few)} schemas into {svg}")
    if html:
        behind = _evidence(corpus, [schema for _, schema in chosen[:count]], quotes)
        schema_pages.write_page(chosen[:count], html, settings=read.settings, evidence=behind)
        output.remark(f"wrote {html}")
    files.write(*event_rows(chosen[:count]), output)
    plain = {"schemas": [{"number": number, **schema.to_dict()} for number, schema in chosen[:count]]}
    output.result(plain, None if svg or html else schema_terminal.schemas(few, width=output.stdout.width))
    if not (svg or html) and len(few) < len(chosen):
        output.remark(f"{len(few)} of {len(chosen):,} schemas; --count shows more, --html all of them")


def _evidence(corpus: Path | None, schemas: list[Any], quotes: int) -> list[Any]:
    if corpus is None:
        return []
    from tacit.corpus import Corpus
    from tacit.errors import UsageError
    from tacit.schemas.evidence import evidence

    found = evidence(schemas, Corpus(corpus), quotes=quotes)
    if not any(quote for one in found for quote in one.values()):
        raise UsageError(f"{corpus}: it has no document that these schemas list; were they made from another corpus?")
    return list(found)


@app.command("match")
@tabular("schemas", also="id")
def match(
    file: SchemaFile,
    texts: Annotated[str, typer.Argument(help="A file, a folder, a glob, or - for standard input.")],
    top: Annotated[int, typer.Option(min=1, help="Most schemas to show for a text.")] = 3,
    min_events: Annotated[int, typer.Option(min=1, help="Different events of a schema a text must tell.")] = 2,
    coreference: Annotated[str, typer.Option(help="Coreference system: ranker, sieve, …")] = "ranker",
    from_: From = None,
    text_column: TextColumn = "text",
    id_column: IdColumn = "id",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Find schemas in texts: how present they are, who plays which role, and what a text leaves out.

    JSON is one object a text.

    Example:

    tacit schemas match schemas.json story.txt
    """
    from tacit import formats
    from tacit.report import schema_terminal
    from tacit.schemas.match import match as find
    from tacit.schemas.narrative import narrative_of
    from tacit.schemas.storage import read_schemas

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    schemas = read_schemas(file).schemas
    skipped: list[formats.Skipped] = []
    options = formats.Options(text_column, id_column)
    count = 0
    for document in formats.open(texts, format=from_, options=options, on_skip=skipped.append):
        narrative = narrative_of(document, resolver=coreference)
        found: list[Match] = find(schemas, narrative, top=top, minimum_events=min_events)
        plain = {"id": document.id, "sentences": narrative.sentences, "schemas": [one.to_dict() for one in found]}
        output.result(plain, schema_terminal.matches(document.id, found))
        count += 1
    for skip in skipped:
        output.remark(f"skipped {skip.reason}")
    output.remark(f"{count} text{'s' * (count != 1)}" + (f", skipped {len(skipped)}" * bool(skipped)))


app.command("name")(name)
app.command("cloze")(cloze)
app.command("salience")(salience)
app.command("stability")(stability)
