"""Events of our own gold sentences, with the default parser and from parses built by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language.trees import tree

from tacit.language.events import Event, EventOptions, find_events
from tacit.language.events.model import ADDRESSEE
from tacit.language.parse import Parse

GOLD = tomllib.loads((Path(__file__).parent / "events_gold.toml").read_text(encoding="utf-8"))


def shown(parse: Parse, event: Event) -> str:
    """An event in the notation of the gold file."""
    flags = [name for name, holds in (("negated", event.negated), (event.modality, event.modality)) if holds]
    flags += ["imperative"] * event.imperative
    parts = [event.lemma, *([f"[{', '.join(flags)}]"] if flags else [])]
    parts += [
        f"{slot.name}={'YOU' if slot.participant.implied else parse.words[slot.participant.head]}"
        for slot in event.slots
    ]
    return " ".join(parts)


def gold_cases() -> list[Any]:
    cases = []
    for construction, sentences in GOLD.items():
        for case in sentences:
            marks = [pytest.mark.xfail(reason=case["fails"], strict=True)] if "fails" in case else []
            name = f"{construction}: {case['text']}"
            cases.append(pytest.param(case["text"], case["events"], case.get("options", {}), id=name, marks=marks))
    return cases


@pytest.mark.models
@pytest.mark.parametrize(("text", "expected", "options"), gold_cases())
def test_gold_sentence(text: str, expected: list[str], options: dict[str, bool]) -> None:
    from tacit.language.analysis import analyse

    parse = analyse(text)
    assert [shown(parse, event) for event in find_events(parse, EventOptions(**options))] == expected


TREES = {
    "passive": (
        """The the DET DT 2 det
        cup cup NOUN NN 4 nsubjpass
        was be AUX VBD 4 auxpass
        washed wash VERB VBN 0 ROOT
        by by ADP IN 4 agent
        Bob Bob PROPN NNP 5 pobj""",
        """The the DET DT 2 det
        cup cup NOUN NN 4 nsubj:pass
        was be AUX VBD 4 aux:pass
        washed wash VERB VBN 0 root
        by by ADP IN 6 case
        Bob Bob PROPN NNP 4 obl:agent""",
        ["wash SUBJ=Bob OBJ=cup"],
    ),
    "shared subject": (
        """Ann Ann PROPN NNP 2 nsubj
        came come VERB VBD 0 ROOT
        , , PUNCT , 2 punct
        ate eat VERB VBD 2 conj
        and and CCONJ CC 4 cc
        left leave VERB VBD 4 conj""",
        """Ann Ann PROPN NNP 2 nsubj
        came come VERB VBD 0 root
        , , PUNCT , 4 punct
        ate eat VERB VBD 2 conj
        and and CCONJ CC 6 cc
        left leave VERB VBD 2 conj""",
        ["come SUBJ=Ann", "eat SUBJ=Ann", "leave SUBJ=Ann"],
    ),
    "shared object": (
        """They they PRON PRP 2 nsubj
        washed wash VERB VBD 0 ROOT
        and and CCONJ CC 2 cc
        dried dry VERB VBD 2 conj
        cups cup NOUN NNS 4 dobj""",
        """They they PRON PRP 2 nsubj
        washed wash VERB VBD 0 root
        and and CCONJ CC 4 cc
        dried dry VERB VBD 2 conj
        cups cup NOUN NNS 4 obj""",
        ["wash SUBJ=They OBJ=cups", "dry SUBJ=They OBJ=cups"],
    ),
    "zero relative with stranded preposition": (
        """chairs chair NOUN NNS 5 nsubj
        we we PRON PRP 3 nsubj
        sat sit VERB VBD 1 relcl
        on on ADP IN 3 prep
        broke break VERB VBD 0 ROOT""",
        """chairs chair NOUN NNS 5 nsubj
        we we PRON PRP 3 nsubj
        sat sit VERB VBD 1 acl:relcl
        on on ADP IN 3 obl
        broke break VERB VBD 0 root""",
        ["sit SUBJ=we PREP:on=chairs", "break SUBJ=chairs"],
    ),
    "relative pronoun": (
        """men man NOUN NNS 4 nsubj
        who who PRON WP 3 nsubj
        swim swim VERB VBP 1 relcl
        float float VERB VBP 0 ROOT
        on on ADP IN 4 prep
        lakes lake NOUN NNS 5 pobj""",
        """men man NOUN NNS 4 nsubj
        who who PRON WP 3 nsubj
        swim swim VERB VBP 1 acl:relcl
        float float VERB VBP 0 root
        on on ADP IN 6 case
        lakes lake NOUN NNS 4 obl""",
        ["swim SUBJ=men", "float SUBJ=men PREP:on=lakes"],
    ),
    "object control": (
        """She she PRON PRP 2 nsubj
        told tell VERB VBD 0 ROOT
        him he PRON PRP 2 dobj
        to to PART TO 5 aux
        wait wait VERB VB 2 xcomp""",
        """She she PRON PRP 2 nsubj
        told tell VERB VBD 0 root
        him he PRON PRP 2 iobj
        to to PART TO 5 mark
        wait wait VERB VB 2 xcomp""",
        ["tell SUBJ=She OBJ=him", "wait SUBJ=him"],
    ),
    "adjective with infinitive": (
        """She she PRON PRP 2 nsubj
        was be AUX VBD 0 ROOT
        ready ready ADJ JJ 2 acomp
        to to PART TO 5 aux
        go go VERB VB 3 xcomp
        into into ADP IN 5 prep
        town town NOUN NN 6 pobj""",
        """She she PRON PRP 3 nsubj
        was be AUX VBD 3 cop
        ready ready ADJ JJ 0 root
        to to PART TO 5 mark
        go go VERB VB 3 xcomp
        into into ADP IN 7 case
        town town NOUN NN 5 obl""",
        ["go SUBJ=She PREP:into=town"],
    ),
    "nested preposition": (
        """Cats cat NOUN NNS 2 nsubj
        ran run VERB VBD 0 ROOT
        out out ADP IN 2 prep
        of of ADP IN 3 prep
        houses house NOUN NNS 4 pobj
        and and CCONJ CC 5 cc
        barns barn NOUN NNS 5 conj""",
        """Cats cat NOUN NNS 2 nsubj
        ran run VERB VBD 0 root
        out out ADP IN 5 case
        of of ADP IN 5 case
        houses house NOUN NNS 2 obl
        and and CCONJ CC 7 cc
        barns barn NOUN NNS 5 conj""",
        ["run SUBJ=Cats PREP:out of=houses PREP:out of=barns"],
    ),
    "indirect object": (
        """Ann Ann PROPN NNP 3 compound
        B. B. PROPN NNP 3 compound
        Lee Lee PROPN NNP 4 nsubj
        gave give VERB VBD 0 ROOT
        him he PRON PRP 4 dative
        soup soup NOUN NN 4 dobj""",
        """Ann Ann PROPN NNP 4 nsubj
        B. B. PROPN NNP 1 flat
        Lee Lee PROPN NNP 1 flat
        gave give VERB VBD 0 root
        him he PRON PRP 4 iobj
        soup soup NOUN NN 4 obj""",
        ["give SUBJ=Lee OBJ=soup PREP:to=him"],
    ),
    "negated modal with particle": (
        """I I PRON PRP 4 nsubj
        ca can AUX MD 4 aux
        n't not PART RB 4 neg
        put put VERB VB 0 ROOT
        it it PRON PRP 4 dobj
        down down ADP RP 4 prt""",
        """I I PRON PRP 4 nsubj
        ca can AUX MD 4 aux
        n't not PART RB 4 advmod
        put put VERB VB 0 root
        it it PRON PRP 4 obj
        down down ADP RP 4 compound:prt""",
        ["put down [negated, can] SUBJ=I OBJ=it"],
    ),
    "command with a purpose": (
        """Use use VERB VB 0 ROOT
        spoons spoon NOUN NNS 1 dobj
        to to PART TO 4 aux
        stir stir VERB VB 1 xcomp
        paint paint NOUN NN 4 dobj""",
        """Use use VERB VB 0 root
        spoons spoon NOUN NNS 1 obj
        to to PART TO 4 mark
        stir stir VERB VB 1 advcl
        paint paint NOUN NN 4 obj""",
        ["use [imperative] SUBJ=YOU OBJ=spoons", "stir SUBJ=YOU OBJ=paint"],
    ),
    "reduced passive": (
        """cakes cake NOUN NNS 5 nsubj
        baked bake VERB VBN 1 acl
        by by ADP IN 2 agent
        Ann Ann PROPN NNP 3 pobj
        sold sell VERB VBD 0 ROOT""",
        """cakes cake NOUN NNS 5 nsubj
        baked bake VERB VBN 1 acl
        by by ADP IN 4 case
        Ann Ann PROPN NNP 2 obl:agent
        sold sell VERB VBD 0 root""",
        ["bake SUBJ=Ann OBJ=cakes", "sell SUBJ=cakes"],
    ),
    "causative": (
        """Films film NOUN NNS 2 nsubj
        made make VERB VBD 0 ROOT
        him he PRON PRP 4 nsubj
        cry cry VERB VB 2 ccomp
        at at ADP IN 4 prep
        night night NOUN NN 5 pobj""",
        """Films film NOUN NNS 2 nsubj
        made make VERB VBD 0 root
        him he PRON PRP 2 obj
        cry cry VERB VB 2 xcomp
        at at ADP IN 6 case
        night night NOUN NN 4 obl""",
        ["make SUBJ=Films", "cry SUBJ=him PREP:at=night"],
    ),
    "semi-modal": (
        """I I PRON PRP 2 nsubj
        had have VERB VBD 0 ROOT
        to to PART TO 4 aux
        sell sell VERB VB 2 xcomp
        it it PRON PRP 4 dobj""",
        """I I PRON PRP 2 nsubj
        had have VERB VBD 0 root
        to to PART TO 4 mark
        sell sell VERB VB 2 xcomp
        it it PRON PRP 4 obj""",
        ["sell [have to] SUBJ=I OBJ=it"],
    ),
}


@pytest.mark.parametrize(("clearnlp", "universal", "expected"), TREES.values(), ids=TREES)
def test_tree_in_both_schemes(clearnlp: str, universal: str, expected: list[str]) -> None:
    for lines in (clearnlp, universal):
        parse = tree(lines)
        assert [shown(parse, event) for event in find_events(parse)] == expected


COLD_SOUP = """The the DET DT 2 det
    soup soup NOUN NN 3 nsubj
    was be AUX VBD 0 ROOT
    cold cold ADJ JJ 3 acomp"""
BATH = """Mrs. Mrs. PROPN NNP 2 compound
    Lee Lee PROPN NNP 3 nsubj
    took take VERB VBD 0 ROOT
    a a DET DT 6 det
    hot hot ADJ JJ 6 amod
    bath bath NOUN NN 3 dobj
    that that PRON WDT 8 nsubj
    steamed steam VERB VBD 6 relcl"""
REST = """Rest rest VERB VB 0 ROOT"""


@pytest.mark.parametrize(
    ("lines", "options", "expected"),
    [
        (COLD_SOUP, {}, []),
        (COLD_SOUP, {"copulas": True}, ["be cold SUBJ=soup"]),
        (BATH, {}, ["take SUBJ=Lee OBJ=bath", "steam SUBJ=bath"]),
        (BATH, {"light_verbs": True}, ["take bath SUBJ=Lee", "steam SUBJ=bath"]),
        (REST, {}, ["rest [imperative] SUBJ=YOU"]),
        (REST, {"implied_addressee": False}, ["rest [imperative]"]),
    ],
)
def test_options(lines: str, options: dict[str, bool], expected: list[str]) -> None:
    parse = tree(lines)
    assert [shown(parse, event) for event in find_events(parse, EventOptions(**options))] == expected


def test_participants_carry_what_is_known_of_them() -> None:
    parse = tree(BATH)
    take, steam = find_events(parse)
    lady, bath = take.fillers("SUBJ")[0], take.fillers("OBJ")[0]
    assert (lady.lemma, lady.gender, lady.number, lady.person, lady.pronoun) == (
        "Lee",
        "feminine",
        "singular",
        "",
        False,
    )
    assert parse.text_between(bath.start, bath.end) == "a hot bath", "without the relative clause"
    assert steam.fillers("SUBJ") == [bath]


@pytest.mark.parametrize(
    ("word", "person", "number", "gender"),
    [
        ("she", "third", "singular", "feminine"),
        ("them", "third", "plural", ""),
        ("I", "first", "singular", ""),
        ("you", "second", "", ""),
        ("itself", "reflexive", "singular", "neuter"),
        ("these", "demonstrative", "plural", "neuter"),
        ("someone", "indefinite", "", ""),
    ],
)
def test_pronouns(word: str, person: str, number: str, gender: str) -> None:
    parse = tree(f"{word} {word} PRON PRP 2 nsubj\nslept sleep VERB VBD 0 ROOT")
    found = find_events(parse)[0].fillers("SUBJ")[0]
    assert (found.person, found.number, found.gender) == (person, number, gender)


def test_the_implied_addressee_is_one_participant_without_a_place() -> None:
    event = find_events(tree(REST))[0]
    assert event.fillers("SUBJ") == [ADDRESSEE]
    assert ADDRESSEE.implied and ADDRESSEE.pronoun


def test_a_parse_without_verbs_has_no_events() -> None:
    assert find_events(tree("Silence silence NOUN NN 0 ROOT")) == []
    assert find_events(Parse.from_rows("", [])) == []


def test_heads_that_form_a_circle_are_passed_over() -> None:
    rows = [("ran", "run", "VERB", "VBD", 1, "conj"), ("hid", "hide", "VERB", "VBD", 0, "conj")]
    assert find_events(Parse.from_rows("ran hid", rows)) == []


LABELS = ["ROOT", "nsubj", "nsubjpass", "dobj", "prep", "pobj", "conj", "relcl", "acl", "xcomp", "advcl", "ccomp"]
LABELS += ["pcomp", "dative", "agent", "aux", "auxpass", "prt", "attr", "acomp", "neg", "cc", "dep"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["NOUN", "VERB", "AUX", "ADP", "PRON", "ADJ", "CCONJ", "PART"]),
            st.sampled_from(["NN", "VB", "VBD", "VBN", "VBG", "IN", "PRP", "TO", "MD", "WDT"]),
            st.integers(0, 11),
            st.sampled_from(LABELS),
        ),
        min_size=1,
        max_size=12,
    )
)
@settings(max_examples=150, deadline=None)
def test_any_parse_is_read_without_an_error(words: list[tuple[str, str, int, str]]) -> None:
    rows = [
        (word := ["who", "to", "make", "it"][number % 4], word, pos, tag, head % len(words), label)
        for number, (pos, tag, head, label) in enumerate(words)
    ]
    parse = Parse.from_rows(" ".join(row[0] for row in rows), rows)
    events = find_events(parse, EventOptions(copulas=True, light_verbs=True))
    assert [event.verb for event in events] == sorted({event.verb for event in events})
    for event in events:
        assert parse.pos[event.verb] in ("VERB", "AUX")
        assert all(-1 <= slot.participant.head < len(parse) for slot in event.slots)
