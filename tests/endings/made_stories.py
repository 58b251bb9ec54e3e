"""Small stories of our own: good or bad days, with the ending that goes with them and one that does not."""

from __future__ import annotations

from random import Random

from tacit.endings.task import Cloze, Story

NAMES = ("Ann", "Ben", "Carla", "Dev", "Edith", "Farid", "Greta", "Hugo")
GOOD = (
    ("{} planted tomato seeds in spring.", "The plants grew tall.", "Neighbours loved the garden."),
    ("{} practised the violin for months.", "The concert was near.", "Everyone was friendly and kind."),
    ("{} baked bread for the first time.", "The kitchen smelled wonderful.", "The crust was golden."),
)
BAD = (
    ("{} forgot the umbrella.", "A terrible storm began.", "The bus was late and awful."),
    ("{} dropped a heavy box.", "It broke a favourite vase.", "The pain was horrible."),
    ("{} lost the house keys.", "It was cold and dark outside.", "The phone was dead."),
)
HAPPY = ("{} was happy and proud.", "{} smiled with joy.", "It was a wonderful success for {}.")
SAD = ("{} didn't enjoy it and never tried again.", "{} was sad and hated it.", "{} never felt so bad.")


def clozes(count: int = 40, seed: int = 0) -> list[Cloze]:
    """Good stories end well and bad ones badly."""
    random = Random(seed)
    made = []
    for number in range(count):
        name, good = random.choice(NAMES), random.random() < 0.5
        happy, sad = random.choice(HAPPY).format(name), random.choice(SAD).format(name)
        answer = random.randrange(2)
        right, wrong = (happy, sad) if good else (sad, happy)
        endings = (right, wrong) if answer == 0 else (wrong, right)
        made.append(Cloze(f"s{number}", body(random, name, good, number), endings, answer))
    return made


def stories(count: int = 60, seed: int = 0) -> list[Story]:
    """The same, whole."""
    return [Story(cloze.id, (*cloze.story, cloze.endings[cloze.answer or 0])) for cloze in clozes(count, seed)]


def body(random: Random, name: str, good: bool, number: int) -> tuple[str, ...]:
    chosen = random.choice(GOOD if good else BAD)
    return (f"It was day {number} of the year.", *(sentence.format(name) for sentence in chosen))


HEADER = (
    "InputStoryid,InputSentence1,InputSentence2,InputSentence3,InputSentence4,"
    "RandomFifthSentenceQuiz1,RandomFifthSentenceQuiz2,AnswerRightEnding\n"
)
ROW = "a1,Mia lost a glove.,She looked around.,It was snowing.,A dog came up.,It had the glove.,It sold tea.,1\n"
