"""Language models that readings on the page may ask: only those that whoever starts the server has named.

A request gives a name, never an address, so that no visitor can have the server send texts anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from tacit.errors import InputError
from tacit.llm import Model, connect, named
from tacit.llm.address import known_names
from tacit.llm.catalogue import known

BUDGET = "200"
"""Calls that one reading may take."""


class Offered(NamedTuple):
    """A language model by its name on the page, what it stands for, and whether texts stay on this machine."""

    name: str
    spec: str
    local: bool


def offered(specs: Sequence[str]) -> list[Offered]:
    """The models of `llm:MODEL@URL` or names in the user's settings; one that there is not is an error."""
    found = {}
    for spec in specs:
        address = named(spec)
        short = spec.removeprefix("llm:")
        name = short if short in (*known_names(), *known()) else address.model  # a page is shown no address and no path
        found[name] = Offered(name, spec, address.is_local)
    return list(found.values())


@contextmanager
def asked_model(request: Mapping[str, Any]) -> Iterator[Model | None]:
    """The model that a request names, if it names one that is offered."""
    name = request.get("llm")
    if not name:
        yield None
        return
    specs = request.get("llms") or {}
    if name not in specs:
        have = f"; there are {', '.join(specs)}" if specs else ""
        raise InputError(f"this server does not offer the language model it was asked for{have}")
    with connect(specs[name], budget=BUDGET) as model:
        yield model
