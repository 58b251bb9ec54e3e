"""Settings of script systems, chosen in folds of labelled texts."""

from __future__ import annotations

import pytest
from scripts.made_scripts import BAG, BOIL, DRINK, MILK, NAMES, POUR, WARM

from tacit.documents import Document, Span
from tacit.errors import InputError
from tacit.learning.nested import nested
from tacit.learning.settings import settings
from tacit.scripts import trial as trials
from tacit.scripts.learn import MentionedText
from tacit.scripts.task import EventMention, Form

TELLINGS = [(BOIL, BAG, POUR, DRINK), (BOIL, WARM, BAG, POUR, MILK, DRINK), (BAG, BOIL, POUR, MILK, DRINK)] * 4


def telling(events, *, labelled=True):
    mentions = [
        EventMention(Form(*NAMES[event].split()), Span(place, place + 1), label=f"ScrEv_{event}" if labelled else "")
        for place, event in enumerate(events)
    ]
    return "making tea", MentionedText(tuple(mentions), tuple(place / len(mentions) for place in range(len(mentions))))


@pytest.fixture
def read(monkeypatch):
    """Files are the tellings; `also` has a text about another scenario."""

    def prepare(tellings, texts=None):
        documents = {
            "tea": [Document(text, str(n)) for n, text in enumerate(texts or map(str, range(len(tellings))))],
            "more": [],
        }
        monkeypatch.setattr(trials.formats, "open", lambda path: documents[path])
        monkeypatch.setattr(trials, "read_each", lambda given: iter(tellings if list(given) else []))

    return prepare


def test_scripts_and_weights_are_learnt_without_the_fold(read, monkeypatch):
    read([telling(events) for events in TELLINGS])
    found = trials.trial("tacit", ["tea"], ["more"])
    report = nested(found.task, found.items, found.groups, settings(["decay=0.1,1"]), outer=3, inner=2)
    assert (report.items, report.groups, report.metric) == (12, 12, "recall_at_5")
    assert report.outer == 1.0  # there are six events, so one of at most five others is always among the first five
    assert {fold.chosen for fold in report.folds} == {"decay=0.1"}  # the first of equal ones


def test_an_event_that_no_script_of_the_other_folds_has_is_missed(read):
    read([telling((BOIL, BAG))] * 6 + [telling((BOIL, MILK))])
    found = trials.trial("frequent", ["tea"])
    model = found.task.fit(found.items[:6], settings([])[0])
    said = found.task.predict(model, found.items[6:])
    assert said == [(1.0, 2)]
    assert found.task.score(found.items[6:], said) == 0.5
    nothing = found.task.predict(trials.LearntScripts({}, model.system), found.items[6:])
    assert nothing == [(0.0, 2)]


def test_copies_are_not_split(read):
    text = "We boiled the water in the big old kettle and let the tea stand for a while."
    read([telling((BOIL, BAG))] * 3, [text, "Then we went home.", f"{text} It was good."])
    assert list(trials.trial("frequent", ["tea"]).groups) == [0, 1, 0]


def test_texts_must_be_labelled(read):
    read([telling((BOIL, BAG), labelled=False)])
    with pytest.raises(InputError, match="no text labels"):
        trials.trial("tacit", ["tea"])
