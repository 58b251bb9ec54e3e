"""`tacit scripts list`."""

from __future__ import annotations

from tacit.cli.common.options import table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular
from tacit.cli.scripts.shared import Base, read_base


@tabular()
def list_(base: Base = None, json: Json = False, quiet: Quiet = False, verbose: Verbose = False) -> None:
    """List the scenarios that have a script."""
    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    scripts = sorted(read_base(base), key=lambda script: script.scenario)
    plain = [{"scenario": each.scenario, "events": len(each.events), "texts": len(each.tellings)} for each in scripts]
    output.result(plain, table(("scenario", "events", "texts"), (each.values() for each in plain)))
