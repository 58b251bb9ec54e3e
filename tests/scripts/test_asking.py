"""A language model on events: left out, told with a quote, and drafted from texts."""

from __future__ import annotations

import json

import pytest
from llm.servers import Handler, completion, obedient, saying, serving
from scripts.made_scripts import BAG, BOIL, DRINK, POUR, LetterEncoder, tea
from scripts.test_written import RESTAURANT, told

from tacit import systems
from tacit.backbones import encoder
from tacit.documents import Document
from tacit.llm import connect
from tacit.scripts.asking import AskingOmissions, EventAsker
from tacit.scripts.drafting import namings_of
from tacit.scripts.learn import learn, read_texts
from tacit.scripts.omitting import omissions
from tacit.scripts.paraphrase import FEATURES, Paraphrase
from tacit.scripts.systems.frequent import Frequent

STORY = "We sat at a table.\nThe soup came fast.\nI paid by card."
PLACES = [(0, 18), (19, 38), (39, 54)]


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_SETTINGS", str(tmp_path / "none.toml"))
    monkeypatch.delenv("TACIT_LLM_KEY", raising=False)


def option(wanted: str):
    return lambda text, options: options.index(wanted) + 1


def test_the_model_picks_among_the_proposals_and_only_among_them() -> None:
    cases = [(tea(), (BAG, POUR)), (tea(), (BOIL, BAG, POUR))]
    small = Frequent().propose_many(cases)
    with serving(obedient(option("add milk"))) as server, connect(server.spec) as model:
        found = AskingOmissions(Frequent(), model, 1.0, alone=True).propose_many(cases)
        assert model.costs.share_asked == 1.0
    assert [each[0].event for each in found] == [4, 4]
    assert [sorted(p.event for p in each) for each in found] == [sorted(p.event for p in each) for each in small]
    assert any("Told: take bag, pour water." in each["messages"][1]["content"] for each in server.asked)
    with serving(saying('{"choice": 99}')) as server, connect(server.spec) as model:
        assert AskingOmissions(Frequent(), model, 1.0).propose_many(cases) == small


def test_only_the_least_certain_share_is_asked() -> None:
    cases = [(tea(), (BAG, POUR, DRINK)), (tea(), (BOIL, BAG, POUR))]
    with serving(obedient()) as server, connect(server.spec) as model:
        AskingOmissions(Frequent(), model, 0.5).propose_many(cases)
        assert (model.costs.items, model.costs.consulted, model.costs.to_dict()["share_asked"]) == (2, 1, 0.5)
        assert len(server.asked) == 2


def test_it_is_one_of_the_systems() -> None:
    system = systems.system_named("scripts", "llm")
    assert system.asks and system.create(model="llm:toy@http://127.0.0.1:9/v1").name == "llm"


def says_so(event: str):
    """Yes for one event, no for the others."""

    def choose(text: str, options: list[str]) -> int:
        wanted = "yes" if f"this happens: {event}?" in text else "no"
        return 1 + next(n for n, each in enumerate(options) if each.startswith(wanted))

    return choose


@pytest.mark.parametrize(
    "quote, kept, counts",
    [
        ("The soup came", "The soup came", (1, 0, 0)),
        ("the SOUP  came!", "The soup came", (0, 1, 0)),
        ("A flying pig served us", None, (0, 0, 1)),
    ],
)
def test_what_only_the_model_finds_told_must_stand_in_the_text(quote, kept, counts) -> None:
    found = [each._replace(probability=0.2) for each in told(STORY)]
    behaviour = obedient(says_so("be-served"), sentence=2, quote=quote)
    with serving(behaviour) as server, connect(server.spec) as model:
        after = EventAsker(model, 1.0).told(STORY, PLACES, RESTAURANT, found)
        costs = model.costs
    served = next(each for each in after if RESTAURANT.events[each.event].id == "be-served")
    assert (costs.exact, costs.loose, costs.dropped) == counts
    if kept is None:
        assert served in found  # the small system's answer stands
    else:
        assert served.probability > 0.3 and STORY[served.span.start : served.span.end] == kept
    assert all(each.probability <= 0.2 for each in after if each is not served)


def test_the_model_has_a_word_on_what_was_left_out() -> None:
    chances = [0.0] * 8
    chances[3] = 0.9
    possible = omissions(RESTAURANT, chances, 3)

    def never(text: str, options: list[str]) -> int:
        return 1 + next(n for n, each in enumerate(options) if each.startswith("it may"))

    with serving(obedient(never)) as server, connect(server.spec) as model:
        after = EventAsker(model, 1.0).omitted(STORY, PLACES, RESTAURANT, possible)
    before = {each.event: each.probability for each in possible}
    assert all(each.probability < before[each.event] for each in after)
    assert [each.probability for each in after] == sorted((each.probability for each in after), reverse=True)


HENS = [
    "I scattered grain. I saw a fox. I counted hens.",
    "We scattered grain. Then we counted hens.",
    "I scattered grain and went home.",
]


def drafts(*events: tuple[str, int, str]):
    return [{"name": name, "sentence": number, "quote": quote} for name, number, quote in events]


def hens() -> list[Document]:
    return [Document(text, f"t{n}", metadata={"scenario": "feeding chickens"}) for n, text in enumerate(HENS)]


@pytest.mark.models
def test_drafted_events_are_named_where_they_are_quoted(monkeypatch) -> None:
    monkeypatch.setattr(encoder, "load", LetterEncoder)
    documents, weights = hens(), {**dict.fromkeys(FEATURES, 0.0), "phrase": 8, "bias": -4}
    texts = read_texts(documents)
    events = drafts(("Feed the hens", 1, "scattered grain"), ("fly away", 1, "a dragon came down"))
    with serving(obedient(events=events)) as server, connect(server.spec) as model:
        namings = namings_of(model, documents, texts, scenario=None, ask=1.0)
        assert (model.costs.exact, model.costs.dropped, model.costs.share_asked) == (3, 3, 1.0)
    [script] = learn(texts, Paraphrase(weights), namings)
    assert [event.name for event in script.events] == ["feed the hens", "count hen"]
    [plain] = learn(texts, Paraphrase(weights))
    assert plain.tellings == script.tellings and "feed the hens" not in [event.name for event in plain.events]


@pytest.mark.models
def test_drafts_that_are_no_names_are_refused_and_learning_goes_on(tacit, tmp_path) -> None:
    lines = [json.dumps({"id": each.id, "text": each.text, "scenario": "feeding chickens"}) for each in hens()]
    (tmp_path / "hens.jsonl").write_text("\n".join(lines))
    events = drafts(("<b>https://evil.example</b>", 1, "scattered grain"))

    def hostile(handler: Handler, payload) -> None:
        handler.say(completion(json.dumps({"events": events})))

    rest = ("scripts", "learn", tmp_path / "hens.jsonl", "--scenario", "feeding chickens")
    with serving(hostile) as server:
        done = tacit(*rest, "--out", tmp_path / "a", "--llm", server.spec, "--ask", "0.5", "--json")
        asked = len(server.asked)
        dry = tacit(*rest, "--out", tmp_path / "b", "--llm", server.spec, "--dry-run", "--json")
        assert len(server.asked) == asked and not (tmp_path / "b").exists()
    plain = json.loads(done.stdout)
    assert plain["llm"]["kept"] == 2 and plain["llm"]["repairs"] == 4 and plain["events"] >= 2
    assert json.loads(dry.stdout)["dry_run"]["calls"] == 3
    assert b"evil" not in b"".join(path.read_bytes() for path in (tmp_path / "a").iterdir())
