"""A script as a file for others: TOML to edit, JSON, or JSON-LD with the words of schema.org and the W3C's OWL-Time."""

from __future__ import annotations

import json
from typing import Any

from tacit.errors import UsageError
from tacit.scripts.order import arrows
from tacit.scripts.task import Script, ScriptEvent

_CONTEXT = {
    "@vocab": "https://schema.org/",
    "time": "http://www.w3.org/2006/time#",
    "after": {"@id": "time:after", "@type": "@id"},
    "implies": {"@id": "https://schema.org/actionProcess", "@type": "@id"},
}


def written_as(script: Script, form: str) -> str:
    """The text of a file in one of three forms."""
    if form == "toml":
        return to_toml(script)
    plain = to_json(script) if form == "json" else to_jsonld(script)
    return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"


def to_json(script: Script) -> dict[str, Any]:
    """All that a person wrote, with the names that the TOML files have, and how many texts tell each event."""
    head = {
        "label": script.scenario,
        **_filled(script, ("purpose", "part_of", "variants", "goes_wrong", "writer", "reviewer")),
    }
    tables = {"roles": dict(script.roles), "props": dict(script.props), "texts": len(script.tellings)}
    shares = script.shares()
    events = [{**_event(event), "share": round(share, 4)} for event, share in zip(script.events, shares, strict=True)]
    return {**head, **tables, "event": events}


def _event(event: ScriptEvent) -> dict[str, Any]:
    names = ("id", "name", "who", "props", "usual", "after", "implies", "instead_of", "substeps", "wordings")
    return {**_filled(event, names), "after": list(event.after)}


def _filled(thing: Any, names: tuple[str, ...]) -> dict[str, Any]:
    values = {name: getattr(thing, name) for name in names}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items() if value}


def to_jsonld(script: Script) -> dict[str, Any]:
    """A schema.org HowTo whose steps are tied by OWL-Time's *after*."""
    before: dict[int, list[int]] = {}
    for first, second in arrows(script):
        before.setdefault(second, []).append(first)
    steps = [
        {
            "@type": "HowToStep",
            "@id": f"#{event.id or number}",
            "position": number + 1,
            "name": event.name,
            **({"agent": {"@type": "Role", "roleName": event.who}} if event.who else {}),
            **({"itemListElement": list(event.substeps)} if event.substeps else {}),
            "after": [f"#{script.events[each].id or each}" for each in before.get(number, [])],
        }
        for number, event in enumerate(script.events)
    ]
    supplies = [{"@type": "HowToTool", "name": name.replace("_", " ")} for name in script.props]
    return {
        "@context": _CONTEXT,
        "@type": "HowTo",
        "name": script.scenario,
        "description": script.purpose,
        "tool": supplies,
        "step": steps,
    }


def to_toml(script: Script) -> str:
    """The file that `tacit scripts edit` opens."""
    if not script.is_written:
        raise UsageError(f"the script of {script.scenario!r} was learnt from texts; only written ones can be edited")
    lines = [f"label = {_text(script.scenario)}", f"purpose = {_text(script.purpose)}"]
    lines += [f"{name} = {_list(getattr(script, name))}" for name in ("part_of", "variants", "goes_wrong")]
    lines += [f"{name} = {_text(value)}" for name in ("writer", "reviewer") if (value := getattr(script, name))]
    for name in ("roles", "props"):
        lines += ["", f"[{name}]", *(f"{_key(key)} = {_text(value)}" for key, value in getattr(script, name).items())]
    for event in script.events:
        lines += [
            "",
            "[[event]]",
            *(f"{name} = {_text(getattr(event, name))}" for name in ("id", "name", "who", "usual")),
        ]
        lines.append(f"after = {_list(event.after)}")
        for name in ("props", "implies", "instead_of", "substeps"):
            if values := getattr(event, name):
                lines.append(f"{name} = {_list(values)}")
        lines += ["wordings = [", *(f"  {_text(each)}," for each in event.wordings), "]"]
    return "\n".join(lines) + "\n"


def _text(value: str) -> str:
    """A TOML string: JSON's escapes are TOML's, but for the delete character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _list(values: tuple[str, ...]) -> str:
    return "[" + ", ".join(map(_text, values)) + "]"


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else _text(name)
