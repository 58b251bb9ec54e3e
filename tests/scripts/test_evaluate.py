import pytest
from scripts.made_scripts import BAG, BOIL, DRINK, MILK, NAMES, POUR, LetterEncoder, tea

from tacit.backbones import encoder
from tacit.documents import Span
from tacit.errors import InputError
from tacit.scripts.base import ScriptBase
from tacit.scripts.evaluate import HiddenEvent, evaluate, hidden, hidden_in_text, recall
from tacit.scripts.learn import MentionedText
from tacit.scripts.matching import Matcher
from tacit.scripts.systems.frequent import Frequent
from tacit.scripts.systems.tacit.told import ToldSystem
from tacit.scripts.task import EventMention, Form
from tacit.scripts.train import ScriptKnowledge


@pytest.fixture(autouse=True)
def letters(monkeypatch):
    monkeypatch.setattr(encoder, "load", LetterEncoder)


def told(*events, extra=()):
    """A text that tells these events in the script's words, labelled; and other things without a label."""
    mentions = [
        EventMention(Form(*NAMES[event].split()), Span(place, place + 1), label=f"ScrEv_{event}")
        for place, event in enumerate(events)
    ]
    mentions += [EventMention(Form(*phrase.split()), Span(50 + n, 51 + n)) for n, phrase in enumerate(extra)]
    return MentionedText(tuple(mentions), tuple(place / max(1, len(mentions)) for place in range(len(mentions))))


def test_each_event_is_hidden_once_with_all_its_mentions():
    cases = list(hidden(tea(), told(BOIL, BAG, BOIL)))
    assert [(case.hidden, case.told) for case in cases] == [(BOIL, (BAG,)), (BAG, (BOIL, BOIL))]


def test_wordings_are_matched_to_events():
    text = told(BOIL, POUR, extra=["look window", "sing song"])
    found = Matcher(tea()).match(text.mentions, text.positions)
    assert [match.event for match in found[:3]] == [BOIL, POUR, None]
    assert found[0].probability > 0.9
    denied = [mention._replace(denied=True) for mention in text.mentions]
    assert all(match.event is None for match in Matcher(tea()).match(denied, text.positions))
    assert Matcher(tea()).match([], []) == []


def test_told_events_can_be_found_in_the_text():
    cases = list(hidden_in_text(tea(), [told(BOIL, POUR, extra=["look window"])]))
    assert [(case.hidden, case.told) for case in cases] == [(BOIL, (POUR,)), (POUR, (BOIL,))]


def test_recall_counts_first_and_first_five():
    cases = [
        HiddenEvent(tea(), BAG, (BOIL, DRINK)),  # the most frequent of those left
        HiddenEvent(tea(), MILK, (BOIL, DRINK)),  # third
        HiddenEvent(tea(), None, (BOIL,)),  # unknown to the script
        HiddenEvent(tea(), BOIL, (BOIL,)),  # taken for told
    ]
    found = recall(Frequent(), cases)
    assert (found.at_5, found.at_1) == (0.5, 0.25)


def test_an_evaluation_has_all_figures():
    knowledge = ScriptKnowledge(ScriptBase.of([tea()]), ToldSystem())
    texts = {"making tea": [told(BOIL, BAG, POUR, DRINK), told(BOIL, POUR, MILK)], "unknown": [told(BOIL)]}
    figures = evaluate(knowledge, texts).to_dict()
    assert (figures["n"], figures["texts"]) == (7, 3)
    assert figures["recall_at_5"] == figures["text_recall_at_5"] == 1
    assert all(0 <= value <= 1 for name, value in figures.items() if "recall" in name)
    assert evaluate(knowledge, texts, from_text=False).text_recall_at_5 is None


def test_what_cannot_be_evaluated_is_said():
    knowledge = ScriptKnowledge(ScriptBase.of([tea()]), ToldSystem())
    with pytest.raises(InputError, match="no script for unknown"):
        evaluate(knowledge, {"unknown": [told(BOIL)]})
    with pytest.raises(InputError, match="labels its script events"):
        evaluate(knowledge, {"making tea": [told(extra=["sing song"])]})
