from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.steps.cloze import ClozeFilter
from tacit.steps.task import Pair


def blanked(template):
    return [" ".join(template.concrete[place] for place in blank) for blank in template.blanks]


def test_words_are_found_by_the_papers_filter():
    concrete = ("grab", "the", "whisk", "and", "7", "eggs", "for", "a", "minute")
    pairs = [Pair(("beat", "eggs"), concrete)] * 5 + [Pair(("rarely",), ("seldom",))] * 4
    assert ClozeFilter.learn(pairs).words == {"grab", "whisk", "minute"}
    assert "eggs" in ClozeFilter.learn(pairs, min_share=0.5).words
    assert "seldom" in ClozeFilter.learn(pairs, min_count=4).words


def test_no_blank_hides_a_word_of_the_abstract_instruction():
    made = ClozeFilter({"whisk", "bowl"}).template(Pair(("whisk", "it"), ("whisk", "in", "a", "bowl")))
    assert made is not None
    assert blanked(made) == ["bowl"]


def test_long_phrases_come_first_and_then_the_end_of_the_alphabet():
    words = {"wire", "whisk", "bowl", "spoon", "apron"}
    pair = Pair(("beat",), ("bowl", ",", "wire", "whisk", ",", "apron", ",", "spoon", ",", "bowl", "."))
    assert blanked(ClozeFilter(words, max_phrases=2).template(pair)) == ["wire whisk", "spoon"]
    assert blanked(ClozeFilter(words, max_phrases=3).template(pair)) == ["bowl", "wire whisk", "spoon", "bowl"]


def test_pairs_without_such_words_are_left_out():
    pairs = [Pair(("beat",), ("beat", "it")), Pair(("beat",), ("use", "a", "whisk"))]
    assert [template.answers for template in ClozeFilter({"whisk"}).templates(pairs)] == [("whisk",)]


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.sampled_from("abcdef"), min_size=1, max_size=12),
    st.sets(st.sampled_from("abcdef")),
    st.sets(st.sampled_from("abcdef")),
    st.integers(1, 4),
)
def test_a_phrase_is_blanked_everywhere_or_nowhere(concrete, words, stated, limit):
    made = ClozeFilter(words, max_phrases=limit).template(Pair(tuple(stated) or ("x",), tuple(concrete)))
    if made is None:
        assert not set(concrete) & (words - stated)
        return
    assert set(made.answers) <= words - stated
    assert 1 <= len(set(blanked(made))) <= limit
