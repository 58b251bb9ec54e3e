from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.mining.revisions import insertions, revised_sentences

WORDS = st.lists(st.sampled_from(["the", "cup", "of", "rim", "a"]), min_size=1, max_size=6)


def places(original, revised):
    return [each.inserted for each in insertions(original, revised)]


def test_the_papers_example():
    assert places("Rinse before re-assembling.", "Rinse each piece before re-assembling.") == ["each piece"]


def test_a_genitive_is_an_insertion_of_two_words():
    assert places("Hold your baby.", "Hold your baby's body.") == ["'s body"]


def test_a_new_first_word_takes_the_capital():
    assert places("Foil is best.", "Aluminium foil is best.") == ["Aluminium"]


def test_two_changes_deletions_and_substitutions_are_no_insertion():
    assert places("Rinse and dry.", "Rinse it and dry it.") == []
    assert places("Rinse it well.", "Rinse well.") == []
    assert places("Rinse it.", "Wash it now.") == []
    assert places("Rinse it.", "Rinse it.") == []
    assert places("", "Rinse it.") == []


@given(WORDS, WORDS, st.integers(0, 6))
@settings(deadline=None, max_examples=60)
def test_every_insertion_is_found_and_taking_it_out_gives_the_original(old, new, place):
    place = min(place, len(old))
    original, revised = " ".join(old), " ".join([*old[:place], *new, *old[place:]])
    found = insertions(original, revised)
    assert " ".join(new) in [each.inserted for each in found]
    for each in found:
        assert (revised[: each.start] + revised[each.end :]).split() == old


def test_sentences_are_paired_across_moves_and_rewrites():
    old = ["Stop the pump.", "Rinse well.", "Dry it.", "Wait."]
    new = ["Rinse the cup well.", "Begin anew.", "Dry it.", "Wait."]
    assert list(revised_sentences(old, new)) == [(1, 0)]


def test_each_old_sentence_is_used_once():
    assert list(revised_sentences(["Rinse."], ["Rinse it.", "Rinse them."])) == [(0, 0)]
