"""`tacit schemas induce`: learn the narratives that recur in a corpus."""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import stages
from tacit.cli.corpus.options import Folder

if TYPE_CHECKING:
    from tacit.schemas.presets import GrowthOptions


def induce(
    folder: Folder,
    out: Annotated[Path, typer.Option(help="The file to write, JSON.")],
    germinator: Annotated[
        str, typer.Option(help="linear, linear-truncated, counter-training or random-walker.")
    ] = "counter-training",
    preset: Annotated[str, typer.Option(help="paper (2018), program (the authors' own) or original (2009).")] = "paper",
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
    least_support: Annotated[
        int, typer.Option(min=0, help="Leave out schemas of which fewer documents tie two events by one participant.")
    ] = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Grow schemas from the chains of a corpus and write them to a file.

    Examples:

    tacit schemas induce corpus --out schemas.json

    tacit schemas induce corpus --out weddings.json --where "category = 'weddings'" --seed-verbs marry,graduate
    """
    from tacit.corpus import Corpus
    from tacit.schemas.features.counts import STOP_VERBS, ChainFilter
    from tacit.schemas.induce import induce as grow
    from tacit.schemas.presets import preset as options_of
    from tacit.schemas.quality import SMALL_CORPUS
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
        "seed_verbs": listed(seed_verbs) or None,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    options: GrowthOptions = dataclasses.replace(options_of(preset), **chosen)
    stopped = STOP_VERBS if stop_verbs is None else frozenset(listed(stop_verbs))
    chain_filter = ChainFilter(where, min_mentions, stopped)
    started = time.perf_counter()
    with output.progress() as bar:
        schemas = grow(
            folder,
            germinator=germinator,
            options=options,
            chain_filter=chain_filter,
            support=support,
            least_support=least_support,
            progress=stages(bar),
        )
    settings = {"corpus": str(folder), "germinator": germinator, "preset": preset}
    write_schemas(out, schemas, {**settings, **options.to_dict(), **chain_filter.to_dict()})
    single = sum(len(schema.events) == 1 for schema in schemas)
    output.result({"output": str(out), "germinator": germinator, "schemas": len(schemas), "single_event": single})
    if (documents := Corpus(folder).count("documents")) < SMALL_CORPUS:
        output.remark(
            f"the corpus has {documents:,} documents: below {SMALL_CORPUS:,} or so schemas are mostly noise,"
            " so trust those with support and quality only"
        )
    output.remark(
        f"wrote {len(schemas):,} schemas ({single:,} of a single event) to {out}"
        f" in {time.perf_counter() - started:.1f} s; look at them with  tacit schemas show {out}"
    )


def listed(names: str) -> tuple[str, ...]:
    """Names that commas part."""
    return tuple(name.strip() for name in names.split(",") if name.strip())
