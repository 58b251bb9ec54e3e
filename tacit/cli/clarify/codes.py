"""`tacit clarify codes`."""

from __future__ import annotations

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular


@tabular()
def codes(json: Json = False, quiet: Quiet = False, verbose: Verbose = False) -> None:
    """List the codes of findings."""
    from tacit.cli.common.options import table
    from tacit.linter.codes import CODES

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    plain = [
        {"code": each.code, "name": each.name, "phenomenon": each.group, "about": each.about} for each in CODES.values()
    ]
    output.result(plain, table(("code", "name", "phenomenon", "what it is"), (each.values() for each in plain)))
