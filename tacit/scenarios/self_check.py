"""A few labelled sentences by which each system is checked."""

from __future__ import annotations

from tacit.scenarios.task import Narrative
from tacit.scenarios.train import create
from tacit.self_checks import expect

_TEXTS = {
    "making tea": "I filled the kettle. I warmed the teapot. I poured water on the leaves. We drank our tea with milk.",
    "planting a tree": "I dug a deep hole. I set the sapling in it. I filled the hole with soil. I watered the roots.",
    "": "The council met on Monday. Nobody agreed. The mayor spoke for an hour. The vote was put off.",
}


def check(name: str) -> None:
    """Each sentence of a new text must get a ranking of labels with their probabilities."""
    narratives = [
        Narrative(f"{label}-{copy}", sentences, ((label,) if label else (),) * len(sentences))
        for copy in range(6)
        for label, text in _TEXTS.items()
        for sentences in [tuple(text.split(". "))]
    ]
    new = Narrative("new", ("I filled the kettle with water.", "The leaves made a strong tea.", "I dug a hole."))
    [detection] = create(name).fit(narratives, seed=1).detect([new])
    expect(len(detection.rankings) == len(new), f"{len(detection.rankings)} rankings for {len(new)} sentences")
    missing = [number for number, ranking in enumerate(detection.rankings) if not ranking]
    expect(not missing, f"no label for the sentences {missing}")
    expect(
        all(0 <= scored.probability <= 1 for ranking in detection.rankings for scored in ranking),
        "probabilities beyond 0 and 1",
    )
    expect(detection.starts[0] == 0, "the first segment does not start with the first sentence")
