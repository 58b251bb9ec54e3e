from __future__ import annotations

import pytest
from language.coreference.hand_parses import ANN, parse_of, spans

from tacit.language.coreference.features.pleonastic import is_pleonastic
from tacit.language.coreference.systems.sieve.system import Sieve
from tacit.language.parse import Parse


def clusters(parse: Parse, **options: bool) -> list[list[str]]:
    return [
        [" ".join(parse.words[start:end]) for start, end in cluster]
        for cluster in spans(Sieve(**options).resolve(parse))
    ]


def test_pronouns_and_a_repeated_head() -> None:
    assert clusters(ANN) == [["Ann", "She", "her"], ["the old key", "it", "The key"]]


def test_gender_decides_between_two_names() -> None:
    parse = parse_of(
        "Mary/Mary/PROPN/NNP/2/nsubj met/meet/VERB/VBD/0/ROOT John/John/PROPN/NNP/2/dobj",
        "He/he/PRON/PRP/2/nsubj smiled/smile/VERB/VBD/0/ROOT",
        entities=[(0, 1, "PERSON"), (2, 3, "PERSON")],
    )
    assert clusters(parse) == [["John", "He"]]


def test_a_pronoun_is_not_its_own_verbs_other_argument_unless_reflexive() -> None:
    names = "Mary/Mary/PROPN/NNP/2/nsubj saw/see/VERB/VBD/0/ROOT "
    plain = parse_of(names + "her/she/PRON/PRP/2/dobj", entities=[(0, 1, "PERSON")])
    reflexive = parse_of(names + "herself/herself/PRON/PRP/2/dobj", entities=[(0, 1, "PERSON")])
    assert clusters(plain) == []
    assert clusters(reflexive) == [["Mary", "herself"]]


def test_an_indefinite_phrase_is_something_new() -> None:
    dog = "dog/dog/NOUN/NN/3/nsubj barked/bark/VERB/VBD/0/ROOT"
    assert clusters(parse_of(f"A/a/DET/DT/2/det {dog}", f"A/a/DET/DT/2/det {dog}")) == []
    assert clusters(parse_of(f"A/a/DET/DT/2/det {dog}", f"The/the/DET/DT/2/det {dog}")) == [["A dog", "The dog"]]


def test_a_different_modifier_keeps_two_things_apart() -> None:
    parse = parse_of(
        "the/the/DET/DT/3/det red/red/ADJ/JJ/3/amod door/door/NOUN/NN/4/nsubj closed/close/VERB/VBD/0/ROOT",
        "the/the/DET/DT/3/det blue/blue/ADJ/JJ/3/amod door/door/NOUN/NN/4/nsubj opened/open/VERB/VBD/0/ROOT",
    )
    assert clusters(parse) == []


def test_last_name_after_full_name() -> None:
    parse = parse_of(
        "Ann/Ann/PROPN/NNP/2/compound Lee/Lee/PROPN/NNP/3/nsubj sang/sing/VERB/VBD/0/ROOT",
        "Lee/Lee/PROPN/NNP/2/nsubj left/leave/VERB/VBD/0/ROOT",
        entities=[(0, 2, "PERSON"), (3, 4, "PERSON")],
    )
    assert clusters(parse) == [["Ann Lee", "Lee"]]


def test_an_apposition_helps_but_is_undone_unless_it_is_wanted() -> None:
    parse = parse_of(
        "Kim/Kim/PROPN/NNP/5/nsubj ,/,/PUNCT/,/1/punct a/a/DET/DT/4/det nurse/nurse/NOUN/NN/1/appos "
        "waved/wave/VERB/VBD/0/ROOT",
        "The/the/DET/DT/2/det nurse/nurse/NOUN/NN/3/nsubj left/leave/VERB/VBD/0/ROOT",
        entities=[(0, 1, "PERSON")],
    )
    assert len(clusters(parse)[0]) == 2
    assert len(clusters(parse, keep_constructs=True)[0]) == 3


def test_the_speaker_of_a_quotation_is_its_i() -> None:
    parse = parse_of(
        '"/"/PUNCT/``/3/punct I/I/PRON/PRP/3/nsubj see/see/VERB/VBP/6/ccomp "/"/PUNCT/\'\'/3/punct '
        ",/,/PUNCT/,/6/punct said/say/VERB/VBD/0/ROOT Ann/Ann/PROPN/NNP/6/nsubj",
        entities=[(6, 7, "PERSON")],
    )
    assert clusters(parse) == [["I", "Ann"]]


@pytest.mark.parametrize(
    ("sentence", "idle"),
    [
        ("It/it/PRON/PRP/2/nsubj rained/rain/VERB/VBD/0/ROOT", True),
        ("It/it/PRON/PRP/2/nsubj fell/fall/VERB/VBD/0/ROOT", False),
        (
            "It/it/PRON/PRP/2/nsubj is/be/AUX/VBZ/0/ROOT good/good/ADJ/JJ/2/acomp to/to/PART/TO/5/aux "
            "rest/rest/VERB/VB/2/xcomp",
            True,
        ),
        ("It/it/PRON/PRP/2/nsubj is/be/AUX/VBZ/0/ROOT good/good/ADJ/JJ/2/acomp", False),
    ],
)
def test_it_that_stands_for_nothing(sentence: str, idle: bool) -> None:
    assert is_pleonastic(parse_of(sentence), 0) is idle
