"""`tacit models list`: language models that can be had."""

from __future__ import annotations

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular


@tabular("models")
def list_(json: Json = False, quiet: Quiet = False, verbose: Verbose = False) -> None:
    """List the language models that can be fetched, and which are there.

    Example:

        tacit models list
    """
    from tacit.cli.common.options import table
    from tacit.llm.catalogue import known

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    plain = [each.to_dict() for each in known().values()]
    rows = (
        (
            each["name"],
            "yes" if each["path"] else "no",
            f"{each['bytes'] / 1e6:,.0f} MB",
            each["licence"],
            each["about"],
            each["good_for"],
        )
        for each in plain
    )
    output.result({"models": plain}, table(("name", "there", "size", "licence", "what", "good for"), rows))
