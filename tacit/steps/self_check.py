"""A few instructions by which each system is checked."""

from __future__ import annotations

from tacit.self_checks import expect
from tacit.steps.task import Template
from tacit.steps.train import create

_PAIRS = (
    ("drain the pasta", "use a wire sieve to drain the pasta"),
    ("chop the onion", "use a sharp knife to chop the onion"),
    ("stir the lentil broth", "use a carved ladle to stir the lentil broth"),
    ("beat the eggs", "use a small whisk to beat the eggs"),
)


def check(name: str) -> None:
    """Each blank must get guesses, and its gold word a log-probability."""
    templates = [
        Template(tuple(abstract.split()), words, tuple(place not in (2, 3) for place in range(len(words))))
        for abstract, concrete in _PAIRS
        for words in [tuple(concrete.split())]
    ]
    system = create(name)
    if system.needs_training:
        system.fit(templates * 4, validation=templates, seed=1)
    else:
        system.restrict([word for template in templates for word in template.answers])
    for template, filling in zip(templates, system.fill(templates), strict=True):
        expect(len(filling) == len(template.blanked), f"{len(filling)} guesses for {len(template.blanked)} blanks")
        for guess in filling:
            expect(len(guess.words) >= 1, "no guess for a blank")
            expect(guess.gold <= 0, f"a log-probability of {guess.gold}")
