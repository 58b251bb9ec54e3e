from __future__ import annotations

import pytest
from language.coreference.hand_parses import ANN, parse_of

from tacit.language.coreference.features.boundaries import Boundaries
from tacit.language.coreference.features.mentions import detect_mentions
from tacit.language.parse import Parse


def found(parse: Parse, boundaries: Boundaries | None = None) -> list[str]:
    mentions = detect_mentions(parse, boundaries or Boundaries())
    return [" ".join(parse.words[mention.start : mention.end]) for mention in mentions]


def test_names_pronouns_possessives_and_noun_phrases() -> None:
    assert found(ANN) == ["Ann", "the old key", "She", "it", "her", "her pocket", "The key"]


def test_each_mention_has_the_head_of_its_phrase() -> None:
    heads = {ANN.words[mention.head] for mention in detect_mentions(ANN, Boundaries())}
    assert heads == {"Ann", "key", "She", "it", "her", "pocket"}


def test_a_coordination_is_a_mention_beside_its_parts() -> None:
    parse = parse_of(
        "Ann/Ann/PROPN/NNP/4/nsubj and/and/CCONJ/CC/1/cc Bob/Bob/PROPN/NNP/1/conj slept/sleep/VERB/VBD/0/ROOT"
    )
    assert found(parse) == ["Ann", "Ann and Bob", "Bob"]


def test_a_possessor_takes_its_clitic_and_lies_in_what_it_owns() -> None:
    parse = parse_of(
        "the/the/DET/DT/2/det boy/boy/NOUN/NN/4/poss 's/'s/PART/POS/2/case kite/kite/NOUN/NN/5/nsubj "
        "flew/fly/VERB/VBD/0/ROOT"
    )
    assert found(parse) == ["the boy 's", "the boy 's kite"]


def test_a_relative_clause_belongs_to_the_mention_and_its_pronoun_is_none() -> None:
    parse = parse_of(
        "the/the/DET/DT/2/det man/man/NOUN/NN/5/nsubj who/who/PRON/WP/4/nsubj sang/sing/VERB/VBD/2/relcl "
        "left/leave/VERB/VBD/0/ROOT ././PUNCT/./5/punct"
    )
    assert found(parse) == ["the man who sang"]


def test_learned_boundaries_can_end_a_phrase_earlier() -> None:
    parse = parse_of(
        "the/the/DET/DT/2/det cup/cup/NOUN/NN/6/nsubj on/on/ADP/IN/2/prep the/the/DET/DT/5/det "
        "shelf/shelf/NOUN/NN/3/pobj broke/break/VERB/VBD/0/ROOT"
    )
    assert found(parse) == ["the cup on the shelf", "the shelf"]
    assert found(parse, Boundaries({"L": 1.0, "R": 1.0, "R prep": -3.0})) == ["the cup", "the shelf"]


def test_a_name_inside_a_noun_phrase() -> None:
    parse = parse_of(
        "the/the/DET/DT/3/det Ohio/Ohio/PROPN/NNP/3/compound court/court/NOUN/NN/4/nsubj ruled/rule/VERB/VBD/0/ROOT",
        entities=[(1, 2, "GPE")],
    )
    assert found(parse) == ["the Ohio court", "Ohio"]


@pytest.mark.parametrize("label", ["PERCENT", "CARDINAL"])
def test_quantities_are_no_entities(label: str) -> None:
    parse = parse_of("ten/ten/NUM/CD/0/ROOT percent/percent/ADV/RB/1/advmod", entities=[(0, 2, label)])
    assert found(parse) == []


def test_an_expletive_and_an_empty_text_have_no_mentions() -> None:
    assert found(parse_of("There/there/PRON/EX/2/expl rained/rain/VERB/VBD/0/ROOT")) == []
    empty = Parse("", [], [], [], [], [], [], [], [], [], [])
    assert detect_mentions(empty, Boundaries()) == []
