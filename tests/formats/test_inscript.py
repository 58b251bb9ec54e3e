from __future__ import annotations

import pytest
from formats.damage import survive_damage

from tacit.errors import InputError
from tacit.formats import inscript
from tacit.formats.registry import FormatOptions, recognise
from tacit.formats.source import Source

NONE = "none none none none none"
X = "X X X X X"


def lines(*rows: str) -> str:
    return "".join(f"{row} \n" for row in rows)


STORY = lines(
    "▁Jo @ScrPart_flyer_kite single none none 0",
    "▁did " + NONE,
    "▁ " + NONE,
    f"n {X}",
    f"' {X}",
    f"t {X}",
    "▁let none none #ScrEv_let_go_kite single none",
    "▁go none none #ScrEv_let_go_kite none none",
    "▁the " + NONE,
    "▁ki @ScrPart_kite_kite none none none none",
    f"te {X}",
    "▁line @ScrPart_kite_kite single none none 1",
    "▁ " + NONE,
    f". {X}",
    "▁She @ScrPart_flyer_kite single none none 0",
    "▁ran none none #UnrelEv_kite single none",
    "▁ " + NONE,
    f"! {X}",
)
END = "<end_of_story>\n"


def read(content: str):
    return list(inscript.read(Source("kite_inscript.txt", content.encode()), FormatOptions()))


def spelled(*words: str) -> str:
    (document,) = read(lines(*(f"▁{word} {NONE}" for word in words)))
    return document.text


def test_pieces_become_a_text_with_tokens_and_sentences():
    (story,) = read(STORY + END)
    assert (story.id, story.metadata["scenario"]) == ("kite_inscript-1", "kite")
    assert story.text == "Jo didn't let go the kite line. She ran!"
    assert [story.text_of(token) for token in story.tokens][:4] == ["Jo", "did", "n't", "let"]
    assert [story.text_of(sentence) for sentence in story.sentences] == ["Jo didn't let go the kite line.", "She ran!"]


def test_labelled_words_become_participants_and_events():
    (story,) = read(STORY + END)
    assert [(story.text_of(a), a.label, a.features.get("chain")) for a in story.layer("participants")] == [
        ("Jo", "ScrPart_flyer", "0"),
        ("kite line", "ScrPart_kite", "1"),
        ("She", "ScrPart_flyer", "0"),
    ]
    assert [(story.text_of(a), a.label, dict(a.features)) for a in story.layer("events")] == [
        ("let go", "ScrEv_let_go", {}),
        ("ran", "UnrelEv", {}),
    ]


def test_two_single_words_with_one_label_are_two_annotations():
    row = "@ScrPart_flyer_kite single none none 0"
    up = ("▁ran none none #E_kite single none", "▁up none none #E_kite no none")
    (story,) = read(lines(f"▁she {row}", f"▁herself {row}", *up))
    assert [story.text_of(a) for a in story.layer("participants")] == ["she", "herself"]
    assert [story.text_of(a) for a in story.layer("events")] == ["ran up"]


def test_stories_are_parted_by_their_end():
    assert [story.id for story in read(STORY + END + STORY + END + END + STORY)] == [
        "kite_inscript-1",
        "kite_inscript-2",
        "kite_inscript-3",
    ]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("Yes", ",", "I", "'m", "in", "."), "Yes, I'm in."),
        (("-LRB-", "up", "-RRB-", "and", "$", "5"), "(up) and $5"),
        (("He", "said", '"', "no", '"', "."), 'He said "no".'),
        (("A", '"', '"', "kite", '"', '"', "flew"), 'A ""kite"" flew'),
        (("I", "'", "m", "up\\/down"), "I'm up/down"),
    ],
)
def test_words_are_spaced_as_one_writes_them(words, text):
    assert spelled(*words) == text


def test_final_punctuation_takes_closing_marks_along():
    words = ("He", "said", '"', "go", ".", '"', "We", "went", ".", "Home")
    (story,) = read(lines(*(f"▁{word} {NONE}" for word in words)))
    assert [story.text_of(sentence) for sentence in story.sentences] == ['He said "go."', "We went.", "Home"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (STORY + "▁odd none\n", "line 19: a line has a word piece and five labels, not 2 columns"),
        (f"te {X}\n", "line 1: a story must start with a word"),
    ],
)
def test_wrong_lines_are_errors_with_their_number(content, message):
    with pytest.raises(InputError, match=message):
        read(content)


def test_it_is_recognised_by_its_first_line():
    assert recognise(Source("a.txt", (STORY + END).encode())).name == "inscript"
    assert recognise(Source("a.txt", "▁ is a sign\n".encode())).name != "inscript"


def test_damaged_files_give_documents_or_errors():
    assert survive_damage(inscript, "a.txt", STORY + END + STORY) > 20
