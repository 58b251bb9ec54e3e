"""Schemas in a file: JSON that is written whole or not at all, and checked when read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from tacit.errors import DocumentError, InputError
from tacit.files import atomic_write, reason
from tacit.schemas.task import ROLES, Schema
from tacit.values import check_unicode
from tacit.version import __version__

FORMAT = "tacit schemas 1"
MAX_BYTES = 1 << 28


@dataclass(frozen=True, slots=True)
class SchemaFile:
    """Schemas, and how they were made: corpus, germinator, options."""

    schemas: tuple[Schema, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)


def write_schemas(path: str | Path, schemas: Sequence[Schema], settings: Mapping[str, Any]) -> None:
    """Write schemas, one a line, so that a person can read the file and `diff` can compare two."""
    head = {"format": FORMAT, "tacit": __version__, "settings": dict(settings)}
    lines = ",\n".join(json.dumps(schema.to_dict(), ensure_ascii=False, allow_nan=False) for schema in schemas)
    with atomic_write(path) as stream:
        stream.write(json.dumps(head, ensure_ascii=False, allow_nan=False)[:-1] + f', "schemas": [\n{lines}\n]}}\n')


def read_schemas(path: str | Path) -> SchemaFile:
    """Read a file of schemas; one sentence says what is wrong with it and where."""
    plain = _json(Path(path))
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise InputError("not a file of schemas: make one with `tacit schemas induce`", path=path)
    listed, settings = plain.get("schemas"), plain.get("settings", {})
    if not isinstance(listed, list) or not isinstance(settings, dict):
        raise InputError("'schemas' must hold a list and 'settings' an object", path=path)
    schemas = []
    for number, entry in enumerate(listed, 1):
        try:
            _check(entry)
            schemas.append(Schema.from_dict(entry))
        except (TypeError, DocumentError) as error:
            raise InputError(f"schema {number}: {error}", path=path) from None
    return SchemaFile(tuple(schemas), settings)


def _json(path: Path) -> Any:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"more than {MAX_BYTES >> 20} MB, too large for a file of schemas", path=path)
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise InputError("there is no such file", path=path) from None
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON ({str(error).splitlines()[0]})", path=path) from None


def _check(plain: Any) -> None:
    """A `TypeError` that says what is wrong with a schema, if anything is."""
    if not isinstance(plain, dict):
        raise TypeError("it must be an object")
    events = _texts(plain.get("events"), "events")
    if not events or len(set(events)) < len(events):
        raise TypeError("'events' must hold one event or more, each once")
    scores = _list(plain.get("scores"), "scores")
    if len(scores) != len(events) or not all(_is_number(score) for score in scores):
        raise TypeError("'scores' must hold a finite number for each event")
    for chain in _list(plain.get("chains"), "chains"):
        _check_chain(chain, set(events))
    _check_slots(_list(plain.get("attested", []), "attested"), set(events))
    _texts(plain.get("documents", []), "documents")
    _texts([plain.get("name", "")], "name")
    support, quality = plain.get("support", 0), plain.get("quality", 0.0)
    if not isinstance(support, int) or isinstance(support, bool) or support < 0:
        raise TypeError("'support' must be a number of documents")
    if not _is_number(quality) or not 0 <= quality <= 1:
        raise TypeError("'quality' must be a number from 0 to 1")


def _check_chain(chain: Any, events: set[str]) -> None:
    if not isinstance(chain, dict) or not isinstance(chain.get("types"), dict):
        raise TypeError("a chain must be an object with 'slots' and 'types'")
    _check_slots(_list(chain.get("slots"), "slots"), events)
    _texts(list(chain["types"]), "types")
    if not all(_is_number(weight) for weight in chain["types"].values()):
        raise TypeError("the weights of 'types' must be finite numbers")


def _check_slots(slots: list[Any], events: set[str]) -> None:
    for slot in slots:
        if not (isinstance(slot, list) and len(slot) == 2 and all(isinstance(part, str) for part in slot)):
            raise TypeError("a slot must be a verb and a role")
        if slot[0] not in events or slot[1] not in ROLES:
            raise TypeError(f"the slot {slot} is not one of {', '.join(ROLES)} of an event of the schema")


def _texts(value: Any, name: str) -> list[str]:
    texts = _list(value, name)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"{name!r} must hold strings")
        check_unicode(text)
    return texts


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{name!r} must hold a list")
    return value


def _is_number(value: Any) -> bool:
    """A finite number; too large a whole number is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) < 1 << 53 if isinstance(value, int) else isfinite(value)
