"""The `tacit` command: its sub-commands, and what happens when something goes wrong."""

from __future__ import annotations

import sys
import traceback
from typing import Annotated

import typer

from tacit.cli import (
    clarify,
    convert,
    corpus,
    doctor,
    endings,
    language,
    read,
    scenarios,
    schemas,
    scripts,
    serve,
    steps,
    systems,
    vectors,
)
from tacit.errors import TacitError
from tacit.version import __version__

INTERRUPTED = 130
BAD_INPUT = 2
INTERNAL_ERROR = 70

app = typer.Typer(
    name="tacit",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("read")(read.read)
app.command("convert")(convert.convert)
app.command("doctor")(doctor.doctor)
app.command("serve")(serve.serve)
app.command("systems")(systems.systems)
app.add_typer(clarify.app, name="clarify")
app.add_typer(corpus.app, name="corpus")
app.add_typer(endings.app, name="endings")
app.add_typer(language.app, name="language")
app.add_typer(scenarios.app, name="scenarios")
app.add_typer(schemas.app, name="schemas")
app.add_typer(scripts.app, name="scripts")
app.add_typer(steps.app, name="steps")
app.add_typer(vectors.app, name="vectors")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tacit {__version__}")
        raise typer.Exit


@app.callback()
def tacit(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Read what a text takes for granted.

    Start with [bold]tacit read FILE[/bold].
    Every command takes [bold]--json[/bold]; [bold]tacit doctor[/bold] says what is installed.
    """


def main() -> None:
    """Run the command line; a user's mistake is one sentence and exit code 2, never a traceback."""
    try:
        app()
    except TacitError as error:
        _fail(str(error), BAD_INPUT)
    except SystemExit as stop:
        if stop.code == INTERRUPTED:
            _fail("interrupted", INTERRUPTED)
        raise
    except Exception as error:
        if _is_verbose():
            traceback.print_exc()
        _fail(f"an error inside tacit: {type(error).__name__}: {error}; -v shows where", INTERNAL_ERROR)


def _fail(message: str, code: int) -> None:
    typer.echo(f"tacit: {message}", err=True)
    sys.exit(code)


def _is_verbose() -> bool:
    return any(argument in ("-v", "--verbose") for argument in sys.argv)
