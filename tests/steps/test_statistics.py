from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import InputError
from tacit.steps.statistics import statistics
from tacit.steps.task import Pair, Template

DRAIN = Pair(("drain", "the", "pasta"), ("tip", "the", "pasta", "into", "a", "sieve"))
STIR = Template(("stir", "it"), ("stir", "it", "with", "a", "wooden", "spoon"), (True, True, True, True, False, False))

WORDS = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6).map(tuple)


def test_a_corpus_by_hand():
    found = statistics([DRAIN, STIR, DRAIN])
    assert (found.sequences, found.abstract_instructions) == (3, 2)
    assert (found.tokens, found.abstract_tokens) == (18, 8)
    assert (found.vocabulary, found.abstract_vocabulary) == (11, 5)
    assert found.concrete_length == 6
    assert found.abstract_length == pytest.approx(8 / 3)
    assert found.length_ratio == 18 / 8
    assert found.new_types == 7  # tip into a sieve with wooden spoon
    assert (found.blanks, found.blanked_words) == (1, 2)
    assert found.new_lemmas is None


@given(st.lists(st.builds(Pair, WORDS, WORDS), min_size=1, max_size=5))
def test_counts_agree_with_sets(pairs):
    found = statistics(pairs)
    abstract, concrete = ({word for pair in pairs for word in getattr(pair, side)} for side in ("abstract", "concrete"))
    assert found.new_types == len(concrete - abstract)
    assert found.vocabulary == len(concrete)
    assert found.tokens == pytest.approx(found.concrete_length * found.sequences)


def test_new_base_forms(monkeypatch):
    class Parsed:
        def __init__(self, text):
            self.lemmas = [word.removesuffix("s").capitalize() for word in text.split()]

    monkeypatch.setattr("tacit.language.analysis.analyse_many", lambda texts: map(Parsed, texts))
    pair = Pair(("boil", "egg"), ("boil", "eggs", "in", "pans"))
    assert statistics([pair], lemmas=True).new_lemmas == 2  # in, pan
    assert statistics([pair]).new_types == 3


def test_nothing_to_count():
    with pytest.raises(InputError, match="no pair"):
        statistics([])


def test_the_command_counts_each_file_and_all(tacit, tmp_path):
    plain, tagged = tmp_path / "plain.tsv", tmp_path / "tagged.tsv"
    plain.write_text("drain it\ttip it into a sieve\n")
    tagged.write_text("stir\tuse a spoon\t1 1 0\n")
    done = tacit("steps", "statistics", plain, tagged, "--json")
    found = json.loads(done.stdout)
    assert [(each["path"], each["sequences"], each["blanks"]) for each in found["files"]] == [
        (str(plain), 1, 0),
        (str(tagged), 1, 1),
    ]
    assert (found["all"]["sequences"], found["all"]["tokens"]) == (2, 8)
    shown = tacit("steps", "statistics", plain).stdout
    assert "concrete length" in shown
    assert "new lemmas" not in shown


def test_a_bad_row_is_said_with_its_line(tacit, tmp_path):
    (tmp_path / "bad.tsv").write_text("drain it\ttip it\t1 1\nstir\tuse a spoon\t1\n")
    done = tacit("steps", "statistics", tmp_path / "bad.tsv")
    assert (done.code, "line 2: 1 tags for 3 words" in done.stderr) == (2, True)
