from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from web.conftest import FAKE_TASKS, TESTS

from tacit.web.limits import Limits
from tacit.web.messages import LARGEST_RESULT
from tacit.web.pool import Pool, Refusal
from tacit.web.process import WorkerProcess
from tacit.web.worker import LONGEST_SENTENCE

pytestmark = pytest.mark.processes


@pytest.fixture(autouse=True)
def _fake_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(TESTS))


@asynccontextmanager
async def pool(**limits: float) -> AsyncIterator[Pool]:
    made = Pool(Limits(**{"workers": 1, "grace": 0.2, **limits}), FAKE_TASKS)  # type: ignore[arg-type]
    await made.start()
    try:
        yield made
    finally:
        await made.stop()
        await asyncio.sleep(0)


async def read(made: Pool, text: str) -> tuple[int, list[str]]:
    """The process that did it, and the steps it named."""
    steps: list[str] = []
    result = await made.run("read", json.dumps({"text": text}).encode(), steps.append)
    [[_, process]] = json.loads(result.body)["sections"][0]["blocks"][1]["pairs"]
    return int(process), steps


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came true")


def run(test: Callable[[], Coroutine[None, None, None]]) -> None:
    """In a thread of its own: Playwright keeps an event loop running in the one of the tests."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, test()).result()


def test_steps_are_told_and_what_a_library_prints_does_no_harm() -> None:
    async def test() -> None:
        async with pool() as made:
            process, steps = await read(made, "print this")
            assert steps == ["loading", "language", "scenarios"]
            assert process != os.getpid()
            assert (await read(made, "again"))[0] == process

    run(test)


@pytest.mark.parametrize(
    ("text", "status", "sentence"),
    [
        ("refuse line 3 is bad", 422, "line 3 is bad"),
        ("miss it", 503, "the parser is not installed"),
        ("fail now", 500, "the log of the server"),
    ],
)
def test_an_error_is_a_refusal_and_the_worker_stays(text: str, status: int, sentence: str) -> None:
    async def test() -> None:
        async with pool() as made:
            before, _ = await read(made, "hello")
            with pytest.raises(Refusal) as refused:
                await read(made, text)
            assert refused.value.status == status
            assert sentence in refused.value.why
            assert (await read(made, "hello"))[0] == before

    run(test)


def test_a_worker_that_dies_is_replaced() -> None:
    async def test() -> None:
        async with pool() as made:
            before, _ = await read(made, "hello")
            with pytest.raises(Refusal) as refused:
                await read(made, "die now")
            assert refused.value.status == 503
            assert (await read(made, "hello"))[0] != before

    run(test)


@pytest.mark.parametrize("text", ["babble 70000", "babble 300000", "babble 5", f"boast {LARGEST_RESULT + 1}"])
def test_a_worker_that_does_not_speak_as_it_should_is_replaced(text: str) -> None:
    async def test() -> None:
        async with pool(patience=20) as made:
            before, _ = await read(made, "hello")
            with pytest.raises(Refusal) as refused:
                await read(made, text)
            assert refused.value.status == 500
            assert (await read(made, "hello"))[0] != before

    run(test)


def test_what_quotes_a_long_request_is_cut_short() -> None:
    async def test() -> None:
        async with pool() as made:
            before, _ = await read(made, "hello")
            process, steps = await read(made, "call 70000")
            assert len(steps[1]) == LONGEST_SENTENCE
            with pytest.raises(Refusal) as refused:
                await read(made, "refuse " + "🍰" * 70_000)
            assert refused.value.status == 422
            assert 100 < len(refused.value.why) <= LONGEST_SENTENCE
            assert (await read(made, "hello"))[0] == process == before

    run(test)


def test_a_result_that_is_too_large_is_refused_and_the_worker_stays() -> None:
    async def test() -> None:
        async with pool() as made:
            before, _ = await read(made, "hello")
            with pytest.raises(Refusal, match="the result has more than 64 MB"):
                await read(made, f"swell {LARGEST_RESULT + 1}")
            assert (await read(made, "hello"))[0] == before

    run(test)


def test_a_worker_that_died_while_idle_is_not_given_work() -> None:
    async def test() -> None:
        async with pool() as made:
            before, _ = await read(made, "hello")
            os.kill(before, signal.SIGKILL)
            await until(lambda: all(process.returncode is not None for process in made._processes))
            assert (await read(made, "hello"))[0] != before

    run(test)


def test_work_that_takes_too_long_is_ended() -> None:
    async def test() -> None:
        async with pool(seconds=0.3) as made:
            before, _ = await read(made, "hello")
            with pytest.raises(Refusal) as refused:
                await read(made, "sleep 30")
            assert refused.value.status == 504
            assert (await read(made, "hello"))[0] != before

    run(test)


def test_cancelled_work_stops_at_the_next_step_and_keeps_its_models() -> None:
    async def test() -> None:
        async with pool(grace=5) as made:
            before, _ = await read(made, "hello")
            work = asyncio.create_task(read(made, "steps 600"))
            await until(lambda: made.busy == 1)
            await asyncio.sleep(0.1)
            work.cancel()
            await until(lambda: made.busy == 0)
            assert (await read(made, "hello"))[0] == before

    run(test)


def test_cancelled_work_that_does_not_stop_is_ended() -> None:
    async def test() -> None:
        async with pool() as made:
            before, _ = await read(made, "hello")
            work = asyncio.create_task(read(made, "sleep 30"))
            await until(lambda: made.busy == 1)
            await asyncio.sleep(0.1)
            work.cancel()
            assert (await read(made, "hello"))[0] != before

    run(test)


def test_a_result_that_was_half_received_is_never_taken_for_another_one() -> None:
    async def test() -> None:
        async with pool(grace=5) as made:
            before, _ = await read(made, "hello")
            work = asyncio.create_task(read(made, "forge 0.5"))
            await asyncio.sleep(0.3)
            work.cancel()
            assert (await read(made, "hello"))[0] == before

    run(test)


def test_a_worker_can_be_ended_though_much_that_it_said_is_unread() -> None:
    async def test() -> None:
        talk = "import sys; sys.stdout.write('x' * 1_000_000)"
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", talk, stdin=PIPE, stdout=PIPE)
        await asyncio.sleep(0.3)
        async with asyncio.timeout(20):
            await WorkerProcess(process).end()
        assert process.returncode is not None

    run(test)


def test_the_queue_is_bounded_and_whoever_waits_too_long_is_told() -> None:
    async def test() -> None:
        async with pool(waiting=1, patience=0.2) as made:
            await until(lambda: made.ready == 1)
            works = [asyncio.create_task(read(made, text)) for text in ("sleep 0.6", "second", "third")]
            await asyncio.wait(works)
            assert works[0].exception() is None
            refusals = [work.exception() for work in works[1:]]
            assert [(refusal.status, bool(refusal.retry_after)) for refusal in refusals] == [(503, True), (429, True)]  # type: ignore[union-attr]
            assert made.waiting == 0

    run(test)


def test_workers_that_do_not_start_are_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "broken"
    marker.touch()
    monkeypatch.setenv("TACIT_TEST_FAIL_TO_START", str(marker))

    async def test() -> None:
        async with pool() as made:
            await until(lambda: made._failure != "")
            with pytest.raises(Refusal) as refused:
                await read(made, "hello")
            assert refused.value.status == 503
            marker.unlink()
            await until(lambda: made.ready == 1)
            await read(made, "hello")

    run(test)


def test_stopping_leaves_no_process_behind() -> None:
    async def test() -> None:
        async with pool(workers=2) as made:
            process, _ = await read(made, "hello")
        assert not made._processes
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)

    run(test)


def test_while_models_load_nobody_is_sent_away_for_impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACIT_TEST_LOADING", "1")

    async def test() -> None:
        async with pool(patience=0.1) as made:
            assert (await read(made, "hello"))[1][0] == "loading"
        async with pool(patience=0.1, loading=0.2) as made:
            with pytest.raises(Refusal, match="models took too long to load") as refused:
                await read(made, "hello")
            assert refused.value.status == 503

    run(test)


def test_parts_come_before_the_time_is_up() -> None:
    async def test() -> None:
        async with pool(seconds=1) as made:
            parts: list[bytes] = []
            request = json.dumps({"text": "slow\nAnn mixed it. Good cake."}).encode()
            with pytest.raises(Refusal) as refused:
                await made.run("read", request, [].append, parts.append)
            assert refused.value.status == 504
            [part] = map(json.loads, parts)
            assert [section["title"] for section in part["sections"]] == [
                "Who does what",
                "What it is about",
                "What it leaves unsaid",
            ]

    run(test)
