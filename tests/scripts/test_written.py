"""Told and left-out events by written scripts, with vectors that count words."""

import json

import numpy as np
import pytest
from annotated import annotated

from tacit.documents import Annotation, Document, Layer
from tacit.errors import InputError
from tacit.scripts import capability
from tacit.scripts.base import ScriptBase
from tacit.scripts.compiling import first_tellings
from tacit.scripts.omitting import left_out, omissions, relations
from tacit.scripts.recognising import Recogniser, Wordings, features, pieces
from tacit.scripts.stories import learn, read_stories
from tacit.scripts.systems.tacit.told import ToldSystem
from tacit.scripts.task import Script, ScriptEvent
from tacit.scripts.train import ScriptKnowledge

WORDS = (
    *("sat", "table", "ordered", "soup", "waiter", "brought", "ate", "bowl"),
    *("bill", "paid", "card", "left", "coat", "rain", "bag", "book", "tray"),
)


def encode(sentences, **_options):
    rows = [[float(word in sentence.lower()) for word in WORDS] + [0.05] for sentence in sentences]
    vectors = np.array(rows, dtype=np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def event(id, wordings, *, after=(), implies=(), usual="always", instead_of=()):
    return ScriptEvent(
        id, id=id, who="guest", usual=usual, after=after, implies=implies, instead_of=instead_of, wordings=wordings
    )


RESTAURANT = Script(
    "eating in a restaurant",
    (
        event("sit", ("sat at a table",)),
        event("order", ("ordered soup",), after=("sit",), implies=("sit",)),
        event("be-served", ("the waiter brought it",), after=("order",), implies=("order",)),
        event("eat", ("ate a bowl",), after=("be-served",), implies=("be-served",)),
        event("take-away", ("in a bag",), after=("order",), usual="sometimes", instead_of=("eat",)),
        event("get-bill", ("the bill",), after=("eat",), usual="mostly"),
        event("pay", ("paid by card",), after=("get-bill",), implies=("get-bill", "order")),
        event("leave", ("left with my coat",), after=("pay",)),
    ),
    purpose="To eat.",
    roles={"guest": "who eats"},
    props={},
)
WORDINGS = Wordings(RESTAURANT, encode(Wordings.texts(RESTAURANT)))
WEIGHTS = dict.fromkeys(Recogniser().weights, 0.0) | {"bias": -6.0, "nearest": 8.0, "margin": 2.0}


def told(text):
    places, start = [], 0
    for sentence in text.split("\n"):
        places.append((start, start + len(sentence)))
        start += len(sentence) + 1
    parts = pieces(text, places)
    return Recogniser(WEIGHTS).told(WORDINGS, text, parts, encode([text[a:b] for _, a, b in parts]))


def test_told_events_are_found_in_pieces_of_sentences():
    found = told("It was rain, and we sat at a table.\nI paid by card.")
    sure = {RESTAURANT.events[each.event].id for each in found if each.probability >= 0.5}
    assert sure == {"sit", "pay"}
    sit = found[0]
    assert "It was rain, and we sat at a table."[sit.span.start : sit.span.end] == "we sat at a table."


def test_features_are_finite_for_any_text():
    text = "Nothing of the kind."
    parts = pieces(text, [(0, len(text))])
    table, chosen = features(WORDINGS, text, parts, encode([text]))
    assert table.shape == (1, 8, 15)
    assert np.isfinite(table).all()
    assert chosen.shape == (1, 8)


def test_relations_are_transitive():
    before, implies, either = relations(RESTAURANT)
    number = RESTAURANT.numbers()
    assert before[number["sit"], number["leave"]]
    assert implies[number["eat"], number["sit"]]
    assert not implies[number["sit"], number["eat"]]
    assert either[number["eat"], number["take-away"]]


def test_what_a_told_event_implies_is_left_out_and_why():
    chances = [0.0] * 8
    chances[3] = 0.9  # eat
    found = {RESTAURANT.events[each.event].id: each for each in omissions(RESTAURANT, chances, 3)}
    assert found["be-served"].because == 3
    assert found["be-served"].before == 3
    assert found["pay"].after == 3
    assert found["be-served"].probability > found["get-bill"].probability > found["take-away"].probability
    assert "eat" not in found


def test_nothing_is_left_out_where_nothing_is_told():
    assert left_out(RESTAURANT, [0.1] * 8, 3) == []


def test_a_reading_says_it_once(monkeypatch):
    base = ScriptBase.of([RESTAURANT], {"recogniser": WEIGHTS}, {RESTAURANT.scenario: WORDINGS.vectors})
    monkeypatch.setattr(capability, "load", lambda: ScriptKnowledge(base, ToldSystem()))
    monkeypatch.setitem(vars(base.encoder), "encode", encode)
    text = "We sat at a table. I ate a bowl. It was rain. We left with a coat."
    ends = [18, 32, 45, len(text)]
    starts = [0, 19, 33, 46]
    sentences = Layer("sentences", [Annotation.of(a, b, source="x") for a, b in zip(starts, ends, strict=True)])
    places = [(0, 32), (46, len(text))]
    passages = Layer("scenarios", [Annotation.of(a, b, RESTAURANT.scenario, source="x") for a, b in places])
    document = annotated(capability.Scripts(), Document(text, layers=[sentences, passages]))
    first, second = document.layer("scripts")
    assert [each["event"] for each in first.features["told"]] == ["sit", "eat"]
    assert [each["event"] for each in second.features["told"]] == ["leave"]
    missing = [each["event"] for each in first.features["left_out"]]
    assert "be-served" in missing
    assert "leave" not in missing
    assert second.features["left_out"] == ()
    assert (
        next(each["why"] for each in first.features["left_out"] if each["event"] == "be-served") == "it goes with “eat”"
    )


def test_a_base_keeps_written_scripts_and_vectors(tmp_path):
    learnt = Script(RESTAURANT.scenario, (ScriptEvent("pay bill", label="ScrEv_pay"),), ((0,),))
    ScriptBase.of([RESTAURANT, learnt], {}, {RESTAURANT.scenario: WORDINGS.vectors}).save(tmp_path)
    base = ScriptBase.load(tmp_path)
    assert base.script(RESTAURANT.scenario) == RESTAURANT
    assert base.labelled(RESTAURANT.scenario) == learnt
    kept = base.wordings(base.script(RESTAURANT.scenario)).vectors
    assert ((kept * WORDINGS.vectors).sum(1) > 0.9).all()  # four bits a number; real vectors are kept far better
    np.savez(tmp_path / "wordings.npz", rows=np.zeros((3, 4), dtype=np.uint8))
    with pytest.raises(InputError, match="do not fit"):
        ScriptBase.load(tmp_path)


STORY = "# {id}: eating in a restaurant\nWe sat at a table.\nI ate a bowl.\ntold: sit; eat\nleft out: order\n\n"
JUDGED = {
    "told": {"sit": [1], "eat": [2]},
    "happened": ["order", "be-served"],
    "no": ["pay", "leave", "get-bill", "take-away"],
}


def test_weights_are_learnt_from_judged_stories(tmp_path):
    ids = [f"s{number}" for number in range(6)]
    (tmp_path / "s-1.txt").write_text("".join(STORY.format(id=id) for id in ids))
    (tmp_path / "told-s-1.jsonl").write_text("".join(json.dumps({"id": id, **JUDGED}) + "\n" for id in ids))
    stories = read_stories(tmp_path)
    assert stories[0].sentences == ("We sat at a table.", "I ate a bowl.")
    weights = learn(stories, {RESTAURANT.scenario: RESTAURANT}, {RESTAURANT.scenario: WORDINGS.vectors}, encode)
    assert weights["recogniser"]["nearest"] > 0
    assert weights["omission"]["always"] > 0


@pytest.mark.parametrize(
    "line", ["{", "[" * 100_000, "[]", '{"id": "s0"}', '{"id": "s0", "told": [], "happened": [], "no": []}']
)
def test_a_damaged_judgement_names_its_line(tmp_path, line):
    (tmp_path / "told-1.jsonl").write_text(line + "\n")
    with pytest.raises(InputError, match=r"told-1\.jsonl, line 1: not a judgement"):
        read_stories(tmp_path)


def test_tellings_are_in_the_order_of_the_text():
    assert first_tellings(np.array([[0.0, 0.9], [0.9, 0.0]])) == (1, 0)
    assert first_tellings(np.array([[0.0, 0.1]])) == ()
