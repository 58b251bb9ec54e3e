"""The `tacit` command: its sub-commands, and what happens when something goes wrong."""

from __future__ import annotations

import errno
import io
import sys
import traceback
from contextlib import suppress
from typing import Annotated, NoReturn

import typer

from tacit.cli import (
    clarify,
    convert,
    corpus,
    doctor,
    endings,
    formats,
    language,
    lsp,
    mcp,
    models,
    nested,
    read,
    scenarios,
    schemas,
    scripts,
    serve,
    steps,
    systems,
    vectors,
)
from tacit.errors import TacitError, shortened
from tacit.files import reason
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
app.command("formats")(formats.formats)
app.command("lsp")(lsp.lsp)
app.command("mcp")(mcp.mcp)
app.command("nested")(nested.nested)
app.command("serve")(serve.serve)
app.command("systems")(systems.systems)
app.add_typer(clarify.app, name="clarify")
app.add_typer(corpus.app, name="corpus")
app.add_typer(endings.app, name="endings")
app.add_typer(language.app, name="language")
app.add_typer(models.app, name="models")
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
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Read what a text takes for granted.

    Start with [bold]tacit read FILE[/bold].
    Every command takes [bold]--json[/bold]; [bold]tacit doctor[/bold] says what is installed.
    """
    if sys.stdout:  # a shell may have closed it
        context.call_on_close(sys.stdout.flush)


def run() -> None:
    """Run the command line; a user's mistake is one sentence and exit code 2, never a traceback."""
    _write_any_character()
    try:
        app()
    except TacitError as error:
        _fail(str(error), BAD_INPUT)
    except SystemExit as stop:
        if stop.code == INTERRUPTED:
            _fail("interrupted", INTERRUPTED)
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            _forget_output()
            _fail(f"the output cannot be written ({reason(error)})", BAD_INPUT)
        if _is_verbose():
            traceback.print_exc()
        _fail(f"an error inside tacit: {type(error).__name__}: {shortened(str(error))}; -v shows where", INTERNAL_ERROR)


def _write_any_character() -> None:
    """Let nothing that a stream has no bytes for, such as half of a file name, end a command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Give up what could not be written, or Python would try again at its end and complain."""
    with suppress(OSError):
        if sys.stdout:
            sys.stdout.close()


def _fail(message: str, code: int) -> NoReturn:
    from tacit.cli.common.output import with_options
    from tacit.report.harmless import harmless

    typer.echo(f"tacit: {harmless(with_options(message))}", err=True)
    sys.exit(code)


def _is_verbose() -> bool:
    return any(argument in ("-v", "--verbose") for argument in sys.argv)
