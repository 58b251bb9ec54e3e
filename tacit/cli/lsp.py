"""`tacit lsp`: the linter as a language server, for editors."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tacit.cli.clarify.check import Codes, Confidence, ProfileName
from tacit.cli.common.leaving import leave
from tacit.cli.common.output import Output, Verbose


def lsp(
    profile: ProfileName = None,
    select: Codes = [],  # noqa: B006 (typer copies it)
    ignore: Codes = [],  # noqa: B006
    min_confidence: Confidence = None,
    stdio: Annotated[bool, typer.Option("--stdio", help="As editors ask for; there is no other way.")] = True,
    verbose: Verbose = False,
) -> None:
    """Check instructions in your editor while you write (language server).

    Speaks the language server protocol on stdin and stdout: findings where
    they stand, the readings as quick fixes. Settings come from the nearest
    .tacit.toml, as for clarify check. How to set up editors: docs/guides/editors.md.

    Example:

        tacit lsp --profile manual
    """
    from tacit.cli.clarify.running import spare_torch
    from tacit.extras import require
    from tacit.linter.config import LinterSettings
    from tacit.linter.wanted import Wanted

    require("pygls", extra="lsp")
    Output(verbose=verbose)
    spare_torch()
    from tacit.lsp.server import create_server

    wanted = Wanted(profile, tuple(select), tuple(ignore), min_confidence)
    wanted.on_top_of(LinterSettings())  # an unknown code is a mistake in the command
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # so that nothing a library prints gets among the messages
    create_server(wanted).start_io(stdin, stdout)
    leave()
