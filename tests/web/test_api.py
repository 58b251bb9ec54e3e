from __future__ import annotations

import gzip
import io
import json
import socket
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from web.conftest import AUTHORIZATION, Serve

from tacit import formats
from tacit.web.guard import POLICY
from tacit.web.limits import Limits

pytestmark = pytest.mark.processes
POST = f"POST /api/documents HTTP/1.1\r\nHost: localhost\r\n{AUTHORIZATION}\r\n"


def events(response: httpx.Response) -> list[tuple[str, dict[str, object]]]:
    found = []
    for block in response.text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def test_a_text_is_read(client: httpx.Client) -> None:
    answer = client.post("/api/read", json={"text": "Ann cooked. 🍝 <b>Then</b> she ate."})
    assert answer.status_code == 200
    assert answer.json()["document"]["text"] == "Ann cooked. 🍝 <b>Then</b> she ate."
    assert answer.json()["sections"][0]["title"] == "What it is about"


def test_the_stream_names_steps_and_ends_with_the_same_result(client: httpx.Client) -> None:
    whole = client.post("/api/read", json={"text": "Ann cooked."}).json()
    answer = client.post("/api/read/stream", json={"text": "Ann cooked."})
    assert answer.headers["content-type"].startswith("text/event-stream")
    steps, result = events(answer)[:-1], events(answer)[-1]
    assert [(name, data["name"]) for name, data in steps] == [("step", "language"), ("step", "scenarios")]
    assert result == ("result", {**whole, "least": 0.28, "nearly": []})


def test_the_stream_ends_with_the_problem(client: httpx.Client) -> None:
    *_, (name, data) = events(client.post("/api/read/stream", json={"text": "refuse this is no English"}))
    assert (name, data["status"], data["detail"]) == ("problem", 422, "this is no English")


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        ({}, 422, "send either 'text' or 'document'"),
        ({"text": "a", "document": {"text": "a"}}, 422, "send either"),
        ({"text": ""}, 422, "text: "),
        ({"text": "a" * 30_001}, 422, "at most 30000"),
        ({"document": {"text": "a" * 30_001}}, 413, "30,001 characters"),
        ({"text": "a", "surprise": 1}, 422, "surprise: "),
        ({"text": "a", "only": ["A" * 70_000]}, 422, "at most 100 characters"),
        ({"text": "fail now"}, 500, "log of the server"),
        ({"text": "miss it"}, 503, "not installed"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    client: httpx.Client, body: dict[str, object], status: int, sentence: str
) -> None:
    answer = client.post("/api/read", json=body)
    assert answer.status_code == status
    assert sentence in answer.json()["detail"]
    assert list(answer.json()) == ["detail"]


def test_bodies_that_are_no_json_or_too_large_are_refused(serve: Serve) -> None:
    client = serve(Limits(workers=1, body=1 << 20))
    assert client.post("/api/read", content=b"{", headers={"content-type": "application/json"}).status_code == 422
    deep = b'{"text":' + b"[" * 200_000
    assert client.post("/api/read", content=deep, headers={"content-type": "application/json"}).status_code in (
        400,
        422,
    )


def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(serve: Serve) -> None:
    place = urlsplit(str(serve(Limits(workers=1, body=1 << 20)).base_url))
    head = f"{POST}Content-Length: {1 << 20 | 1}\r\n\r\n"
    with socket.create_connection((place.hostname, place.port or 0), timeout=60) as large:
        large.sendall(head.encode())
        assert large.recv(100).startswith(b"HTTP/1.1 413")


def test_a_body_without_an_end_is_cut_off(serve: Serve) -> None:
    client = serve(Limits(workers=1, body=1 << 20))
    place = urlsplit(str(client.base_url))
    with socket.create_connection((place.hostname, place.port or 0), timeout=60) as endless:
        head = f"{POST}Transfer-Encoding: chunked\r\n\r\n"
        endless.sendall(head.encode())
        with pytest.raises(ConnectionError):
            for _ in range(10_000):
                endless.sendall(b"10000\r\n" + b"a" * 65_536 + b"\r\n")


def test_a_body_that_never_comes_is_given_up(serve: Serve) -> None:
    client = serve(Limits(workers=1, arrival=0.3))
    place = urlsplit(str(client.base_url))
    with socket.create_connection((place.hostname, place.port or 0), timeout=60) as slow:
        head = f"{POST}Content-Length: 10\r\n\r\n"
        slow.sendall(head.encode() + b"abc")
        assert b" 408 " in slow.recv(1000)


@pytest.mark.parametrize("path", ["/api/read", "/api/documents"])
def test_who_leaves_in_the_middle_of_a_request_leaves_no_traceback(
    serve: Serve, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = serve()
    place = urlsplit(str(client.base_url))
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{AUTHORIZATION}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((place.hostname, place.port or 0)) as leaving:
        leaving.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())
        time.sleep(0.2)
    time.sleep(0.2)
    assert client.get("/health").status_code == 200
    assert "Traceback" not in caplog.text
    assert not [record for record in caplog.records if record.exc_info]


def test_too_many_requests_are_refused_with_a_time_to_come_back(serve: Serve) -> None:
    client = serve(Limits(workers=1, waiting=1))
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: client.post("/api/read", json={"text": "sleep 1.2"}), range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 429, 429]
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert int(refused.headers["retry-after"]) > 0


def test_a_full_queue_refuses_a_stream_with_a_status_of_its_own(serve: Serve) -> None:
    client = serve(Limits(workers=1, waiting=0))
    with ThreadPoolExecutor(1) as threads:
        busy = threads.submit(client.post, "/api/read", json={"text": "sleep 1.2"})
        until_busy(client)
        assert client.post("/api/read/stream", json={"text": "hello"}).status_code == 429
        assert busy.result().status_code == 200


def until_busy(client: httpx.Client, busy: int = 1) -> None:
    deadline = time.monotonic() + 60
    while client.get("/health").json()["busy"] != busy:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("path", ["/api/read", "/api/read/stream"])
def test_work_stops_when_the_client_leaves(serve: Serve, path: str) -> None:
    client = serve(Limits(workers=1, grace=0.2))
    place = urlsplit(str(client.base_url))
    body = json.dumps({"text": "sleep 30"})
    head = f"POST {path} HTTP/1.1\r\nHost: {place.netloc}\r\n{AUTHORIZATION}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((place.hostname, place.port or 0)) as leaving:
        leaving.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        until_busy(client)
    assert client.post("/api/read", json={"text": "hello"}).status_code == 200


def test_health_answers_while_all_workers_are_busy(serve: Serve) -> None:
    client = serve(Limits(workers=2))
    with ThreadPoolExecutor(2) as threads:
        readings = [threads.submit(client.post, "/api/read", json={"text": "sleep 0.6"}) for _ in range(2)]
        time.sleep(0.2)
        answer = client.get("/health")
        assert answer.json()["status"] == "ok"
        assert all(reading.result().status_code == 200 for reading in readings)


def test_a_file_is_opened_by_its_ending_and_content(client: httpx.Client) -> None:
    markdown = b"# Make tea\n\n1. Boil water.\n2. Pour it.\n"
    opened = client.post("/api/documents", params={"name": "../../etc/Tea.MD"}, content=markdown).json()
    assert opened["format"] == "markdown"
    assert [len(opened["documents"][0]["layers"][name]) for name in ("headings", "steps")] == [1, 2]
    lines = b"".join(b'{"id": "%d", "text": "Ann sat."}\n' % number for number in range(60))
    opened = client.post("/api/documents", params={"name": "many.jsonl"}, content=lines).json()
    assert (len(opened["documents"]), opened["more"]) == (50, 10)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.txt", b""),
        ("bad.gz", b"\x1f\x8b broken"),
        ("bad.jsonl", b'{"text": '),
        ("bomb.xml", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><data>&a;</data>'),
        ("binary.txt", bytes(range(256)) * 10),
        ("half.xmi", b"<?xml version='1.0'?><xmi:XMI"),
        ("odd.html\x00", b"<p></p>"),
    ],
)
def test_hostile_files_get_a_sentence(client: httpx.Client, name: str, content: bytes) -> None:
    answer = client.post("/api/documents", params={"name": name}, content=content)
    assert answer.status_code in (200, 422)
    if answer.status_code == 422:
        assert "/" not in answer.json()["detail"].replace("n/a", "")


def test_a_packed_file_may_not_unpack_to_much_more(serve: Serve) -> None:
    client = serve(Limits(workers=1, unpacked=1 << 20))
    line = b'{"text": "Ann sat."}\n'
    for lines, status in ((10_000, 200), (100_000, 422)):
        packed = gzip.compress(line * lines)
        answer = client.post("/api/documents", params={"name": "many.jsonl.gz"}, content=packed)
        assert answer.status_code == status
    assert answer.json()["detail"] == "the file unpacks to more than 1 MB; split it"


def test_exports_carry_the_chosen_words(client: httpx.Client, tmp_path: Path) -> None:
    reading = client.post("/api/read", json={"text": "Rinse well."}).json()
    body = {**reading, "changes": [{"start": 5, "end": 5, "text": " the cup"}]}
    files = {name: client.post(f"/api/export/{name}", json=body) for name in ("json", "html", "webanno", "xmi", "text")}
    for name, answer in files.items():
        assert answer.status_code == 200, name
        assert answer.headers["content-disposition"].startswith('attachment; filename="reading')
    assert files["text"].text == files["json"].json()["document"]["text"] == "Rinse the cup well."
    assert "the cup" in files["html"].text
    zipfile.ZipFile(io.BytesIO(files["xmi"].content)).extractall(tmp_path)
    (tmp_path / "reading.tsv").write_bytes(files["webanno"].content)
    for name in ("reading.tsv", "reading.xmi"):
        [document] = formats.open(tmp_path / name)
        assert document.text == "Rinse the cup well."
        assert document.layer("scenarios")[0].label == "cooking pasta"


def test_an_exported_page_has_no_markup_of_the_reader(client: httpx.Client) -> None:
    text = "<script>alert(1)</script>"
    section = {"title": text, "blocks": [{"kind": "table", "columns": [text], "rows": [[text]], "title": text}]}
    document = {"text": text, "layers": {text: [{"spans": [[0, 3]], "labels": [text]}]}}
    answer = client.post("/api/export/html", json={"document": document, "sections": [section]})
    assert answer.status_code == 200
    assert "<script" not in answer.text


@pytest.mark.parametrize(
    "body",
    [
        {"document": {"text": "abc", "layers": {"x": [{"spans": [[2, 9]]}]}}},
        {"document": {"text": "abc"}, "changes": [{"start": 2, "end": 9, "text": "x"}]},
        {"document": {"text": "abc"}, "sections": [{"title": "a", "blocks": [{"kind": "surprise"}]}]},
        {"document": {"text": "abc"}, "sections": [{"title": "a", "blocks": [{"kind": "table", "columns": 3}]}]},
        {"document": {"text": "abc", "metadata": {"a": "\ud800"}}},
    ],
)
def test_exports_of_what_contradicts_itself_are_refused(client: httpx.Client, body: dict[str, object]) -> None:
    sent = json.dumps(body).encode()
    answer = client.post("/api/export/html", content=sent, headers={"content-type": "application/json"})
    assert answer.status_code == 422


MARKED = [{"spans": [[0, 1]], "labels": ["x"]}] * 1001
PASSAGES = {"kind": "passages", "layer": "x"}


@pytest.mark.parametrize(
    ("format", "document", "blocks", "sentence"),
    [
        ("html", {"text": "abc"}, [PASSAGES] * 21, "shows the text 20 times at most"),
        ("html", {"text": "abc", "layers": {"x": MARKED}}, [PASSAGES] * 20, "would have 20,020 marks"),
        ("webanno", {"text": "a " * 15_000, "layers": {"x": [{"spans": [[0, 29_999]]}] * 101}}, [], "cover 3,029,899"),
        (
            "webanno",
            {"text": "a " * 1000, "layers": {"x": [{"spans": [[0, 1999]], "labels": ["x" * 70_000]}]}},
            [],
            "the file would have more than 64 MB",
        ),
        ("html", {"text": "abc"}, [{"kind": "A" * 70_000}], "there is no block 'AAA"),
    ],
)
def test_exports_much_larger_than_what_was_sent_are_refused(
    client: httpx.Client, format: str, document: dict[str, object], blocks: list[object], sentence: str
) -> None:
    body = {"document": document, "sections": [{"title": "a", "blocks": blocks}]}
    answer = client.post(f"/api/export/{format}", json=body)
    assert answer.status_code == 422
    assert sentence in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"document": {"text": "a" * 30_001}}, "the text has 30,001 characters"),
        (
            {"document": {"text": "abc"}, "changes": [{"start": 1, "end": 1, "text": "a" * 1000}] * 31},
            "the text of the changes has 31,000 characters",
        ),
    ],
)
def test_only_texts_that_are_read_are_exported(client: httpx.Client, body: dict[str, object], sentence: str) -> None:
    answer = client.post("/api/export/html", json=body)
    assert answer.status_code == 413
    assert sentence in answer.json()["detail"]


def test_every_answer_has_safe_headers(client: httpx.Client) -> None:
    for path in ("/", "/health", "/assets/app.js", "/nowhere", "/openapi.json"):
        headers = client.get(path).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in POLICY


def test_other_sites_and_other_names_are_kept_out(client: httpx.Client) -> None:
    assert client.get("/health", headers={"host": "evil.example"}).status_code == 403
    assert client.get("/health", headers={"origin": "http://evil.example"}).status_code == 403
    broken = client.get("/health", headers={"origin": "http://["})
    assert (broken.status_code, broken.headers["content-security-policy"]) == (403, POLICY)
    own = str(client.base_url).rstrip("/")
    assert client.get("/health", headers={"origin": own}).status_code == 200


def test_only_files_of_the_page_are_served(client: httpx.Client) -> None:
    for name in ("../app.py", "..%2Fapp.py", "%2e%2e/app.py", "examples/birthday.txt", "app.py"):
        assert client.get(f"/assets/{name}").status_code == 404


def test_the_page_asks_nothing_of_other_servers(client: httpx.Client) -> None:
    page = client.get("/").text
    scripts = [client.get(f"/assets/{name}").text for name in ("style.css", "palette.css", "app.js", "server.js")]
    assert "http://" not in page + "".join(scripts).replace("http://www.w3.org", "")
    assert "https://" not in page + "".join(scripts)


def test_the_server_says_what_it_offers(client: httpx.Client) -> None:
    about = client.get("/api/about").json()
    assert about["capabilities"][:2] == ["language", "scenarios"]
    assert (about["schemas"], about["stability"]) == (False, False)
    examples = client.get("/api/examples").json()
    assert len(examples) == 6
    assert all(example["title"] and example["about"] and example["text"].strip() for example in examples)


def test_endings_and_steps(client: httpx.Client) -> None:
    answer = client.post("/api/endings", json={"story": "It rained.", "endings": ["She got wet.", "Two is a number."]})
    assert [ending["probability"] for ending in answer.json()["endings"]] == [0.5, 0.5]
    assert client.post("/api/endings", json={"story": "It rained.", "endings": ["One."]}).status_code == 422
    answer = client.post("/api/steps", json={"instruction": "Drain it."})
    assert answer.json()["expansions"][0]["tools"] == ["sieve"]
