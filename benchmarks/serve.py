"""The server under load: many clients at once on loopback, for a minute.

    python benchmarks/serve.py [--clients 50] [--seconds 60] [--workers 2] [--only language,scenarios]

Each client reads texts of its own over and over, some as a stream, and now and then leaves in the middle; who is told
to come back later does so. Printed: answers by status, latencies, how fast `/health` answers meanwhile, and memory.
The exit code is 1 if anything but the documented refusals comes back, if `/health` takes more than 50 ms at the median
while two texts are read, or if memory keeps growing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from statistics import fmean, median, quantiles
from typing import Any

import httpx
import psutil
from rich.console import Console
from rich.table import Table

REFUSALS = (429, 503, 504)
"""What a server under load may answer, as docs/guides/web.md says."""
HEALTH = 0.050
GROWTH = 1.10
"""Most that memory may grow from the second quarter of the run to the last."""
SUBJECTS = ["The cook", "My neighbour", "A tired clerk", "Our teacher", "Her brother", "The guest in the corner"]
VERBS = ["washed", "carried", "forgot", "painted", "borrowed", "counted", "folded", "repaired"]
OBJECTS = ["the old kettle", "a pair of gloves", "three maps", "the garden gate", "some bread", "a box of nails"]
PLACES = ["before lunch", "in the hall", "with great care", "on the way home", "as it rained", "for no reason"]


def story(chance: random.Random) -> str:
    sentences = (
        " ".join(chance.choice(part) for part in (SUBJECTS, VERBS, OBJECTS, PLACES))
        for _ in range(chance.randint(3, 40))
    )
    return ". ".join(sentences) + "."


@dataclass
class Seen:
    """What all clients saw."""

    answers: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


async def client(place: dict[str, str], number: int, until: float, only: list[str] | None, seen: Seen) -> None:
    chance = random.Random(number)
    headers = {"Authorization": f"Bearer {place['token']}"}
    async with httpx.AsyncClient(base_url=place["address"], headers=headers, timeout=150) as connection:
        while time.monotonic() < until:
            body: dict[str, Any] = {"text": story(chance), "only": only}
            kind = chance.choices(("whole", "stream", "leave"), (6, 3, 1))[0]
            started = time.monotonic()
            wait = 0.0
            try:
                if kind == "leave":
                    await connection.post("/api/read", json=body, timeout=chance.uniform(0.05, 0.5))
                    continue
                answer = await connection.post("/api/read/stream" if kind == "stream" else "/api/read", json=body)
            except httpx.TimeoutException as late:
                seen.answers["left" if kind == "leave" else "no answer"] += 1
                if kind != "leave":
                    seen.wrong.append(f"no answer: {type(late).__name__}")
                continue
            status = answer.status_code
            if kind == "stream" and status == 200 and "event: problem" in answer.text:
                status = json.loads(answer.text.rpartition("data: ")[2])["status"]
            seen.answers[str(status)] += 1
            if status == 200:
                seen.latencies.append(time.monotonic() - started)
            elif status in REFUSALS:
                wait = float(answer.headers.get("retry-after", 1))
            else:
                seen.wrong.append(answer.text[:200])
            await asyncio.sleep(min(wait, max(0.0, until - time.monotonic())))


async def watch(address: str, process: int, until: float, seen: Seen) -> None:
    """Ask for the health ten times a second, and add up the memory of the server and its workers."""
    server = psutil.Process(process)
    async with httpx.AsyncClient(base_url=address, timeout=10) as connection:
        while time.monotonic() < until:
            started = time.monotonic()
            busy = (await connection.get("/health")).json()["busy"]
            if busy >= 2:
                seen.health.append(time.monotonic() - started)
            family = [server, *server.children(recursive=True)]
            seen.memory.append(sum(one.memory_info().rss for one in family if one.is_running()) / 1e6)
            await asyncio.sleep(0.1)


async def load(place: dict[str, str], process: int, options: argparse.Namespace) -> Seen:
    seen = Seen()
    only = options.only.split(",") if options.only else None
    until = time.monotonic() + options.seconds
    clients = [client(place, number, until, only, seen) for number in range(options.clients)]
    await asyncio.gather(watch(place["address"], process, until, seen), *clients)
    return seen


def wait_until_ready(address: str) -> float:
    started = time.monotonic()
    while httpx.get(address + "health").json()["status"] != "ok":
        time.sleep(0.2)
    return time.monotonic() - started


def report(seen: Seen, seconds: float) -> bool:
    """Print what was seen; is everything as it should be?"""
    console = Console()
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(seen.answers.items()))
    console.print(f"answers: {answers}; {len(seen.latencies) / seconds:.1f} texts read a second")
    table = Table("", "median", "90 %", "99 %", "most", title="seconds")
    for name, values in (("reading", seen.latencies), ("/health while two are read", seen.health)):
        cuts = quantiles(values, n=100) if len(values) > 1 else [0.0] * 99
        table.add_row(
            name, *(f"{value:.3f}" for value in (median(values or [0]), cuts[89], cuts[98], max(values or [0])))
        )
    console.print(table)
    quarter = len(seen.memory) // 4
    early, late = fmean(seen.memory[quarter : 2 * quarter]), fmean(seen.memory[-quarter:])
    console.print(f"memory: {early:.0f} MB in the second quarter, {late:.0f} MB in the last")
    for text in seen.wrong[:5]:
        console.print(f"wrong: {text}", markup=False)
    return not seen.wrong and median(seen.health or [0]) <= HEALTH and late <= GROWTH * early


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--clients", type=int, default=50)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--only", default="")
    chosen = options.parse_args()
    command = [sys.executable, "-m", "tacit", "serve", "--json", "--port", "0", "--workers", str(chosen.workers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            place = json.loads(server.stdout.readline())
            print(f"ready after {wait_until_ready(place['address']):.1f} s")
            fine = report(asyncio.run(load(place, server.pid, chosen)), chosen.seconds)
        finally:
            server.terminate()
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
