from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from language.coreference.hand_parses import ANN, parse_of

from tacit.language.coreference.features import mention_codes as features
from tacit.language.coreference.features.attributes import Attributes, describe
from tacit.language.coreference.features.boundaries import Boundaries
from tacit.language.coreference.features.mentions import detect_mentions
from tacit.language.coreference.systems.tacit import pairs
from tacit.language.parse import Parse


def table_of(parse: Parse) -> Attributes:
    return describe(parse, detect_mentions(parse, Boundaries()))


def test_candidates_come_before_their_anaphor_and_count_shared_words() -> None:
    table = table_of(ANN)  # Ann | the old key | She | it | her | her pocket | The key
    found = pairs.candidate_pairs(table)
    assert (found.antecedents < found.anaphors).all()
    assert (np.diff(found.anaphors) >= 0).all()
    shared = {(i, j) for i, j, n in zip(found.anaphors, found.antecedents, found.shared, strict=True) if n}
    assert shared == {(6, 1)}


def test_a_far_antecedent_is_found_by_its_words_only() -> None:
    filler = "he/he/PRON/PRP/2/nsubj sat/sit/VERB/VBD/0/ROOT"
    cat = "the/the/DET/DT/2/det cat/cat/NOUN/NN/3/nsubj sat/sit/VERB/VBD/0/ROOT"
    parse = parse_of(cat, *[filler] * 60, cat)
    found = pairs.candidate_pairs(table_of(parse))
    of_last = found.antecedents[found.anaphors == 61].tolist()
    assert of_last == [0, *range(61 - pairs.NEAR_OTHER, 61)]


def test_the_number_of_candidates_is_bounded() -> None:
    cat = "the/the/DET/DT/2/det cat/cat/NOUN/NN/3/nsubj sat/sit/VERB/VBD/0/ROOT"
    found = pairs.candidate_pairs(table_of(parse_of(*[cat] * 120)))
    assert np.bincount(found.anaphors).max() <= pairs.NEAR_OTHER + pairs.FAR


WORDS = st.sampled_from(
    [
        "Ann/Ann/PROPN/NNP/{}/nsubj",
        "it/it/PRON/PRP/{}/dobj",
        "you/you/PRON/PRP/{}/nsubj",
        "dogs/dog/NOUN/NNS/{}/pobj",
        "those/those/DET/DT/{}/nsubj",
        "themselves/themselves/PRON/PRP/{}/dobj",
        '"/"/PUNCT/``/{}/punct',
        "?/?/PUNCT/./{}/punct",
        "run/run/VERB/VB/{}/ROOT",
    ]
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.tuples(WORDS, st.integers(0, 8)), min_size=1, max_size=8), min_size=1, max_size=6))
def test_codes_stay_in_the_range_of_their_column(drawn: list[list[tuple[str, int]]]) -> None:
    # A word hangs on an earlier one or is a root, so that there are no circles.
    sentences = (" ".join(word.format(min(head, place)) for place, (word, head) in enumerate(row)) for row in drawn)
    parse = parse_of(*sentences)
    table = table_of(parse)
    codes = features.mention_codes(parse, table, style=1)
    ends = np.append(features.MENTION_OFFSETS[1:], features.N_MENTION_CODES)
    assert (codes >= features.MENTION_OFFSETS).all()
    assert (codes < ends).all()
    found = pairs.candidate_pairs(table)
    no_vectors = np.zeros((len(table), 5), dtype=np.float32)
    if len(found):
        coded = pairs.PairFeatures(parse, table, no_vectors, no_vectors).codes(found)
        assert (coded >= pairs.PAIR_OFFSETS).all()
        assert (coded < np.append(pairs.PAIR_OFFSETS[1:], pairs.N_PAIR_CODES)).all()


def test_word_rows_know_the_words_around_a_mention() -> None:
    rows = features.word_rows(ANN, table_of(ANN), {"key": 0, "find": 1, "the": 2})
    assert rows[1].tolist() == [0, 1, -1, -1, 2, 0]  # the old key: head, governor, before, after, first, last


def test_quotation_closes_and_does_not_run_on_for_ever() -> None:
    word = "x/x/NOUN/NN/1/dep"
    parse = parse_of(f'{word} "/"/PUNCT/``/1/punct {word} "/"/PUNCT/``/1/punct {word}')
    assert features.quotation(parse) == [0, 1, 1, 0, 0]
    assert features.quotation(parse_of('"/"/PUNCT/``/1/punct ' + " ".join([word] * 300)))[-1] == 0
