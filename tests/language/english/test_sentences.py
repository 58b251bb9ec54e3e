from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.language.english.sentences import spans, split, split_at_marks

TEA = "I filled the kettle. It boiled! Then I rinsed my hair."


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=80))
def test_sentences_hold_all_of_a_text_but_its_spaces(text):
    assert "".join("".join(split(text)).split()) == "".join(text.split())


def sentences(text):
    return [text[span.start : span.end] for span in spans(text)]


def test_sentences_are_split_without_a_parser():
    assert sentences(TEA) == ["I filled the kettle.", "It boiled!", "Then I rinsed my hair."]
    assert sentences("We went to Mr. Smith at 5 p.m. and paid 3.50 for it. (Too much.) 2 of us left") == [
        "We went to Mr. Smith at 5 p.m. and paid 3.50 for it.",
        "(Too much.)",
        "2 of us left",
    ]
    assert sentences("") == sentences(" \n ") == []
    assert sentences("Tea") == ["Tea"]


@given(st.text(alphabet="ab AB.!?\n\"'(…1", max_size=60))
@settings(deadline=None, max_examples=60)
def test_sentences_follow_each_other_and_leave_out_only_space(text):
    found = list(spans(text))
    assert all(a.end <= b.start for a, b in pairwise(found))
    covered = {place for span in found for place in range(span.start, span.end)}
    assert all(text[place].isspace() for place in set(range(len(text))) - covered)


def test_ten_thousand_sentences_are_split():
    text = "I went to the shop and I bought some milk. It was cold! " * 5_000
    assert len(list(spans(text))) == 10_000


def test_lines_of_steps_are_cut_after_marks_only():
    assert split_at_marks("Wait 1.5 hours. Serve! …") == ["Wait 1.5 hours.", "Serve!"]
    assert split_at_marks("") == []
