"""What a language model adds: each task with the small system alone, the model alone, and both.

    python benchmarks/llm.py DATA --llm llm:MODEL@URL --answers FOLDER [--task NAME …] [--items 40] [--rows] [--only]

DATA is the folder that docs/data.md describes; some tasks take texts of this repository. Items are drawn with a fixed
seed. The model is asked about all items once, and its answers are kept in FOLDER, one file for each task: both together
then ask about a share of the same questions, and `--only` repeats everything without the server. "Alone" means that the
model chooses among what the small system proposes, without its probabilities; where nobody proposes, it writes.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacit.llm import Mode, Model, connect

ROOT = Path(__file__).parents[1]
SEED = 25
Figures = dict[str, float]


@dataclass(frozen=True)
class Asked:
    """Who is asked: a model or nobody, about which share, and whether its word alone counts."""

    model: Model | None = None
    share: float = 0.0
    alone: bool = False


@dataclass(frozen=True)
class Sample:
    """Where the data are, and how many items are drawn."""

    data: Path
    items: int

    def drawn(self, things: list[Any], count: int | None = None) -> list[Any]:
        return random.Random(SEED).sample(things, min(count or self.items, len(things)))


def endings(sample: Sample) -> Callable[[Asked], Figures]:
    """Story Cloze, against a system that learns from the other stories: the shipped one has learnt from all of them."""
    from tacit.endings.asking import ask, uniform
    from tacit.endings.data import read_clozes
    from tacit.endings.evaluate import evaluate
    from tacit.endings.train import train

    clozes = read_clozes([sample.data / "story_cloze" / "val_spring2016.csv"], answered=True)
    tested = sample.drawn(clozes)
    ids = {each.id for each in tested}
    said = train("acoli", [each for each in clozes if each.id not in ids], []).predict(tested)

    def measured(asked: Asked) -> Figures:
        small = uniform(tested) if asked.alone else said
        found = small if asked.model is None else ask(asked.model, tested, small, asked.share).said
        figures = evaluate(tested, found)
        return {"items": len(tested), "accuracy": figures.accuracy, "calibration_error": figures.calibration_error}

    return measured


def scenarios(sample: Sample) -> Callable[[Asked], Figures]:
    """Weblog texts by a writer from whom nothing was learnt, until there are enough sentences."""
    from tacit.scenarios import load_inventory, read_labelled
    from tacit.scenarios.asking import AskingScenarios
    from tacit.scenarios.evaluate import evaluate
    from tacit.scenarios.train import load

    small, texts = load(), []
    for each in sample.drawn(read_labelled([str(ROOT / "data/weblog/w08-*.txt")], load_inventory()), 99):
        if sum(map(len, texts)) < sample.items:
            texts.append(each)

    def measured(asked: Asked) -> Figures:
        model = asked.model
        system = small if model is None else AskingScenarios(small, model, asked.share, alone=asked.alone)
        figures = evaluate(texts, system.detect(texts))
        return {"items": figures.sentences, "texts": len(texts), "f1": figures.f1}

    return measured


def judgement(sample: Sample) -> Callable[[Asked], Figures]:
    """Fillers of CLAIRE dev; the shipped judge knows how frequent the classes are there."""
    from tacit.clarifications.data import read_instructions
    from tacit.clarifications.evaluate import evaluate
    from tacit.clarifications.train import load
    from tacit.linter.asking import AskingJudge

    tested = sample.drawn(read_instructions(sample.data / "claire" / "dev"), sample.items // 5)
    small = load("tacit")

    def measured(asked: Asked) -> Figures:
        model = asked.model
        judge = small if model is None else AskingJudge(small, model, asked.share, alone=asked.alone)
        figures = evaluate(tested, judge.judge(tested))
        return {"items": figures.n, "accuracy": figures.accuracy, "spearman": figures.spearman or 0.0}

    return measured


def readings(sample: Sample) -> Callable[[Asked], Figures]:
    """Is a filler that people find plausible among four? Alone four of the model, both two of each."""
    from tacit.clarifications.data import read_instructions
    from tacit.clarifications.generate import FillerGenerator
    from tacit.clarifications.generation_quality import plausible_fillers
    from tacit.linter.asking import AskingLinter

    rated = [each for each in read_instructions(sample.data / "claire" / "dev") if plausible_fillers(each)]
    tested = sample.drawn(rated, sample.items // 2)
    generator = FillerGenerator()
    small = [generator.diverse(each, generator.generate(each)) for each in tested]

    def measured(asked: Asked) -> Figures:
        right = 0
        for own, instruction in zip(small, tested, strict=True):
            other = [] if asked.model is None else AskingLinter(asked.model, 1.0).fillers(instruction)
            four = own if asked.model is None or not other else other if asked.alone else [*other[:2], *own][:4]
            right += bool(plausible_fillers(instruction) & set(four))
        return {"items": len(tested), "plausible_in_four": right / len(tested)}

    return measured


def left_out(sample: Sample) -> Callable[[Asked], Figures]:
    """Hidden events of InScript val, of texts that the scripts were not learnt from."""
    from tacit import formats
    from tacit.scripts.asking import AskingOmissions
    from tacit.scripts.base import SHIPPED
    from tacit.scripts.evaluate import hidden, recall
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

    def measured(asked: Asked) -> Figures:
        system, model = knowledge.system, asked.model
        if model is not None:
            system = AskingOmissions(system, model, asked.share, alone=asked.alone)
        found = recall(system, tested)
        return {"items": len(tested), "recall_at_1": found.at_1, "recall_at_5": found.at_5}

    return measured


def pronouns(sample: Sample) -> Callable[[Asked], Figures]:
    """Short documents of OntoGUM dev, until there are enough pronouns; all are asked about, the hard ones by share."""
    from tacit.language import coreference
    from tacit.language.coreference.asking import AskingRanker
    from tacit.language.coreference.evaluate import score_documents, total
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

    def measured(asked: Asked) -> Figures:
        model = asked.model
        system = small if model is None else AskingRanker(small, model, asked.share, alone=asked.alone)
        figures = total(score_documents(system, tested)).to_dict()
        names = ("conll_f1", "pronoun_precision")
        return {"items": counting.costs.items, "texts": len(tested), **{name: figures[name] for name in names}}

    return measured


def linter(sample: Sample) -> Callable[[Asked], Figures]:
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

    def measured(asked: Asked) -> Figures:
        checker = Checker()
        if asked.model is not None:
            checker = by_itself(asked.model) if asked.alone else with_model(checker, asked.model, asked.share)
        found = {text.path: checker.check(text.page, settings) for text in texts}
        scores = score(texts, lambda text: [Marked(e.code, e.place.span, e.confidence) for e in found[text.path]])
        names = ("gold", "found", "precision", "recall", "f1")
        return {"items": len(texts), **{name: getattr(scores, name) for name in names}}

    return measured


def elaboration(sample: Sample) -> Callable[[Asked], Figures]:
    """Instructions by a writer who did not see the collection (data/instructions, i3): the share of key steps named.

    The model alone is asked about as many of them as the collection does not know, so that it costs no more.
    """
    from tacit import howto
    from tacit.howto.asking import AskingReader, _answer, _draft

    plain = [each for part in ("i3-1", "i3-2") for each in _instructions(part)]
    reader = howto.load()
    few = sample.drawn(plain, sample.items // 4)

    def measured(asked: Asked) -> Figures:
        if asked.alone and asked.model is not None:
            open_ = [reader.answer(each["text"]) for each in few]
            outcomes = list(asked.model.ask(map(_draft, open_)))
            told = [" ".join(_answer(b, o).steps) if o.answered else "" for b, o in zip(open_, outcomes, strict=True)]
            return _key_steps(few, told)
        lines = [each["text"] for each in plain]
        if asked.model is None:
            answers = [reader.answer(each) for each in lines]
        else:
            answers = [each[0] for each in AskingReader(reader, asked.model).answers(lines)]
        return _key_steps(plain, [" ".join(each.steps) for each in answers])

    return measured


def _instructions(part: str) -> list[dict[str, Any]]:
    return list(tomllib.loads((ROOT / f"data/instructions/{part}.toml").read_text(encoding="utf-8"))["instruction"])


def _key_steps(instructions: list[dict[str, Any]], told: list[str]) -> Figures:
    named = wanted = nonsense = 0
    for each, text in zip(instructions, told, strict=True):
        wanted += len(each["key_steps"])
        named += sum(bool(re.search(rf"\b(?:{step})", text, re.IGNORECASE)) for step in each["key_steps"])
        nonsense += any(re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE) for word in each["nonsense"])
    answered = sum(map(bool, told)) / len(told)
    return {"items": len(told), "key_steps": named / wanted, "answered": answered, "nonsense": nonsense / len(told)}


def drafting(sample: Sample) -> Callable[[Asked], Figures]:
    """Scripts from unlabelled texts of one scenario of InScript: how the model's quotes are found in the texts."""
    from tacit import formats
    from tacit.documents import Document
    from tacit.scripts.train import learn_base

    documents = [each for each in formats.open(sample.data / "inscript" / "val") if each.metadata.get("scenario")]
    name = sorted({str(each.metadata["scenario"]) for each in documents})[0]
    texts = [
        Document(each.text, each.id, metadata=each.metadata) for each in documents if each.metadata["scenario"] == name
    ]

    def measured(asked: Asked) -> Figures:
        base = learn_base(texts, model=asked.model, ask=asked.share)
        return {"items": len(texts), "events": sum(len(script.events) for script in base)}

    return measured


TASKS: dict[str, Callable[[Sample], Callable[[Asked], Figures]]] = {
    "endings": endings,
    "scenarios": scenarios,
    "judgement": judgement,
    "left out": left_out,
    "pronouns": pronouns,
    "linter": linter,
    "readings": readings,
    "elaboration": elaboration,
    "drafting": drafting,
}


def measure(name: str, sample: Sample, arguments: argparse.Namespace) -> dict[str, Any]:
    """All three figures of a task, what asking took, and whether the answers file gives the same again."""
    task = TASKS[name](sample)
    arguments.answers.mkdir(parents=True, exist_ok=True)
    file = arguments.answers / f"{name.replace(' ', '-')}.jsonl"

    def run(share: float, *, alone: bool, mode: Mode) -> tuple[Figures, dict[str, Any], float]:
        started = time.perf_counter()
        with connect(arguments.llm, answers=file, mode=mode, parallel=1, timeout=600) as model:
            figures = task(Asked(model, share, alone))
        return figures, model.costs.to_dict(), time.perf_counter() - started

    mode = Mode.ONLY if arguments.only else Mode.RECORD
    small = task(Asked())
    by_itself, costs, seconds = run(1.0, alone=True, mode=mode)
    both, shared, _ = run(arguments.ask, alone=False, mode=mode)
    again = [run(1.0, alone=True, mode=Mode.ONLY)[0], run(arguments.ask, alone=False, mode=Mode.ONLY)[0]]
    return {
        "task": name,
        "small": small,
        "alone": by_itself,
        "both": both,
        "llm_alone": {**costs, "seconds": round(seconds, 1)},
        "llm_both": shared,
        "same_from_the_file": again == [by_itself, both],
    }


def row(found: dict[str, Any]) -> str:
    """A row of the table in docs/llm.md."""
    names = [name for name in found["small"] if name not in ("items", "texts", "gold", "found", "answered", "nonsense")]
    figures = [" / ".join(f"{found[which][name]:.3g}" for name in names) for which in ("small", "alone", "both")]
    costs, shared = found["llm_alone"], found["llm_both"]
    tokens = f"{costs['prompt_tokens']:,} / {costs['completion_tokens']:,}"
    same = "yes" if found["same_from_the_file"] else "no"
    cells = [found["task"], str(found["small"]["items"]), ", ".join(names), *figures, f"{shared['share_asked']:.2f}"]
    return f"| {' | '.join([*cells, str(costs['kept']), tokens, same])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--llm", required=True)
    parser.add_argument("--answers", type=Path, required=True)
    parser.add_argument("--task", action="append", choices=TASKS)
    parser.add_argument("--items", type=int, default=40)
    parser.add_argument("--ask", type=float, default=0.25)
    parser.add_argument("--rows", action="store_true", help="rows of a Markdown table instead of JSON")
    parser.add_argument("--only", action="store_true", help="from the answers files alone")
    arguments = parser.parse_args()
    for name in arguments.task or TASKS:
        found = measure(name, Sample(arguments.data, arguments.items), arguments)
        print(row(found) if arguments.rows else json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
