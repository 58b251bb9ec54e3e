"""`--csv` and `--parquet` for commands whose table stands in their JSON already: a decorator, and the rows it makes."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import typer

from tacit.cli.common.output import Output
from tacit.cli.common.tables import Csv, Parquet, TableFiles

Command = TypeVar("Command", bound=Callable[..., None])
BY = "name"
VALUE = "value"


def tabular(
    rows: str = "", *, by: str = BY, also: str = "", each: Callable[[Any], Iterable[Mapping[str, Any]]] | None = None
) -> Callable[[Command], Command]:
    """Give a command `--csv` and `--parquet`: the rows are what stands under the key `rows` of its result.

    Without a key, or where the result has no such key, the result itself is the table: a list has a row for each
    object, an object is one row. Where rows have names, the names are the column `by`; `also` is a key of the result
    that each row gets as its first cell. `each` makes rows of a result that has another shape. A command that answers
    several times writes all of it.
    """

    def made(result: Any) -> Iterable[dict[str, Any]]:
        return map(_cells, each(result)) if each else rows_of(result, rows, by, also)

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def run(*args: Any, csv: Any = None, parquet: Any = None, **options: Any) -> None:
            files = TableFiles(csv, parquet)
            if not files.wanted:
                command(*args, **options)
                return
            with Output.results_kept() as results:
                stop = _stopped(command, *args, **options)
            found = [
                row
                for result in results
                for row in (map(_cells, each(result)) if each else rows_of(result, rows, by, also))
            ]
            columns = list(dict.fromkeys(name for row in found for name in row))
            files.write_objects(columns, found, Output(quiet=options.get("quiet", False)))
            if stop is not None:
                raise stop

        signature = inspect.signature(command, eval_str=True)
        more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
                for name, kind in (("csv", Csv), ("parquet", Parquet))]  # fmt: skip
        own = [*signature.parameters.values()]
        place = next((number for number, one in enumerate(own) if one.name == "json"), len(own))
        own[place:place] = [one.replace(kind=inspect.Parameter.POSITIONAL_OR_KEYWORD) for one in more]
        run.__signature__ = signature.replace(parameters=own)  # type: ignore[attr-defined]
        return run  # type: ignore[return-value]

    return decorate


def _stopped(command: Callable[..., None], *args: Any, **options: Any) -> typer.Exit | None:
    """Run a command; a result below its bar is a result all the same."""
    try:
        command(*args, **options)
    except typer.Exit as stop:
        return stop
    return None


def rows_of(result: Any, key: str = "", by: str = BY, also: str = "") -> Iterator[dict[str, Any]]:
    """A result as rows, with a cell for each value; what is nested is named with a dot.

    >>> list(rows_of([{"a": 1, "b": {"c": 2, "d": ["x", "y"]}}]))
    [{'a': 1, 'b.c': 2, 'b.d': 'x; y'}]
    >>> list(rows_of({"n": 2, "codes": {"TAC101": {"found": 1}, "TAC102": {"found": 2}}}, "codes", by="code"))
    [{'code': 'TAC101', 'found': 1}, {'code': 'TAC102', 'found': 2}]
    >>> list(rows_of({"counts": {"story": 3}}, "counts", by="kind"))
    [{'kind': 'story', 'value': 3}]
    """
    found, is_named = result, False
    for part in key.split("."):
        if isinstance(found, Mapping) and part in found:
            found, is_named = found[part], True
    first = {also: result[also]} if also else {}
    if isinstance(found, Mapping) and is_named:
        found = [{by: name, **(row if isinstance(row, Mapping) else {VALUE: row})} for name, row in found.items()]
    for row in found if isinstance(found, Sequence) else [found]:
        yield _cells({**first, **row})


def _cells(row: Mapping[str, Any]) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            cells |= {f"{name}.{inner}": cell for inner, cell in _cells(value).items()}
        elif isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            cells[name] = "; ".join(value)
        else:
            cells[name] = value
    return cells
