"""What a server really does, not what it says: is the form enforced, are there probabilities, is it repeatable?"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

from tacit.errors import ServerError
from tacit.llm.client import Client, Structure
from tacit.llm.structure import probabilities_of, value_of
from tacit.llm.task import Question, Raw
from tacit.shapes import ShapeError

CROWD = 8
"""Questions at once, to see whether company changes an answer."""
_IMPROBABLE = "zq7"
"""A word that no model says unless it must."""
_LONG = "the cat sat on the mat and looked at the rain; " * 40


@dataclass(frozen=True, slots=True)
class Probed:
    """One thing that was looked at."""

    part: str
    ok: bool
    remark: str

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def best_structure(client: Client) -> Structure:
    """The strictest way to ask for a form that the server honours; an error where it does not even answer."""
    for level in (Structure.SCHEMA, Structure.FIELD, Structure.JSON):
        try:
            if enforces(client, level):
                return level
        except ServerError as error:
            raise ServerError(str(error), ends_run=True, status=error.status) from None
    return Structure.PLAIN


def enforces(client: Client, level: Structure) -> bool:
    """Does an answer have the form although the model would never choose it by itself?"""
    asked = Question.form(
        "Name the colour of a clear sky at noon, as JSON.", {"word": {"type": "string"}}, max_tokens=40
    )
    if level is not Structure.JSON:
        fields = {"word": {"type": "string", "enum": [_IMPROBABLE]}}
        schema = {"type": "object", "properties": fields, "required": ["word"], "additionalProperties": False}
        asked = Question(asked.messages, schema, asked.max_tokens)
    try:
        raw = client.ask(asked, level)
    except ServerError as error:
        if error.status in (400, 422, 501):
            return False
        raise
    try:
        value_of(asked, raw)
    except ShapeError:
        return False
    return level is not Structure.JSON or raw.text.strip().startswith("{")


def examine(client: Client, *, says: Callable[[str], None] = lambda _: None) -> list[Probed]:
    """Look at everything, with some twenty short questions."""
    found = [_listed(client)]
    says("asking which forms of answers are enforced")
    levels = {level: enforces(client, level) for level in (Structure.SCHEMA, Structure.FIELD, Structure.JSON)}
    names = {
        Structure.SCHEMA: "JSON schema",
        Structure.FIELD: "schema as the server's own field",
        Structure.JSON: "JSON mode",
    }
    found += [Probed(names[level], holds, "enforced" if holds else "not enforced") for level, holds in levels.items()]
    client.structure = next((level for level, holds in levels.items() if holds), Structure.PLAIN)
    found.append(_probabilities(client))
    says("asking the same several times")
    found += _repeatable(client)
    says("measuring speed")
    found.append(_speed(client))
    found.append(_context(client))
    return found


def _listed(client: Client) -> Probed:
    try:
        names = _models(client)
    except ServerError as error:
        if error.ends_run:
            raise
        names = []
    wanted = client.address.model
    if not names:
        return Probed("model", True, "the server does not list its models")
    if wanted in names:
        return Probed("model", True, f"{wanted} is one of {len(names)} that the server lists")
    return Probed("model", False, f"{wanted} is not among {', '.join(names[:5])}")


def _models(client: Client) -> list[str]:
    plain = client.get("/models")
    data = plain.get("data") if isinstance(plain, dict) else None
    rows = [each for each in data if isinstance(each, dict)] if isinstance(data, list) else []
    return [each["id"][:100] for each in rows if isinstance(each.get("id"), str)]


def _probabilities(client: Client) -> Probed:
    asked = Question.choice("Which one is a fruit?", ["stone", "apple", "brick"])
    shares = probabilities_of(asked, client.ask(asked))
    if shares is None:
        return Probed("log-probabilities", False, "none, so a choice is all or nothing")
    return Probed("log-probabilities", True, "told: " + ", ".join(f"{share:.2f}" for share in shares))


def _open(about: str, max_tokens: int = 48) -> Question:
    return Question.form(f"Say in two sentences {about}.", {"text": {"type": "string"}}, max_tokens=max_tokens)


def _repeatable(client: Client) -> list[Probed]:
    asked = _open("how rain forms")
    alone = [client.ask(asked).text for _ in range(3)]
    others = [_open(about) for about in ("how bread is made", "what a dog eats", "why ice floats")]
    crowd = [asked if number % 2 == 0 else others[number % 3] for number in range(CROWD)]
    with ThreadPoolExecutor(CROWD) as workers:
        answers = list(workers.map(client.ask, crowd))
    among = [raw.text for question, raw in zip(crowd, answers, strict=True) if question is asked]
    once, company = len(set(alone)) == 1, set(among) == {alone[0]}
    return [
        Probed("same answer again", once, "yes" if once else f"no: {len(set(alone))} different ones of 3"),
        Probed("same answer in a crowd", company, "yes" if company else f"no, among {CROWD} questions at once"),
    ]


def _speed(client: Client) -> Probed:
    """Tokens in a second: of a long question with a short answer, and of a longer answer less that."""
    short = Question.form("Say yes, as JSON.", {"text": {"type": "string"}}, material=_LONG, max_tokens=1)
    raw, seconds = _timed(client, short)
    told = _open("how a house is built", 96)
    answer, longer = _timed(client, told)
    into = raw.prompt_tokens / max(seconds, 1e-6)
    out = answer.completion_tokens / max(longer - answer.prompt_tokens / max(into, 1e-6), 1e-6)
    return Probed("speed", True, f"about {into:,.0f} tokens a second in, {out:,.0f} out")


def _timed(client: Client, question: Question) -> tuple[Raw, float]:
    started = time.monotonic()
    raw = client.ask(question)
    return raw, time.monotonic() - started


def _context(client: Client) -> Probed:
    """What the server tells of its context length: llama.cpp and vLLM do, others do not."""
    places = (("/models", False), ("/props", True))
    for path, at_root in places:
        try:
            length = _number(client.get(path, at_root=at_root))
        except ServerError:
            length = 0
        if length:
            return Probed("context", True, f"{length:,} tokens")
    return Probed("context", True, "not told")


def _number(plain: Any, depth: int = 0) -> int:
    """The first of the names by which servers tell a context length, wherever it stands."""
    if depth > 6 or not isinstance(plain, dict | list):
        return 0
    if isinstance(plain, list):
        return next((found for each in plain[:100] if (found := _number(each, depth + 1))), 0)
    for name in ("n_ctx", "max_model_len", "context_length", "n_ctx_train"):
        value = plain.get(name)
        if type(value) is int and 0 < value < 1 << 40:
            return value
    return next((found for each in plain.values() if (found := _number(each, depth + 1))), 0)
