"""`tacit scripts edit`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tacit.cli.common.output import Output, Quiet, Verbose
from tacit.cli.scripts.compile import Base


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
    from tacit.files import atomic_write, make_folder
    from tacit.scripts.base import ScriptBase
    from tacit.scripts.exporting import written_as
    from tacit.scripts.files import complaints, read_file, slug

    output = Output(quiet=quiet, verbose=verbose)
    script = ScriptBase.load(base).script(scenario)
    path = folder / f"{slug(script.scenario)}.toml"
    if not path.exists():
        make_folder(folder)
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
