"""The tasks of benchmarks/llm.py: each draws its items, and measures whoever is asked about them."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tacit.comparison import Measured
from tacit.llm import Model, connect

ROOT = Path(__file__).parents[1]
SEED = 25


@dataclass(frozen=True)
class Asked:
    """Who is asked: a model or nobody, about which share, and whether its word alone counts."""

    model: Model | None = None
    share: float = 0.0
    alone: bool = False


@dataclass(frozen=True)
class Found:
    """A figure by what each text adds to it, its items, and choices with how sure each was and whether right."""

    name: str
    figure: Measured
    items: int
    choices: Sequence[tuple[float, bool]] = ()
    more: dict[str, float] = field(default_factory=dict)

    @property
    def calibration_error(self) -> float | None:
        """The distance of confidence and accuracy, in ten bins."""
        if not self.choices:
            return None
        bins: dict[int, list[tuple[float, bool]]] = {}
        for each in self.choices:
            bins.setdefault(min(int(each[0] * 10), 9), []).append(each)
        return sum(abs(sum(p for p, _ in b) - sum(r for _, r in b)) for b in bins.values()) / len(self.choices)


Task = Callable[[Asked], Found]


@dataclass(frozen=True)
class Sample:
    """Where the data are, and how many items are drawn."""

    data: Path
    items: int

    def drawn(self, things: list[Any], count: int | None = None) -> list[Any]:
        """Of a larger sample the first ones are those of a smaller sample, so that answers are used again."""
        mixed = list(things)
        random.Random(SEED).shuffle(mixed)
        return mixed[: count or self.items]


def endings(sample: Sample) -> Task:
    """Story Cloze, against a system that learns from the other stories: the shipped one has learnt from all of them."""
    from tacit.endings.asking import ask, uniform
    from tacit.endings.data import read_clozes
    from tacit.endings.evaluate import contributions
    from tacit.endings.metrics import right_choices
    from tacit.endings.train import train

    clozes = read_clozes([sample.data / "story_cloze" / "val_spring2016.csv"], answered=True)
    tested = sample.drawn(clozes)
    ids = {each.id for each in tested}
    said = train("acoli", [each for each in clozes if each.id not in ids], []).predict(tested)

    def measured(asked: Asked) -> Found:
        small = uniform(tested) if asked.alone else said
        found = small if asked.model is None else ask(asked.model, tested, small, asked.share).said
        choices = list(zip(map(max, found), right_choices(tested, found), strict=True))
        return Found("accuracy", contributions(tested, found)["accuracy"], len(tested), choices)

    return measured


def scenarios(sample: Sample) -> Task:
    """Weblog texts by a writer from whom nothing was learnt, until there are enough sentences."""
    from tacit.scenarios import load_inventory, read_labelled
    from tacit.scenarios.asking import AskingScenarios
    from tacit.scenarios.evaluate import contributions
    from tacit.scenarios.task import NONE
    from tacit.scenarios.train import load

    small, texts = load(), []
    for each in sample.drawn(read_labelled([str(ROOT / "data/weblog/w08-*.txt")], load_inventory()), 99):
        if sum(map(len, texts)) < sample.items:
            texts.append(each)

    def measured(asked: Asked) -> Found:
        model = asked.model
        system = small if model is None else AskingScenarios(small, model, asked.share, alone=asked.alone)
        found = system.detect(texts)
        rows = [
            pair
            for text, each in zip(texts, found, strict=True)
            for pair in zip(text.labels, each.rankings, strict=True)
        ]
        choices = [(ranking[0].probability, ranking[0].label in (gold or (NONE,))) for gold, ranking in rows if ranking]
        return Found("F1", contributions(texts, found)["f1"], len(rows), choices)

    return measured


def judgement(sample: Sample) -> Task:
    """Fillers of CLAIRE dev; the shipped judge knows how frequent the classes are there."""
    from tacit.clarifications.asking import AskingJudge
    from tacit.clarifications.data import read_instructions
    from tacit.clarifications.evaluate import contributions, gold_labels
    from tacit.clarifications.train import load

    tested = sample.drawn(read_instructions(sample.data / "claire" / "dev"), sample.items // 5)
    small = load("tacit")

    def measured(asked: Asked) -> Found:
        model = asked.model
        judge = small if model is None else AskingJudge(small, model, asked.share, alone=asked.alone)
        found = judge.judge(tested)
        choices = [
            (max(one.probabilities), one.label == gold)
            for instruction, each in zip(tested, found, strict=True)
            for one, gold in zip(each, gold_labels(instruction), strict=True)
        ]
        return Found("accuracy", contributions(tested, found)["accuracy"], len(choices), choices)

    return measured


def readings(sample: Sample) -> Task:
    """Is a filler that people find plausible among four? Alone four of the model, both two of each."""
    from tacit.clarifications.data import read_instructions
    from tacit.clarifications.generate import FillerGenerator
    from tacit.clarifications.generation_quality import plausible_fillers
    from tacit.linter.asking import AskingLinter

    rated = [each for each in read_instructions(sample.data / "claire" / "dev") if plausible_fillers(each)]
    tested = sample.drawn(rated, sample.items // 2)
    generator = FillerGenerator()
    small = [generator.diverse(each, generator.generate(each)) for each in tested]

    def measured(asked: Asked) -> Found:
        right = []
        for own, instruction in zip(small, tested, strict=True):
            other = [] if asked.model is None else AskingLinter(asked.model, 1.0).fillers(instruction)
            four = own if asked.model is None or not other else other if asked.alone else [*other[:2], *own][:4]
            right.append((float(bool(plausible_fillers(instruction) & set(four))), 1.0))
        return Found("a plausible one in four", Measured.ratio(right), len(tested))

    return measured


def left_out(sample: Sample) -> Task:
    """Hidden events of InScript val, of texts that the scripts were not learnt from."""
    from tacit import formats
    from tacit.scripts.asking import AskingOmissions
    from tacit.scripts.base import SHIPPED
    from tacit.scripts.evaluate import hidden
    from tacit.scripts.learn import read_texts
    from tacit.scripts.seen import is_copy
    from tacit.scripts.train import load
    from tacit.seen import Seen

    knowledge, seen = load(), Seen.load(SHIPPED)
    documents = list(formats.open(sample.data / "inscript" / "val"))
    unseen = [each for each in documents if seen is None or not is_copy(each, seen)]
    texts = read_texts(sample.drawn(unseen, sample.items // 2))
    scripts = {scenario: knowledge.base.labelled(scenario) for scenario in texts}
    cases = [
        case for name, script in scripts.items() if script for text in texts[name] for case in hidden(script, text)
    ]
    tested = sample.drawn(cases)

    def measured(asked: Asked) -> Found:
        system, model = knowledge.system, asked.model
        if model is not None:
            system = AskingOmissions(system, model, asked.share, alone=asked.alone)
        proposed = system.propose_many([(case.script, case.told) for case in tested])
        orders = [[each.event for each in proposals] for proposals in proposed]
        first = [case.hidden in order[:1] for case, order in zip(tested, orders, strict=True)]
        five = sum(case.hidden in order[:5] for case, order in zip(tested, orders, strict=True)) / len(tested)
        figure = Measured.ratio([(float(each), 1.0) for each in first])
        return Found("recall at 1", figure, len(tested), more={"recall_at_5": five})

    return measured


def pronouns(sample: Sample) -> Task:
    """Short documents of OntoGUM dev, until there are enough pronouns; all are asked about, the hard ones by share."""
    from tacit.language import coreference
    from tacit.language.coreference.asking import AskingRanker
    from tacit.language.coreference.evaluate import contributions, score_documents
    from tacit.language.coreference.gold import read_gold
    from tacit.language.coreference.systems.tacit.ranker import MentionRanker

    small = coreference.load()
    assert isinstance(small, MentionRanker)
    documents = sorted(
        read_gold(sample.data / "coreference" / "ontogum" / "dev"), key=lambda each: len(each.parse.words)
    )
    tested: list[Any] = []
    counting = connect("llm:nobody@http://127.0.0.1:9", plans=True)
    for each in sample.drawn(documents[: len(documents) // 2], 99):
        if counting.costs.items < sample.items:
            AskingRanker(small, counting, 0.0).resolve(each.parse)
            tested.append(each)

    def measured(asked: Asked) -> Found:
        model = asked.model
        system = small if model is None else AskingRanker(small, model, asked.share, alone=asked.alone)
        figures = contributions(score_documents(system, tested))
        more = {"pronoun_precision": figures["pronoun_precision"].of_all() or 0.0}
        return Found("CoNLL F1", figures["conll_f1"], counting.costs.items, more=more)

    return measured


def linter(sample: Sample) -> Task:
    """Marked texts, until there are enough candidates; alone, the model's word counts by itself."""
    from dataclasses import replace

    from tacit.linter.asking import AskingLinter, with_model
    from tacit.linter.check import Checker
    from tacit.linter.codes import READINGS
    from tacit.linter.config import LinterSettings
    from tacit.linter.gold import Marked, read_gold, score

    texts = sample.drawn(read_gold([ROOT / "tests/clarifications/howtos/fresh"]), sample.items // 2)
    settings = LinterSettings(codes=READINGS)

    def by_itself(model: Model) -> Checker:
        asker = AskingLinter(model, 1.0)
        return Checker(
            last_word=lambda found, phrases: asker.last_word([replace(e, confidence=0.5) for e in found], phrases)
        )

    def measured(asked: Asked) -> Found:
        checker = Checker()
        if asked.model is not None:
            checker = by_itself(asked.model) if asked.alone else with_model(checker, asked.model, asked.share)
        counts = []
        for text in texts:
            marks = [Marked(e.code, e.place.span, e.confidence) for e in checker.check(text.page, settings)]
            scores = score([text], lambda _, marks=marks: marks)
            counts.append((2 * round(scores.precision * scores.found), scores.gold + scores.found))
        return Found("F1", Measured.ratio(counts), len(texts))

    return measured


def elaboration(sample: Sample) -> Task:
    """Instructions by writers who did not see the collection (data/instructions, i4), or with --items 200 all
    writers': the share of key steps named. Of the model alone only those that the collection does not know."""
    from tacit import howto
    from tacit.howto.asking import AskingReader

    parts = ("i4-1", "i4-2", "i4-3", "i3-1", "i3-2", "i1-1", "i1-2", "i2-1", "i2-2")[: 9 if sample.items >= 200 else 3]
    plain = [each for part in parts for each in _instructions(part)]
    reader = howto.load()

    def measured(asked: Asked) -> Found:
        lines = [each["text"] for each in plain]
        small = [reader.answer(each) for each in lines]
        found = small
        if asked.model is not None:
            found = [each[0] for each in AskingReader(reader, asked.model).answers(lines)]
        told = [
            "" if asked.alone and one.known else " ".join(each.steps) for one, each in zip(small, found, strict=True)
        ]
        keys = [
            [bool(re.search(rf"\b(?:{step})", text, re.IGNORECASE)) for step in each["key_steps"]]
            for each, text in zip(plain, told, strict=True)
        ]
        nonsense = [
            any(re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE) for word in each["nonsense"])
            for each, text in zip(plain, told, strict=True)
        ]
        asked_about = [not (asked.alone and one.known) for one in small]
        figure = Measured.ratio(
            [(float(sum(each)), len(each) * of) for each, of in zip(keys, asked_about, strict=True)]
        )
        return Found(
            "key steps",
            figure,
            sum(asked_about),
            more={"answered": sum(map(bool, told)) / sum(asked_about), "nonsense": sum(nonsense) / sum(asked_about)},
        )

    return measured


def _instructions(part: str) -> list[dict[str, Any]]:
    return list(tomllib.loads((ROOT / f"data/instructions/{part}.toml").read_text(encoding="utf-8"))["instruction"])


TASKS: dict[str, Callable[[Sample], Task]] = {
    "endings": endings,
    "scenarios": scenarios,
    "judgement": judgement,
    "left out": left_out,
    "pronouns": pronouns,
    "linter": linter,
    "readings": readings,
    "elaboration": elaboration,
}
