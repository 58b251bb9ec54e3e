"""Events of our own gold sentences, with the default parser and from parses built by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tacit.language.events import Event, EventOptions, find_events
from tacit.language.parse import Parse

GOLD = tomllib.loads((Path(__file__).parent / "events_gold.toml").read_text(encoding="utf-8"))


def shown(parse: Parse, event: Event) -> str:
    """An event in the notation of the gold file."""
    flags = [name for name, holds in (("negated", event.negated), (event.modality, event.modality)) if holds]
    flags += ["imperative"] * event.imperative
    parts = [event.lemma, *([f"[{', '.join(flags)}]"] if flags else [])]
    parts += [
        f"{slot.name}={'YOU' if slot.participant.implied else parse.words[slot.participant.head]}"
        for slot in event.slots
    ]
    return " ".join(parts)


def gold_cases() -> list[Any]:
    cases = []
    for construction, sentences in GOLD.items():
        for case in sentences:
            marks = [pytest.mark.xfail(reason=case["fails"], strict=True)] if "fails" in case else []
            name = f"{construction}: {case['text']}"
            cases.append(pytest.param(case["text"], case["events"], case.get("options", {}), id=name, marks=marks))
    return cases


@pytest.mark.models
@pytest.mark.parametrize(("text", "expected", "options"), gold_cases())
def test_gold_sentence(text: str, expected: list[str], options: dict[str, bool]) -> None:
    from tacit.language.analysis import analyse

    parse = analyse(text)
    assert [shown(parse, event) for event in find_events(parse, EventOptions(**options))] == expected
