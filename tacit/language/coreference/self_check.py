"""Two sentences by which each system is checked."""

from __future__ import annotations

from tacit import systems
from tacit.language.analysis import analyse
from tacit.self_checks import expect

_TEXT = "Ann Smith bought a red bicycle. She rode it to the harbour, where Ann Smith met her brother."


def check(name: str) -> None:
    """Some cluster must hold both mentions of Ann."""
    parse = analyse(_TEXT)
    clusters = systems.system_named("coreference", name).create().resolve(parse)
    named = [[parse.text_between(mention.start, mention.end) for mention in cluster] for cluster in clusters]
    expect(any(mentions.count("Ann Smith") == 2 for mentions in named), f"nobody is mentioned twice: {named}")
