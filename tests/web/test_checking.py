from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from web.conftest import Serve

from tacit.errors import InputError
from tacit.web import api, browse, checking, label_studio, languagetool, pages, recommender
from tacit.web.limits import Limits
from tacit.web.messages import TooLargeError

MARK = {"spans": [[0, 1]], "labels": ["x"], "features": {"text": "x" * 100}}


def large(**document: Any) -> dict[str, Any]:
    """A request too large to be checked in the server."""
    made = {"document": {"text": "abc", "layers": {"x": [MARK] * 1000}, **document}}
    assert len(json.dumps(made)) > checking.LARGE
    return made


def refuse(*_: object, **__: object) -> bytes:
    raise AssertionError("this is checked in the server")


@pytest.mark.processes
def test_large_bodies_are_checked_elsewhere_with_the_same_answers(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "checked", refuse)  # in the server, which runs in a thread of this process
    exported = client.post("/api/export/json", json=large())
    assert exported.status_code == 200
    assert len(exported.json()["document"]["layers"]["x"]) == 1000
    assert client.post("/api/read", json=large()).status_code == 200
    for path in ("/api/export/json", "/api/read", "/api/read/stream"):
        assert client.post(path, json=large(text="a" * 30_001)).status_code == 413
        refused = client.post(path, json=large(surprise=1))
        assert (refused.status_code, list(refused.json())) == (422, ["detail"])
        assert "document.surprise: " in refused.json()["detail"]


@pytest.mark.processes
def test_a_body_may_wait_for_its_check_but_not_many(serve: Serve) -> None:
    client = serve(Limits(workers=1, waiting=0))
    assert client.post("/api/export/json", json=large()).status_code == 200


@pytest.mark.processes
@pytest.mark.parametrize("kind", ["text/plain", "", "application/x-www-form-urlencoded", "application/jsonp"])
def test_json_has_to_be_called_json(client: httpx.Client, kind: str) -> None:
    answer = client.post("/api/read", content=b'{"text": "die"}', headers={"content-type": kind})
    assert answer.status_code == 415
    assert "Content-Type: application/json" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "cannot be read as JSON"),
        (b"\xff\xfe", "cannot be read as JSON"),
        (b"[" * 100_000, "cannot be read as JSON"),
        (b'{"document": {"text": "a", "metadata": {"a": ' + b"9" * 5000 + b"}}}", "cannot be read as JSON"),
        (b'{"text": "\\ud800"}', "cannot be read as JSON"),
        (b"[]", "object"),
        (b'{"text": "a", "%s": 1}' % (b"x" * 100_000), "xxx: Extra inputs"),
    ],
)
def test_what_cannot_be_read_is_one_short_sentence(body: bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence) as error:
        checking.checked("read", body, 100)
    assert len(str(error.value)) < 300


def test_the_text_of_all_changes_has_a_limit() -> None:
    changes = [{"start": 0, "end": 0, "text": "a" * 60}] * 2
    with pytest.raises(TooLargeError, match="the text of the changes has 120 characters; 100 are read at once"):
        checking.checked("export", json.dumps({"document": {"text": "a"}, "changes": changes}).encode(), 100)


def test_what_else_is_known_is_passed_on() -> None:
    body = json.dumps({"instruction": "Drain the “pasta”."}).encode()
    sent = checking.TASKS["steps"](checking.request(body, 100, format="json"), lambda _: None).body
    assert json.loads(sent) == {"instruction": "Drain the “pasta”.", "format": "json"}


def test_no_body_is_parsed_in_the_server() -> None:
    """FastAPI would do so wherever a function takes one, and everybody else would wait for a large one."""
    routers = [each.router for each in (api, browse, label_studio, languagetool, pages, recommender)]
    routes = [route for router in routers for route in router.routes if isinstance(route, APIRoute)]
    taken = {route.path: route.dependant.body_params for route in routes}
    assert "/recommender/{name}/predict" in taken
    assert {path for path, body in taken.items() if body} == set()
