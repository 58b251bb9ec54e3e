"""From what a model says to a checked value: tolerant in finding the JSON, strict about what is in it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from tacit.llm.task import Question, Raw, Schema
from tacit.shapes import Items, Shape, ShapeError, Text, Within, check

_LONGEST = 200_000
"""Characters of an answer that are looked at."""
_TRIES = 50
"""Places where an object may begin that are tried."""
_THOUGHTS = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL | re.IGNORECASE)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def value_of(question: Question, raw: Raw) -> Any:
    """The checked value of an answer; a `ShapeError` says what is wrong with it."""
    value = _harmless(_found(question, raw))
    check(value, shape_of(question.schema))
    value = {name: value[name] for name in question.schema["properties"]}  # what was not asked for is dropped
    value = value["choice"] if question.options else value
    if question.accept is not None:
        question.accept(value)
    return value


def probabilities_of(question: Question, raw: Raw) -> tuple[float, ...] | None:
    """How probable each option of a choice is; nothing where the server does not tell."""
    shares = [raw.shares.get(str(number), 0.0) for number in range(1, question.options + 1)]
    total = sum(shares)
    return tuple(share / total for share in shares) if total > 0 else None


def shape_of(schema: Schema) -> Shape:
    """The shape that a flat JSON schema asks for."""
    if "enum" in schema:
        values = schema["enum"]
        if all(isinstance(each, int) for each in values):
            return Within(int, min(values), max(values))
        return Text("|".join(re.escape(each) for each in values))
    kind = schema["type"]
    if kind == "object":
        return {name: shape_of(each) for name, each in schema["properties"].items()}
    if kind == "array":
        return Items(shape_of(schema["items"]), schema.get("minItems", 0), schema.get("maxItems", 100))
    if kind == "integer":
        return Within(int, schema.get("minimum", 0), schema.get("maximum", 1e9))
    return Text(rf"(?s).{{{schema.get('minLength', 0)},{schema.get('maxLength', 1000)}}}")


def _found(question: Question, raw: Raw) -> Any:
    """The object in an answer: as such, in a fence, after thoughts or chatter; of a choice, a bare number, too."""
    text = _THOUGHTS.sub("", raw.text[:_LONGEST]).strip()
    if not text:
        raise ShapeError("it is empty")
    echoed = False
    for value in _objects(text):
        if set(question.schema["properties"]) <= set(value):
            return value
        echoed = echoed or {"type", "properties"} <= set(value)
    if question.options and (bare := re.fullmatch(r"\W*(?:option|choice)?\W*([1-9])\W*", text, re.IGNORECASE)):
        return {"choice": int(bare[1])}
    if echoed:
        raise ShapeError("it repeats the schema instead of filling it in")
    if raw.finish == "length":
        raise ShapeError("it was cut off before its end; be shorter")
    names = ", ".join(question.schema["properties"])
    raise ShapeError(f"it has no JSON object with {names}")


def _objects(text: str) -> list[dict[str, Any]]:
    decoder = json.JSONDecoder(parse_constant=_refuse, strict=False)  # small models break lines in strings
    found = []
    place = text.find("{")
    for _ in range(_TRIES):
        if place < 0:
            break
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            found.append(value)
        place = text.find("{", end)
    return [each for each in found if isinstance(each, dict)]


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _harmless(value: Any, depth: int = 0) -> Any:
    """Without characters that steer a terminal, turn the writing direction or cannot be written to a file."""
    if depth > 8:
        raise ShapeError("it is nested too deeply")
    if isinstance(value, str):
        return _CONTROLS.sub("", value).strip()
    if isinstance(value, list):
        return [_harmless(each, depth + 1) for each in value]
    if isinstance(value, Mapping):
        return {_CONTROLS.sub("", key): _harmless(each, depth + 1) for key, each in value.items()}
    return value
