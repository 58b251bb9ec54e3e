import tomllib
from importlib.resources import files
from itertools import combinations

import pytest

from tacit.language.english import wordlists
from tacit.language.english.tense import is_past
from tacit.language.english.wordlists import word_list

FILES = sorted(each.name for each in files(wordlists).iterdir() if each.name.endswith(".toml"))


def lists_of(name):
    return tomllib.loads((files(wordlists) / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FILES)
def test_each_list_says_where_it_comes_from_and_names_a_word_once(name):
    for title, entry in lists_of(name).items():
        assert set(entry) == {"source", "words"}, title
        assert len(entry["source"].split()) >= 3, title
        listed = entry["words"].split()
        assert sorted(set(listed)) == sorted(listed), title
        assert all(word == word.lower() for word in listed), title


def test_lists_of_people_and_of_tenses_share_no_word():
    people = lists_of("people.toml")
    for sex in ("female", "male"):
        parts = [word_list("people", name) for name in people if name.split("_in_")[0] == sex]
        assert len(parts) == 3
        assert all(a.isdisjoint(b) for a, b in combinations(parts, 2))
    assert word_list("past", "irregular", "modal").isdisjoint(word_list("past", "not_past"))


def test_pronouns_are_singular_or_plural_and_not_both():
    assert word_list("pronouns", "singular").isdisjoint(word_list("pronouns", "plural"))


@pytest.mark.parametrize(("word", "past"), [("used", True), ("was", True), ("hundred", False), ("ed", False)])
def test_past_forms(word, past):
    assert is_past(word) is past


def test_an_unknown_list_is_an_error():
    with pytest.raises(KeyError):
        word_list("pronouns", "nobody")
