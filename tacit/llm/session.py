"""Many questions to one model: in order, a few at a time, from the answers file where it has them."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tacit.errors import ServerError, UsageError
from tacit.llm.address import Address, named
from tacit.llm.answers import Answers, Mode
from tacit.llm.client import Client
from tacit.llm.costs import Budget, Costs, Prices, estimated
from tacit.llm.probe import best_structure
from tacit.llm.structure import probabilities_of, value_of
from tacit.llm.task import AnswerOutcome, Question, Raw
from tacit.shapes import ShapeError

REPAIRS = 2
"""Times that a model is told what is wrong with its answer and asked again."""
MOST_FAILURES = 5
"""Failures one after the other after which a server is given up."""
PLANNED = "it was only planned"
NOT_IN_FILE = "the answers file has no answer"
SPENT = "the budget is spent"


@dataclass(slots=True)
class _Settled:
    """An outcome, and what was said on the way to it."""

    outcome: AnswerOutcome
    exchanges: list[tuple[Question, Raw]] = field(default_factory=list)
    error: ServerError | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """What asking a model would cost: nothing was sent."""

    model: str
    questions: int
    in_file: int
    prompt_tokens: int
    completion_tokens_at_most: int
    price_at_most: float | None

    @property
    def calls(self) -> int:
        """Calls, unless answers must be mended."""
        return self.questions - self.in_file

    def __str__(self) -> str:
        price = "" if self.price_at_most is None else f"; price at most {self.price_at_most:.4f}"
        return (
            f"{self.calls:,} calls ({self.in_file:,} more are in the answers file), about {self.prompt_tokens:,} tokens"
            f" in, at most {self.completion_tokens_at_most:,} out{price}; answers that must be mended cost more"
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            "dry_run": {
                "model": self.model,
                "questions": self.questions,
                "in_file": self.in_file,
                "calls": self.calls,
                "prompt_tokens": self.prompt_tokens,
                "completion_tokens_at_most": self.completion_tokens_at_most,
                "price_at_most": self.price_at_most,
            }
        }


class Model:
    """A model on a server, or in this process; a context manager.

    `says` is told once, before the first text leaves, where it goes, and once where a budget is spent. With `plans`
    nothing is sent: what would be asked, were every answer useless, is collected in `planned`.
    """

    def __init__(
        self,
        address: Address,
        *,
        answers: Answers | None = None,
        budget: Budget | None = None,
        parallel: int = 4,
        timeout: float = 120.0,
        says: Callable[[str], None] | None = None,
        client: Client | None = None,
        plans: bool = False,
    ) -> None:
        self.address = address
        self.plans = plans
        self.planned: list[Question] = []
        self.costs = Costs(address.model, Prices(address.price_in, address.price_out))
        self._answers, self._budget, self._parallel = answers, budget or Budget(), parallel
        self._says = says or (lambda _: None)
        self._timeout = timeout
        self._client = client
        self._lock = threading.Lock()
        self._ready = False
        self._announced = False
        self._stopped = ""
        self._failures = 0
        self._told = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        if kind is not None and self._client is not None:
            self._client.abort()
        if self._answers is not None:
            self._answers.close()

    @property
    def name(self) -> str:
        """The model's name."""
        return self.address.model

    @property
    def calls_left(self) -> int | None:
        """Calls that the budget still allows; nothing where they are not limited."""
        return self._budget.calls

    def ask(self, questions: Iterable[Question]) -> Iterator[AnswerOutcome]:
        """The outcome of each question, in their order; a server that cannot be asked at all is an error."""
        if self.plans:
            yield from self._planning(questions)
            return
        started = time.monotonic()
        waiting: deque[Future[_Settled]] = deque()
        under_way: dict[str, Future[_Settled]] = {}
        workers = ThreadPoolExecutor(self._parallel, thread_name_prefix="tacit-llm")
        try:
            for question in questions:
                key = question.key(self.name)  # the same question twice has one answer, as it will have from the file
                if key not in under_way:
                    under_way[key] = workers.submit(self._settle, question)
                waiting.append(under_way[key])
                if len(waiting) >= 2 * self._parallel:
                    yield self._noted(waiting.popleft().result())
                    under_way = {key: each for key, each in under_way.items() if each in waiting}
            while waiting:
                yield self._noted(waiting.popleft().result())
        except Exception:
            workers.shutdown(wait=True, cancel_futures=True)  # what is under way is not lost
            self._save(waiting)
            raise
        except BaseException:  # Ctrl-C waits for nobody
            if self._client is not None:
                self._client.abort()
            raise
        finally:
            workers.shutdown(wait=True, cancel_futures=True)
            self.costs.seconds += time.monotonic() - started

    def _planning(self, questions: Iterable[Question]) -> Iterator[AnswerOutcome]:
        for question in questions:
            self.planned.append(question)
            yield AnswerOutcome(kept=PLANNED)

    def forecast(self, questions: Iterable[Question]) -> Forecast:
        """How many calls and tokens it would take; no connection is opened."""
        total = in_file = tokens_in = tokens_out = 0
        for question in questions:
            total += 1
            if self._known(question) is not None:
                in_file += 1
                continue
            prompt, completion = estimated(question)
            tokens_in, tokens_out = tokens_in + prompt, tokens_out + completion
        price = self.costs.prices.of(tokens_in, tokens_out)
        return Forecast(self.name, total, in_file, tokens_in, tokens_out, price)

    def _settle(self, question: Question) -> _Settled:
        """Ask, check, and have mended what can be mended."""
        settled = _Settled(AnswerOutcome())
        for repairs in range(REPAIRS + 1):
            try:
                raw = self._exchange(question)
            except ServerError as error:
                settled.error = error
                settled.outcome = AnswerOutcome(kept=str(error), repairs=repairs)
                return settled
            if isinstance(raw, str):
                settled.outcome = AnswerOutcome(kept=raw, repairs=repairs)
                return settled
            settled.exchanges.append((question, raw))
            try:
                value = value_of(question, raw)
            except ShapeError as error:
                wrong = str(error)
                question = question.followed(raw.text, wrong)
            else:
                settled.outcome = AnswerOutcome(value, "", probabilities_of(question, raw), repairs)
                return settled
        settled.outcome = AnswerOutcome(kept=f"no usable answer in {REPAIRS + 1} attempts: {wrong}", repairs=REPAIRS)
        return settled

    def _exchange(self, question: Question) -> Raw | str:
        """What the model says, from the file or the server; or why it cannot be asked."""
        known = self._known(question)
        if known is not None:
            with self._lock:
                self.costs.from_file += 1
            return known
        if self._answers is not None and self._answers.mode is Mode.ONLY:
            return NOT_IN_FILE
        if self._stopped:
            return self._stopped
        client = self._connected()
        if not self._budget.take(question):
            self._stopped = self._stopped or SPENT
            return SPENT
        try:
            raw = client.ask(question)
        except ServerError as error:
            raise self._counted(error) from None
        self._failures = 0
        self._budget.give_back(question, raw)
        with self._lock:
            self.costs.calls = client.calls
        return raw

    def _known(self, question: Question) -> Raw | None:
        return None if self._answers is None else self._answers.find(question, self.name)

    def _connected(self) -> Client:
        """The client, which first finds out what the server enforces; the user is told where texts go."""
        with self._lock:
            if self._client is None:
                self._client = Client(self.address, timeout=self._timeout)
            if not self._announced and not self.address.file:
                self._announced = True
                away = "" if self.address.is_local else ", which is another machine"
                self._says(f"texts are sent to {self.address.url}{away}")
            if not self._ready:
                self._client.structure = best_structure(self._client)
                self._ready = True
            return self._client

    def _counted(self, error: ServerError) -> ServerError:
        """The same error; one that ends the run where a server fails time after time."""
        self._failures += 1
        if self._failures >= MOST_FAILURES and not error.ends_run:
            error = ServerError(f"{error}; given up after {self._failures} failures in a row", ends_run=True)
        if error.ends_run:
            self._stopped = str(error)
        return error

    def _noted(self, settled: _Settled) -> AnswerOutcome:
        """Write down what was said, count it, and stop the run where asking on makes no sense."""
        self._write(settled)
        costs, outcome = self.costs, settled.outcome
        costs.asked += 1
        costs.answered += outcome.answered
        costs.kept += not outcome.answered
        costs.repairs += outcome.repairs
        for _, raw in settled.exchanges:
            costs.prompt_tokens += raw.prompt_tokens
            costs.completion_tokens += raw.completion_tokens
        if outcome.kept == SPENT and not self._told:
            self._told = True
            self._says("the budget is spent; what was not asked keeps the small system's answer")
        if settled.error is not None and settled.error.ends_run:
            raise settled.error
        return outcome

    def _write(self, settled: _Settled) -> None:
        if self._answers is not None:
            for question, raw in settled.exchanges:
                self._answers.add(question, self.name, raw)

    def _save(self, waiting: Iterable[Future[_Settled]]) -> None:
        """Of a run that ends early, keep what has been answered."""
        for each in waiting:
            if each.done() and not each.cancelled() and each.exception() is None:
                self._write(each.result())


def connect(
    spec: str,
    *,
    answers: Path | None = None,
    mode: Mode = Mode.RECORD,
    budget: str | None = None,
    parallel: int = 4,
    timeout: float = 120.0,
    says: Callable[[str], None] | None = None,
    plans: bool = False,
) -> Model:
    """The model that `llm:MODEL@URL`, `llm:NAME`, a GGUF file or a name in the settings stands for; nothing is sent."""
    if mode is Mode.ONLY and answers is None:
        raise UsageError("answering from a file only needs the file: give `answers`")
    limit = Budget.parse(budget)
    address = named(spec)
    opened = None if answers is None else Answers(answers, mode)
    return Model(address, answers=opened, budget=limit, parallel=parallel, timeout=timeout, says=says, plans=plans)
