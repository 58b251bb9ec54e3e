"""The tools: read, check, elaborate, script, scenarios. Each is a function with a typed answer.

Models load at first use and stay. They are not made for several threads at once: call one tool at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import Field

from tacit.errors import InputError
from tacit.mcp import answers
from tacit.reader import LONGEST

if TYPE_CHECKING:
    from tacit.documents import Document
    from tacit.howto import HowToReader
    from tacit.linter.check import Checker
    from tacit.scenarios import ScenarioSystem

R = TypeVar("R")
Text = Annotated[str, Field(description=f"An English text of at most {LONGEST:,} characters.")]
Layout = Annotated[Literal["plain", "markdown"], Field(description="How the text is laid out.")]


def read(
    text: Text,
    only: Annotated[
        list[str] | None,
        Field(description="language, scenarios, scripts, endings, steps, clarifications; what fits by default."),
    ] = None,
    layers: Annotated[bool, Field(description="Also return every annotation with its offsets.")] = False,
    layout: Layout = "markdown",
) -> answers.ReadAnswer:
    """Read a text for what it takes for granted.

    Says who does what in it, which everyday scenarios it is about and what of them it leaves out, where a story stops
    making sense, which steps are terse and which phrases can be misread. The kind of text decides what is looked for.
    """
    from tacit import reader

    plain = reader.read(_document(text, layout), only=only).to_dict()
    return answers.ReadAnswer(
        kind=plain["kind"],
        sections=[answers.SectionAnswer(each["title"], each["blocks"]) for each in plain["sections"]],
        layers=plain["document"]["layers"] if layers else {},
    )


def check(
    text: Text,
    profile: Annotated[
        str, Field(description="Codes for a kind of text: default, manual, recipe, requirements, support, agent.")
    ] = "default",
    min_confidence: Annotated[float | None, Field(ge=0, le=1, description="Leave out what is less sure.")] = None,
    judge: Annotated[bool, Field(description="Score the readings from 1 to 5; slower, needs tacit[neural].")] = False,
    layout: Layout = "markdown",
) -> answers.CheckAnswer:
    """Find implicit and underspecified phrases in instructions, with what each may mean.

    Good for a draft of a how-to, a manual or a prompt for another agent: every finding names the phrase, the question
    that a reader would ask and the readings between which they cannot decide.
    """
    from tacit.clarifications.pages import page_of
    from tacit.linter.codes import profile as codes_of
    from tacit.linter.config import LinterSettings

    name = "tacit" if judge else "none"
    settings = LinterSettings(codes=codes_of(profile), min_confidence=min_confidence, judge=name)
    found = _checker(name).check(page_of(_document(text, layout)), settings)
    return answers.CheckAnswer(clear=not found, findings=[_finding(each.to_dict()) for each in found])


def elaborate(
    instruction: Annotated[str, Field(max_length=4000, description="One instruction, such as 'wash the dog'.")],
    count: Annotated[int, Field(ge=1, le=20, description="Alternatives at most.")] = 3,
) -> answers.ElaborateAnswer:
    """Spell a terse everyday instruction out: concrete steps, tools, materials, cautions and the sign of success.

    The steps come from a reviewed collection; what it does not know it says, and names the nearest things it knows.
    """
    if not instruction.strip():
        raise InputError("there is no instruction, only blanks; send one, such as 'wash the dog'")
    found = _collection().answers(instruction, count=count)
    known = [each.to_dict() for each in found if each.known]
    unknown = next((each for each in found if not each.known), None)
    return answers.ElaborateAnswer(
        instruction=instruction,
        known=bool(known),
        alternatives=[_picked(answers.Way, each) for each in known],
        why=unknown.why if unknown else "",
        nearest=list(unknown.nearest) if unknown else [],
    )


def script(
    scenario: Annotated[str, Field(description="An everyday scenario, such as 'baking a cake'.")],
) -> answers.ScriptAnswer:
    """What typically happens in an everyday scenario: events in order, participants, props, what may go wrong."""
    from tacit.scripts.base import ScriptBase
    from tacit.scripts.summary import summary

    plain = summary(ScriptBase.load().script(scenario))
    told = {"purpose": "", "roles": {}, "props": {}, "goes_wrong": [], **plain}
    told["events"] = [_event(event, bool(plain["texts"])) for event in plain["events"]]
    return _picked(answers.ScriptAnswer, told)


def scenarios(
    text: Text,
    min_confidence: Annotated[float, Field(ge=0, le=1, description="Leave out what is less probable.")] = 0.0,
    layout: Layout = "plain",
) -> answers.ScenariosAnswer:
    """Find the passages of a story or diary that are about an everyday scenario, such as going grocery shopping."""
    from tacit.scenarios.detect import annotate, not_english

    document = annotate(_document(text, layout), _detector(), min_confidence=min_confidence)
    passages = [
        answers.ScenarioPassage(
            scenario=each.label,
            start=each.start,
            end=each.end,
            probability=each.features.get("probability"),
            alternatives=[other["scenario"] for other in each.features.get("alternatives", ())],
            text=document.text_of(each),
        )
        for each in document.layer("scenarios")
    ]
    return answers.ScenariosAnswer(passages, not_english(document))


TOOLS: tuple[Callable[..., Any], ...] = (read, check, elaborate, script, scenarios)


def _document(text: str, layout: str) -> Document:
    """The text with its layout, or an error that says why it is not read."""
    from tacit import formats
    from tacit.documents import Document

    if not text.strip():
        raise InputError("there is no text, only blanks; send a sentence or more")
    if len(text) > LONGEST:
        raise InputError(f"the text has {len(text):,} characters; {LONGEST:,} are read at once: send it in parts")
    if layout == "plain":
        return Document(text, "text")
    return next(formats.open_source(formats.Source("text.md", text.encode()), format="markdown"))


@cache
def _checker(judge: str) -> Checker:
    from tacit.linter.check import Checker
    from tacit.linter.judging import NO_JUDGE, LazyJudge

    if judge == NO_JUDGE:
        return Checker()
    lazy = LazyJudge(judge)
    return Checker(lazy, lazy.generate)


@cache
def _collection() -> HowToReader:
    from tacit import howto

    return howto.load()


@cache
def _detector() -> ScenarioSystem:
    from tacit.scenarios.train import load

    return load()


def _finding(plain: dict[str, Any]) -> answers.FindingAnswer:
    readings = [answers.ReadingOfPhrase(**each) for each in plain["readings"]]
    return _picked(answers.FindingAnswer, {**plain, "readings": readings})


def _event(plain: dict[str, Any], learnt: bool) -> answers.ScriptEventAnswer:
    share = plain["share"] if learnt else None
    return _picked(answers.ScriptEventAnswer, {"who": "", "usual": "", **plain, "share": share})


def _picked(kind: Callable[..., R], plain: dict[str, Any]) -> R:
    """An answer from those values of a plain object that it has a field for."""
    names: dict[str, Any] = kind.__dataclass_fields__  # type: ignore[attr-defined]
    return kind(**{name: value for name, value in plain.items() if name in names})
