"""Regressions: whom the ranker took for whom, in texts written for these tests."""

from __future__ import annotations

import pytest

from tacit.language import coreference
from tacit.language.analysis import analyse
from tacit.language.chains import chain_name


def who_is_who(text: str) -> list[tuple[str, list[str]]]:
    """The name of each chain, and its mentions."""
    parse = analyse(text)
    clusters = coreference.load().resolve(parse)
    return [(chain_name(parse, chain), [parse.text_between(m.start, m.end) for m in chain]) for chain in clusters]


DIARY = (
    "A man sold us bread at the gate. I paid him and went home. I cooked soup for my sister. She called me lazy."
    " A neighbour came by. I let her in, and I showed her my garden. We ate together. I slept badly."
)


def test_the_narrator_of_a_diary_is_no_noun() -> None:
    found = who_is_who(DIARY)
    narrator = [mentions for _, mentions in found if "I" in mentions]
    assert len(narrator) == 1
    assert {mention.lower() for mention in narrator[0]} <= {"i", "me", "my"}
    assert len(narrator[0]) >= 6


def test_we_are_not_one_person_and_are_called_we() -> None:
    ours = [(name, mentions) for name, mentions in who_is_who(DIARY) if {"us", "We"} & set(mentions)]
    assert [name for name, _ in ours] == ["we"]


def test_nobody_who_speaks_is_it() -> None:
    text = "The parcel came late. It was heavy. I took it upstairs. You would have laughed at it. We opened it."
    for _, mentions in who_is_who(text):
        said = {mention.lower() for mention in mentions}
        assert not ("it" in said and said & {"i", "we", "you"})


@pytest.mark.parametrize("verb", ["boarded the bus", "thanked the driver", "paid for the ride"])
def test_what_people_do_is_not_done_by_vegetables(verb: str) -> None:
    text = f"At the stop Nora met Mr. Haddad, who wanted to sell his first tomatoes in Ashford. They {verb}."
    assert not any("They" in mentions and "tomatoes" in name for name, mentions in who_is_who(text))


def test_vegetables_are_still_they_where_things_are_meant() -> None:
    found = who_is_who("Peel the tomatoes. They are soft. Chop them and put them into the pan.")
    assert any("tomatoes" in name and "They" in mentions for name, mentions in found)


def test_in_quotes_a_speaker_may_be_named() -> None:
    found = who_is_who('"I lost my key," said Ann. "I looked for it everywhere."')
    assert any("I" in mentions and "my" in mentions for _, mentions in found)
