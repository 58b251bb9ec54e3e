"""Hostile requests against a started server: it goes on, says nothing that it should not, and ends when told to."""

from __future__ import annotations

import contextlib
import json
import secrets
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

import httpx
import psutil
from cassis import Cas, TypeSystem

from benchmarks.attack.mutation import JUNK, mutated
from benchmarks.attack.tally import HANG, Attempt, Tally

ANNOTATED = {"annotation": [{"text": "Rinse "}, {"markup": "<b>", "interpretAs": "it"}, {"text": "."}]}
LABELS = {
    "tasks": [{"id": 1, "data": {"text": "We cooked 🍝."}}],
    "label_config": '<View><Labels name="a" toName="t"><Label value="cooking pasta"/></Labels>'
    '<Text name="t" value="$text"/></View>',
}


def cas_requests() -> dict[str, dict[str, object]]:
    """What INCEpTION sends: a document as XMI, with its type system."""
    types = TypeSystem()
    layer = types.create_type("custom.Scenario", "uima.tcas.Annotation")
    for name, kind in (("label", "String"), ("label_score", "Double"), ("inception_internal_predicted", "Boolean")):
        types.create_feature(layer, name, f"uima.cas.{kind}")
    cas = Cas(types)
    cas.sofa_string, cas.sofa_mime = "We cooked 🍝. Then we ate.", "text/plain"
    cas.add(layer(begin=0, end=2))
    about = {"layer": layer.name, "feature": "label", "anchoringMode": "characters", "crossSentence": True}
    body = {"metadata": about, "typeSystem": types.to_xml()}
    document = {"xmi": cas.to_xmi()}
    return {"scenarios/predict": {**body, "document": document}, "events/train": {**body, "documents": [document]}}


READING = {"document": {"text": "Ann sat.", "layers": {"x": [{"spans": [[0, 3]], "labels": ["y"]}]}}, "changes": []}
BODIES: dict[str, bytes] = {
    "/api/read": json.dumps({"text": "Ann came in. She sat down."}).encode(),
    "/api/read/stream": json.dumps({"document": READING["document"], "only": ["language"]}).encode(),
    "/api/documents?name=a.jsonl": b'{"id": "a", "text": "Ann sat."}\n' * 3,
    "/api/documents?name=a.html": b"<p>Ann <b>sat</b>.</p>",
    **{f"/api/export/{name}": json.dumps(READING).encode() for name in ("html", "webanno", "xmi", "text", "json")},
    "/api/endings": json.dumps({"story": "It rained.", "endings": ["She got wet.", "No."]}).encode(),
    "/api/steps": json.dumps({"instruction": "Drain the pasta."}).encode(),
    "/api/why": json.dumps({"document": READING["document"], "scenario": "x", "start": 0, "end": 3}).encode(),
    "/api/script": json.dumps({"scenario": "baking a cake"}).encode(),
    "/api/sections": json.dumps({"document": READING["document"]}).encode(),
    "/v2/check": b"language=en-US&text=Rinse%20it%F0%9F%8D%9D%0A&disabledRules=TAC101&level=picky",
    "/v2/check?x": b"language=auto&data=" + quote(json.dumps(ANNOTATED)).encode(),
    **{f"/recommender/{name}": json.dumps(body).encode() for name, body in cas_requests().items()},
    "/label-studio/scenarios/predict": json.dumps(LABELS).encode(),
    "/label-studio/events/setup": json.dumps({"schema": LABELS["label_config"], "project": "1"}).encode(),
    "/label-studio/events/train": b"{}",
}
PATHS = (
    "/",
    "/v2/languages",
    "/v2/check?language=en&text=%00%ff",
    "/label-studio/x/health",
    "/assets/app.js",
    "/assets/..%2fapp.py",
    "/api/about",
    "/openapi.json",
    "/%00",
    "/api/schemas?limit=-1",
)
HEADERS = (
    b"Host: evil.example",
    b"Origin: http://evil.example",
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: gzip, chunked",
    b"Expect: 100-continue",
    b"Upgrade: websocket\r\nConnection: Upgrade",
    b"X: " + b"y" * 70_000,
    b"Cookie: " + b"a=b;" * 5000,
    b"Content-Type: application/json; charset=utf-7",
    b"\x00: \xff",
)


@dataclass(frozen=True)
class Request:
    """Bytes to send, and whether they hold the token."""

    sent: bytes
    has_token: bool


@dataclass
class Place:
    """A server, its address and its token."""

    process: subprocess.Popen[str]
    address: tuple[str, int]
    token: str

    def health(self) -> bool:
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"http://127.0.0.1:{self.address[1]}/health", timeout=HANG).status_code == 200
        return False


def attack(attempt: Attempt) -> Tally:
    """One request after the other; some clients do not read, some do not finish."""
    tally = Tally("requests")
    log = attempt.scratch / "server.log"
    place = _started(log)
    held: list[socket.socket] = []
    try:
        while attempt.goes_on and place.process.poll() is None:
            request = _request(attempt, place.token)
            harm, what = _outcome(request, place, attempt, held)
            tally.count(harm, f"{what}: {request.sent[:300]!r}")
            if tally.tried % 50 == 0 and not place.health():
                tally.add("hung", "/health does not answer")
        if place.process.poll() is not None:
            tally.add("crashed", f"the server ended with {place.process.returncode}")
        elif not place.health():
            tally.add("hung", "/health does not answer in the end")
    finally:
        _end(place, tally)
        for one in held:
            one.close()
    said = log.read_text(errors="replace")
    if "Traceback" in said:
        tally.add("crashed", f"{said.count('Traceback')} tracebacks in the log, first: {said[:1500]}")
    return tally


def _started(log: Path) -> Place:
    token = secrets.token_urlsafe(24)
    command = [sys.executable, "-m", "benchmarks.attack.target", token]
    with log.open("w") as stream:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stream, text=True)
    assert process.stdout is not None
    found = urlsplit(process.stdout.readline().strip())
    place = Place(process, (found.hostname or "", found.port or 0), token)
    deadline = time.monotonic() + HANG
    while time.monotonic() < deadline and not place.health():
        time.sleep(0.1)
    return place


def _request(attempt: Attempt, token: str) -> Request:
    """A valid request with something done to it."""
    chance = attempt.chance
    path = chance.choice((*BODIES, *BODIES, *PATHS))
    body = BODIES.get(path, b"")
    if body and chance.random() < 0.7:
        body = mutated(body, list(BODIES.values()), chance)
    if body and chance.random() < 0.02:
        body = body * (9_000_000 // len(body))
    right, wrong = f"Bearer {token}", f"Bearer {token[::-1]}"
    key = chance.choice((right, right, right, wrong, right[:-1], "Basic x"))
    kind = b"octet-stream" if "documents" in path else b"x-www-form-urlencoded" if "v2" in path else b"json"
    lines = [(b"POST " if body else b"GET ") + path.encode() + b" HTTP/1.1", b"Host: localhost"]
    lines += [b"Connection: close"] if chance.random() < 0.7 else []
    lines += [f"Authorization: {key}".encode(), b"Content-Type: application/" + kind]
    lines += [b"Content-Length: %d" % len(body)] if body else []
    if chance.random() < 0.3:
        lines.insert(chance.randrange(1, len(lines)), chance.choice(HEADERS))
    sent = b"\r\n".join(lines) + b"\r\n\r\n" + body
    if chance.random() < 0.2:
        place = chance.randrange(200)
        sent = sent[:place] + chance.choice(JUNK) + sent[place + 1 :]
    if chance.random() < 0.05:
        sent = sent * 20
    return Request(sent, token.encode() in sent)


def _outcome(request: Request, place: Place, attempt: Attempt, held: list[socket.socket]) -> tuple[str, str]:
    """Send, read, and judge what came back; now and then do not read at all."""
    try:
        client = socket.create_connection(place.address, timeout=HANG)
    except OSError as error:
        return "hung", f"no connection: {error}"
    if attempt.chance.random() < 0.05 and len(held) < 30:
        held.append(client)
        client.settimeout(1)
        with contextlib.suppress(OSError):
            client.sendall(request.sent)
        return "", ""
    answer = b""
    with client:
        try:
            client.sendall(request.sent)
            if attempt.chance.random() < 0.3:
                client.shutdown(socket.SHUT_WR)
            while some := client.recv(1 << 16):
                answer += some
                client.settimeout(0.5)  # it may keep the connection
        except TimeoutError:
            if not answer:
                return "hung", f"no answer in {HANG:g} seconds"
        except OSError:
            pass  # cut off, as is the server's right
    return _judged(answer, request, place.token)


def _judged(answer: bytes, request: Request, token: str) -> tuple[str, str]:
    statuses = [part[:3] for part in answer.split(b"HTTP/1.1 ")[1:]]
    if b"500" in statuses:
        return "crashed", "an answer of 500"
    if token.encode() in answer or b"Traceback" in answer:
        return "leaked", "the token or a traceback in an answer"
    if not request.has_token and b"200" in statuses:
        return "leaked", "an answer without the token"
    return "", ""


def _end(place: Place, tally: Tally) -> None:
    """It ends when it is told to, and its workers with it."""
    if place.process.stdout is not None:
        place.process.stdout.close()
    if place.process.poll() is not None:
        return
    family = psutil.Process(place.process.pid).children(recursive=True)
    place.process.terminate()
    try:
        place.process.wait(HANG)
    except subprocess.TimeoutExpired:
        tally.add("hung", "the server does not end")
        place.process.kill()
        place.process.wait()
    _, left = psutil.wait_procs(family, timeout=10)
    for process in left:
        tally.add("leaked", f"the process {process.pid} outlives the server")
        process.kill()
