"""`tacit scripts check`, `compile`, `edit` and `export`: scripts as files that people write and mend."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.output import Json, Output, Quiet, Verbose

Places = Annotated[list[str], typer.Argument(help="Script files (TOML), or folders of them.")]
Base = Annotated[Path | None, typer.Option("--base", help="Your own scripts: a folder that compile or learn wrote.")]


class Form(StrEnum):
    """What a script is written as."""

    toml = "toml"
    json = "json"
    jsonld = "jsonld"


def check(
    places: Places,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 where there is something to look at.")] = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Check script files: circles, events nobody can do, wordings that fit two.

    Faults that make a file useless are errors; the rest is for a person to
    look at.

    Example:

    tacit scripts check data/scripts
    """
    from rich.text import Text

    from tacit.scripts.files import complaints, read_files

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    scripts = list(read_files(places))
    found = [each for path, script in scripts for each in complaints(script, path)]
    plain = [{"file": each.path, "event": each.event, "what": each.what} for each in found]
    output.result(
        {"scripts": len(scripts), "complaints": plain}, Text("\n".join(map(str, found)) or "nothing to look at")
    )
    output.remark(f"{len(scripts):,} scripts, {len(found):,} places to look at")
    if strict and found:
        raise typer.Exit(1)


def compile_(
    places: Places,
    out: Annotated[Path, typer.Option(help="The folder to write.")],
    texts: Annotated[list[str], typer.Option("--texts", help="Count what these texts tell; repeatable.")] = [],  # noqa: B006
    stories: Annotated[Path | None, typer.Option(help="A folder of stories whose events were judged.")] = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Make script files ready for use as --base FOLDER.

    Texts that say which scenario they are about show how often each event
    is told. Judged stories teach how told and left-out events are found;
    without them, and for scenarios without a file, things stay as they ship.

    Example:

    tacit scripts compile data/scripts --texts data/narratives/narratives.jsonl --out my
    """
    from tacit import formats
    from tacit.cli.stages import stages
    from tacit.scripts.base import ScriptBase
    from tacit.scripts.compiling import compile_base
    from tacit.scripts.stories import read_stories

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    documents = (document for path in texts for document in formats.open(path))
    shipped = ScriptBase.load()
    with output.progress() as bar:
        base = compile_base(
            places,
            documents,
            weights=shipped.weights,
            stories=read_stories(stories) if stories else (),
            learnt=[*(script for script in shipped if not script.is_written), *shipped.learnt.values()],
            progress=stages(bar),
        )
    base.save(out)
    written = [script for script in base if script.is_written]
    output.result({"scripts": len(written), "events": sum(len(each.events) for each in written), "output": str(out)})
    output.remark(f"wrote {len(written)} scripts to {out}")


def export(
    scenario: Annotated[str, typer.Argument(help="A scenario, such as 'baking a cake'.")],
    to: Annotated[Form, typer.Option("--to", help="The form to write.")] = Form.toml,
    out: Annotated[Path | None, typer.Option(help="The file to write; else standard output.")] = None,
    base: Base = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write one script as TOML (to edit), JSON or JSON-LD.

    Examples:

    tacit scripts export "baking a cake" --out cake.toml

    tacit scripts export "baking a cake" --to jsonld
    """
    from tacit.files import atomic_write
    from tacit.scripts.base import ScriptBase
    from tacit.scripts.exporting import written_as

    output = Output(quiet=quiet, verbose=verbose)
    content = written_as(ScriptBase.load(base).script(scenario), to.value)
    if out is None:
        typer.echo(content, nl=False)
        return
    with atomic_write(out) as stream:
        stream.write(content)
    output.remark(f"wrote {out}")


def edit(
    scenario: Annotated[str, typer.Argument(help="A scenario, such as 'baking a cake'.")],
    folder: Annotated[Path, typer.Option(help="Where your script files are.")] = Path(),
    base: Base = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Open a script in your editor, and check what you saved.

    The file is made from the script that ships unless the folder has one.
    Afterwards `tacit scripts compile FOLDER --out my` makes it ready for use.

    Example:

    tacit scripts edit "baking a cake" --folder my-scripts
    """
    from tacit.files import atomic_write
    from tacit.scripts.base import ScriptBase
    from tacit.scripts.exporting import written_as
    from tacit.scripts.files import complaints, read_file, slug

    output = Output(quiet=quiet, verbose=verbose)
    script = ScriptBase.load(base).script(scenario)
    path = folder / f"{slug(script.scenario)}.toml"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as stream:
            stream.write(written_as(script, "toml"))
    _open_in_editor(path)
    found = complaints(read_file(path), path)
    for each in found:
        output.remark(str(each))
    output.remark(f"{path}: {len(found)} places to look at")


def _open_in_editor(path: Path) -> None:
    """Run the user's editor, without a shell, on a path that cannot be one of its options."""
    import os
    import shlex
    import subprocess

    from tacit.errors import UsageError
    from tacit.files import reason

    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    advice = f"{path} can be edited with any editor"
    try:
        done = subprocess.run([*shlex.split(editor), str(path.absolute())], check=False)
    except ValueError:
        raise UsageError(f"the editor {editor!r} cannot be understood; {advice}") from None
    except OSError as error:
        raise UsageError(f"the editor {editor!r} cannot be started ({reason(error)}); {advice}") from None
    if done.returncode:
        raise UsageError(f"the editor {editor!r} ended with {done.returncode}; {advice}")
