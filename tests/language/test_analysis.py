"""Texts as the default parser reads them: sentences, offsets, commands and phrases set right."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from language.trees import tree

from tacit.backbones import parser
from tacit.errors import MissingBackboneError, UsageError
from tacit.language.analysis import analyse, analyse_many
from tacit.language.attachment import with_phrases_attached
from tacit.language.parse import Parse

BLOG = """my saturday

so i went to the gym today ... it was n't open !!! i 'm so angry :(
then i bought

1. two apples
2. a melon
and ate them . The end ."""


def sentences(parse: Parse) -> list[str]:
    return [parse.text_between(start, end) for start, end in parse.sentences]


@pytest.mark.models
def test_a_blog() -> None:
    parse = analyse(BLOG)
    assert sentences(parse) == [
        "my saturday",
        "so i went to the gym today ...",
        "it was n't open !!!",
        "i 'm so angry :(",
        "then i bought",
        "1. two apples",
        "2. a melon\nand ate them .",
        "The end .",
    ]
    assert [parse.lemmas[number] for number, word in enumerate(parse.words) if word in ("'m", "n't")] == ["not", "be"]


@pytest.mark.models
def test_offsets_are_those_of_the_text() -> None:
    parse = analyse(BLOG)
    assert [BLOG[start:end] for start, end in zip(parse.starts, parse.ends, strict=True)] == parse.words
    assert "".join(parse.words) == "".join(BLOG.split())


@pytest.mark.models
def test_curly_apostrophes_are_read_like_straight_ones() -> None:
    curly, straight = analyse("It’s late, we don’t care."), analyse("It's late, we don't care.")
    assert curly.words[1] == "’s"
    assert (curly.lemmas, curly.tags, curly.heads) == (straight.lemmas, straight.tags, straight.heads)


@pytest.mark.models
def test_a_text_does_not_depend_on_its_neighbours() -> None:
    texts = ["Ann left.", "", "Bob stayed.\n\nHe slept."]
    assert list(analyse_many(texts)) == [analyse(text) for text in texts]
    assert [len(parse.sentences) for parse in analyse_many(texts)] == [1, 0, 2]


@pytest.mark.models
def test_spacy_may_forget_the_strings_of_a_text() -> None:
    text = "I 'm Zorkina . We 've blorbed ."
    before = analyse(text)
    for _ in range(2):
        with parser.load().memory_zone():
            assert analyse(text) == before


@pytest.mark.models
def test_a_long_text_is_one_parse() -> None:
    paragraph = "Ann opened the old door. Bob went out into the garden and sat down.\n\n"
    parse = analyse(paragraph * 300)
    assert len(parse.sentences) == 600
    assert parse.ends[-1] == len(paragraph) * 300 - 2
    assert all(parse.sentence_of[token] == parse.sentence_of[head] for token, head in enumerate(parse.heads))


@pytest.mark.models
@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("Place biscuits on a tray.", "VB"),
        ("Scrub the sink thoroughly.", "VB"),
        ("4. Vacuum up the crumbs", "VB"),
        ("(2) Dust shelves and chairs", "VB"),
        ("Water prices rose again.", "NN"),
        ("Lunch at noon.", "NN"),
        ("Store opening hours", "NN"),
    ],
)
def test_commands_read_as_nouns_are_set_right(text: str, tag: str) -> None:
    parse = analyse(text)
    first = next(number for number, word in enumerate(parse.words) if word.isalpha())
    assert parse.tags[first] == tag
    if tag == "VB":
        assert (parse.pos[first], parse.deps[first]) == ("VERB", "ROOT")
        assert [number for number, head in enumerate(parse.heads) if head == number] == [first]


BISCUITS = """{verb} {verb} VERB VB 0 ROOT
    biscuits biscuit NOUN NNS 1 dobj
    on on ADP IN 2 prep
    trays tray NOUN NNS 3 pobj"""


def test_verbs_of_putting_take_the_phrase() -> None:
    assert with_phrases_attached(tree(BISCUITS.format(verb="place"))).heads == [0, 0, 0, 2]
    eat = tree(BISCUITS.format(verb="eat"))
    assert with_phrases_attached(eat) is eat


@pytest.mark.models
@given(st.text(max_size=60))
@settings(max_examples=25, deadline=None)
def test_any_text_can_be_read(text: str) -> None:
    parse = analyse(text)
    assert all(0 <= head < len(parse) for head in parse.heads)
    ranges = [token for start, end in parse.sentences for token in range(start, end)]
    assert ranges == list(range(len(parse)))


def test_a_pipeline_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MissingBackboneError, match="no spaCy pipeline"):
        analyse("Hi.", pipeline=tmp_path / "none")


def test_a_pipeline_without_a_parser(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(UsageError, match="has no parser"):
        analyse("Hi.", pipeline=tmp_path / "blank")
