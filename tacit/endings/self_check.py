"""A few stories by which each system is checked."""

from __future__ import annotations

from tacit.endings.task import Cloze, Story
from tacit.endings.train import create
from tacit.self_checks import expect

_STORIES = (
    ("Ann lost her keys.", "She looked in the garden.", "The dog barked at a bush.", "Something shone there.",
     "She found her keys and was glad.", "She hated her piano."),
    ("Ben baked bread.", "He forgot the salt.", "His guests took a bite.", "Nobody said a word.",
     "Ben was ashamed of his loaf.", "Ben won a sailing race."),
    ("Cleo had a cold.", "She stayed in bed.", "Her brother made soup.", "She ate all of it.",
     "She felt better and thanked him.", "She sold the bed to a stranger."),
    ("Dan bought a kite.", "There was no wind all week.", "On Sunday a storm came up.", "He ran to the hill.",
     "His kite flew at last.", "He stayed and cursed the sun."),
    ("Eve planted beans.", "She forgot to water them.", "It did not rain for weeks.", "The leaves turned yellow.",
     "All her beans died.", "The beans reached the roof."),
    ("Finn was afraid of dogs.", "His aunt had an old poodle.", "He had to look after it.", "They went for long walks.",
     "Finn lost his fear.", "Finn learnt to drive a train."),
)  # fmt: skip


def check(name: str) -> None:
    """Each candidate must get a probability, and those of one story must sum to one."""
    clozes = [
        Cloze(f"{copy}-{number}", story[:4], story[4:] if copy % 2 else (story[5], story[4]), 1 - copy % 2)
        for copy in range(2)
        for number, story in enumerate(_STORIES)
    ]
    stories = [Story(str(number), story[:5]) for number, story in enumerate(_STORIES)]
    found = create(name).fit(clozes, stories, seed=1).predict(clozes[:2])
    expect(len(found) == 2, f"{len(found)} answers to 2 stories")
    for probabilities in found:
        expect(len(probabilities) == 2, f"{len(probabilities)} probabilities for 2 endings")
        expect(abs(sum(probabilities) - 1) < 1e-6, f"the probabilities {probabilities} do not sum to one")
