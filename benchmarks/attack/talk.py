"""An editor and an agent that send anything: `tacit lsp` and `tacit mcp` answer, stay alive, and print no traceback."""

from __future__ import annotations

import json
import os
import queue
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from benchmarks.attack.mutation import mutated
from benchmarks.attack.tally import HANG, Attempt, Tally

TEXT = "# Clean a pump\n\n1. Take off the valve and the lid (🔧).\n2. Rinse before reassembling, then put it back.\n"
PATIENCE = 3 * HANG
"""Seconds for an answer: models may be loaded, and the machine busy."""
_ODD = ("", "\ud800", "\x00", "{0}", "%s", "../../x", "file:///etc/passwd", "\u202e", "a" * 31_000, "# " * 5000)
_OURS = re.compile(r'File "[^"]*/tacit/(?!cli/|__main__)[^"]*"')
_PLAIN: tuple[Any, ...] = (None, -1, 1e308, [], {}, True, "x", ["x"], 10**30)


class Speaker:
    """A process that is spoken to in messages of JSON, each framed as its protocol has it."""

    def __init__(self, command: str, place: Path, *, headed: bool) -> None:
        self.name, self._headed = command, headed
        self.log = place / f"{command}.log"
        place.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "TACIT_OFFLINE": "1"}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tacit", command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=place,
                env=environment,
            )
        self._number = 0
        self._said: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        while (message := _read(self.process.stdout, headed=self._headed)) is not None:
            self._said.put(message)
        self._said.put(None)

    def send(self, content: bytes) -> None:
        """A message, whatever is in it."""
        assert self.process.stdin is not None
        framed = b"Content-Length: %d\r\n\r\n%b" % (len(content), content) if self._headed else content + b"\n"
        try:
            self.process.stdin.write(framed)
            self.process.stdin.flush()
        except OSError:
            pass  # it is dead, which whoever waits for an answer will see

    def tell(self, method: str, params: Any) -> None:
        """A message that needs no answer."""
        self.send(_packed({"jsonrpc": "2.0", "method": method, "params": params}))

    def ask(self, method: str, params: Any) -> dict[str, Any] | None:
        """The answer; nothing from a process that has ended, or that hangs."""
        self._number += 1
        self.send(_packed({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}))
        try:
            while (message := self._said.get(timeout=PATIENCE)) is not None:
                if message.get("id") == self._number and "method" not in message:
                    return message
        except queue.Empty:
            return None
        return None

    def end(self) -> None:
        """Its input ends, so it must."""
        assert self.process.stdin is not None
        with suppress(OSError):  # it may be dead already
            self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        finally:
            self.stop()

    def stop(self) -> None:
        """Leave nothing of it behind."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.kill()
        self.process.wait()
        self._listener.join(PATIENCE)
        self.process.stdout.close()
        with suppress(OSError):
            self.process.stdin.close()


def _packed(message: dict[str, Any]) -> bytes:
    """As JSON with escapes, half characters among them, as agents in JavaScript write them."""
    return json.dumps(message).encode()


def _read(stream: IO[bytes], *, headed: bool) -> dict[str, Any] | None:
    try:
        if not headed:
            line = stream.readline()
            return json.loads(line) if line else None
        length = 0
        while (line := stream.readline()) not in (b"", b"\r\n"):
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(stream.read(length)) if line else None
    except ValueError:
        return {"garbled": True}


def _editor(place: Path) -> Speaker:
    editor = Speaker("lsp", place, headed=True)
    editor.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    editor.tell("initialized", {})
    return editor


def _edit(editor: Speaker, chance: random.Random, text: Callable[[], str]) -> str:
    """Open or change a text and ask about a place in it; then anything else. What is wrong with the answers."""
    uri = chance.choice(("file:///tmp/none/a.md", "untitled:b", "file://x/%00.md", "file:///etc/passwd", "::", "a.rst"))
    item = {"uri": uri, "languageId": chance.choice(("markdown", "html", "x")), "version": 1, "text": text()}
    editor.tell("textDocument/didOpen", {"textDocument": item})
    if chance.random() < 0.4:
        editor.send(_packed({"jsonrpc": "2.0", "id": 10**6, "method": "textDocument/hover", "params": _junk(chance)}))
        editor.send(mutated(_packed({"jsonrpc": "2.0", "method": "x", "params": item}), [b"{}"], chance))
    at = {"line": chance.choice((0, 2, 3, 10**9)), "character": chance.choice((0, 4, 10**9))}
    said = editor.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": at})
    params = {"textDocument": {"uri": uri}, "range": {"start": at, "end": at}, "context": {"diagnostics": []}}
    said = said and editor.ask("textDocument/codeAction", params)
    editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    return "" if said else "no answer"


def _agent(place: Path) -> Speaker:
    agent = Speaker("mcp", place, headed=False)
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "attack", "version": "1"}}
    agent.ask("initialize", about)
    agent.tell("notifications/initialized", {})
    return agent


def _use(agent: Speaker, chance: random.Random, text: Callable[[], str]) -> str:
    """Call a tool with odd arguments; now and then say something that is no message."""
    tool, name = chance.choice((("check", "text"), ("script", "scenario"), ("elaborate", "instruction"), ("x", "y")))
    arguments: dict[str, Any] = {name: text() if chance.random() < 0.8 else _junk(chance)}
    for other in ("profile", "layout", "count", "min_confidence", "judge_"):
        if chance.random() < 0.15:
            arguments[other] = _junk(chance)
    if chance.random() < 0.3:
        agent.send(mutated(_packed({"jsonrpc": "2.0", "method": "x"}), [b"{}"], chance).replace(b"\n", b" "))
    said = agent.ask("tools/call", {"name": tool, "arguments": arguments})
    if said is None:
        return "no answer"
    told = json.dumps(said)
    return "a traceback" if "Traceback" in told else ""


def _junk(chance: random.Random) -> Any:
    return chance.choice((*_PLAIN, *_ODD))


def attack(attempt: Attempt) -> Tally:
    """Speak to both in turn; each must still answer, and leave nothing behind."""
    tally = Tally("editors and agents")
    pairs = [(_editor, _edit), (_agent, _use)]
    speakers = [start(attempt.scratch / start.__name__.strip("_")) for start, _ in pairs]

    def text() -> str:
        if attempt.chance.random() < 0.2:
            return attempt.chance.choice(_ODD)
        return mutated(TEXT.encode(), [TEXT.encode()], attempt.chance)[:20_000].decode("utf-8", "replace")

    while attempt.goes_on:
        place = attempt.chance.randrange(2)
        wrong = pairs[place][1](speakers[place], attempt.chance, text)
        ended = speakers[place].process.poll()
        harm = "crashed" if ended is not None or "traceback" in wrong else "hung" if wrong else ""
        tally.count(harm, f"{speakers[place].name}: {wrong}, exit code {ended}")
        if ended is not None or wrong == "no answer":
            speakers[place].stop()
            speakers[place] = pairs[place][0](attempt.scratch / f"again-{tally.tried}")
    for speaker in speakers:
        _judge(speaker, tally)
    return tally


def _judge(speaker: Speaker, tally: Tally) -> None:
    try:
        speaker.end()
    except subprocess.TimeoutExpired:
        tally.add("hung", f"{speaker.name} does not end with its input")
    said = speaker.log.read_text(errors="replace")
    if _OURS.search(said):  # the libraries log what is no message of their protocol as tracebacks of their own
        tally.add("crashed", f"{speaker.name}: a traceback through tacit: {said[-1800:]}")
    left = {path.name for path in speaker.log.parent.iterdir()} - {speaker.log.name}
    if left:
        tally.add("leaked", f"{speaker.name} left {sorted(left)}")
