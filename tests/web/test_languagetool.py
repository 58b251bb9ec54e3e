"""Clients of LanguageTool at this server."""

from __future__ import annotations

import json
from dataclasses import replace
from urllib.parse import urlencode

import httpx
import pytest

from tacit.documents import Span
from tacit.errors import InputError
from tacit.linter.codes import CODES, DEFAULT, profile
from tacit.linter.findings import Excerpt, Finding, PhraseReading, Place
from tacit.web.proofing import ProofRequest, answer, read_form, wanted_codes

TEXT = "Take off the valve 🔧 and the lid. Rinse before drying."


def form(**fields: str) -> bytes:
    return urlencode(fields).encode()


def test_a_text_with_markup_is_read_without_it_at_the_same_length() -> None:
    parts = [
        {"markup": "<p>", "interpretAs": "\n\n"},
        {"text": "Take the "},
        {"markup": "<b>"},
        {"text": "lid"},
        {"markup": "</b>", "interpretAs": "interpreted as more"},
    ]
    asked = read_form(form(data=json.dumps({"annotation": parts}), language="en-us"), 100)
    assert asked.text == "<p>Take the <b>lid</b>"
    assert asked.prose == "\n\n Take the    lidinte"
    assert asked.language == "en-US"
    assert read_form(form(data='{"text": "Rinse."}', language="auto"), 100).text == "Rinse."
    assert read_form(form(data='{"annotation": []}', language="auto"), 100).text == ""


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (b"", "'language' is missing"),
        (form(text="a"), "'language' is missing"),
        (form(language="en"), "send either 'text' or 'data'"),
        (form(language="en", text="a", data="{}"), "send either 'text' or 'data'"),
        (form(language="en", data="{"), "'data' is not JSON"),
        (form(language="en", data="[" * 100_000), "'data' is not JSON"),
        (form(language="en", data="[]"), "'data' must be an object"),
        (form(language="en", data='{"annotation": 1}'), "'data' must be an object"),
        (form(language="en", data='{"annotation": [1]}'), "must be an object of texts"),
        (form(language="en", data='{"annotation": [{"text": 1}]}'), "must be an object of texts"),
        (form(language="en", data='{"annotation": [{"text": "a", "markup": "b"}]}'), "either 'text' or 'markup'"),
        (form(language="en", text="a" * 101), "the text has 101 characters; 100 are read at once"),
        (b"&".join(b"a=b" for _ in range(60)), "more than 50 fields"),
    ],
)
def test_forms_that_are_not_as_they_should_be(sent: bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_form(sent, 100)


def test_rules_are_codes() -> None:
    assert wanted_codes({}) == DEFAULT
    assert wanted_codes({"level": "picky"}) == profile("manual")
    assert wanted_codes({"disabledRules": "TAC101, WHITESPACE_RULE"}) == DEFAULT - {"TAC101"}
    assert wanted_codes({"enabledRules": "TAC501"}) == DEFAULT | {"TAC501"}
    assert wanted_codes({"enabledRules": "TAC501,X", "enabledOnly": "true"}) == {"TAC501"}
    assert wanted_codes({"enabledCategories": "PROCEDURE", "enabledOnly": "true"}) == {
        code for code in CODES if code.startswith("TAC6")
    }
    assert wanted_codes({"disabledCategories": "FUSED_HEAD"}) == DEFAULT - {"TAC201", "TAC202"}


@pytest.mark.processes
def test_a_form_and_an_address_get_the_same_answer(client: httpx.Client) -> None:
    fields = {"text": TEXT, "language": "en-US"}
    answer = client.post("/v2/check", data=fields)
    assert answer.status_code == 200
    assert client.get("/v2/check", params=fields).json() == answer.json()
    found = answer.json()
    assert found["language"]["code"] == "en-US"
    [match] = found["matches"]
    assert (match["offset"], match["length"]) == (35, 5)  # the wrench has two units
    assert match["replacements"] == [{"value": "Rinse the lid"}, {"value": "Rinse the valve"}]
    context = match["context"]
    in_units = context["text"].encode("utf-16-le")
    start, end = 2 * context["offset"], 2 * (context["offset"] + context["length"])
    assert in_units[start:end].decode("utf-16-le") == "Rinse"
    assert match["rule"]["id"] == "TAC101"
    assert match["rule"]["category"] == {"id": "IMPLICIT_REFERENCE", "name": "Implicit reference"}
    assert match["sentence"] == TEXT


def test_markup_is_never_overwritten() -> None:
    prose = "Now adjust    the saddle."
    span, excerpt = Span(4, 24), Excerpt(1, 0, prose)
    place, blank = Place(1, 5, 1, 25, span), Span(14, 14)
    finding = Finding("", place, "TAC401", "adjust    the saddle", "", 0.5, (PhraseReading("height"),), (), blank)
    finding = replace(finding, lead="the ", trail=" of ", excerpt=excerpt)
    for text, expected in ((prose, ["adjust    the height of the saddle"]), (prose.replace("   ", "<b>"), [])):
        [match] = answer(ProofRequest(text, prose, "en", DEFAULT), [finding])["matches"]
        assert [each["value"] for each in match["replacements"]] == expected
        assert (match["offset"], match["length"]) == (4, 20)
        assert match["context"]["text"] == text


@pytest.mark.processes
def test_other_languages_have_no_findings_and_mistakes_one_sentence(client: httpx.Client) -> None:
    answer = client.post("/v2/check", data={"text": TEXT, "language": "de-DE"}).json()
    assert (answer["matches"], answer["language"]["code"]) == ([], "de-DE")
    assert client.post("/v2/check", data={"text": "  ", "language": "auto"}).json()["matches"] == []
    refused = client.post("/v2/check", data={"text": TEXT})
    assert (refused.status_code, "'language' is missing" in refused.json()["detail"]) == (422, True)
    assert {"name": "English (US)", "code": "en", "longCode": "en-US"} in client.get("/v2/languages").json()


@pytest.mark.processes
def test_a_client_of_languagetool(client: httpx.Client) -> None:
    clients = pytest.importorskip("language_tool_python")
    with clients.LanguageTool("en-US", remote_server=str(client.base_url)) as tool:
        [match] = tool.check(TEXT)
        assert (match.rule_id, match.replacements) == ("TAC101", ["Rinse the lid", "Rinse the valve"])
        assert TEXT[match.offset :].startswith("Rinse")
        assert tool.correct(TEXT) == TEXT.replace("Rinse", "Rinse the lid")


@pytest.mark.processes
def test_another_client_of_languagetool(client: httpx.Client) -> None:
    api = pytest.importorskip("pylanguagetool.api")
    address = f"{client.base_url}v2/"
    assert {each["longCode"] for each in api.get_languages(address)} >= {"en-US", "en-GB"}
    [match] = api.check("Take the lid. Rinse it.", api_url=address, lang="en-GB")["matches"]
    assert match["offset"] == 14
