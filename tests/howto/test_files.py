"""The files of the collection, and the checker."""

import time
from pathlib import Path

import pytest

from tacit.errors import InputError
from tacit.howto.files import complaints, read_file, read_files, without_copies
from tacit.howto.task import HowTo

DATA = Path(__file__).parents[2] / "data" / "howto"
GOOD = """
domain = "pets"
[[howto]]
do = "wash the dog"
also = ["bathe the dog", "give the dog a bath"]
not = ["wash the hot dogs"]
tools = ["tub"]
steps = ["Run water into the tub.", "Wet the coat.", "Rinse."]
"""


def written(tmp_path, content):
    path = tmp_path / "pets.toml"
    path.write_text(content)
    return path


def test_an_entry_is_read(tmp_path):
    [entry] = read_file(written(tmp_path, GOOD))
    assert entry.do == "wash the dog"
    assert entry.unlike == ("wash the hot dogs",)
    assert entry.domain == "pets"
    assert HowTo.from_dict(entry.to_dict()) == entry


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("x = [", "not a TOML file"),
        ("x = 1", "has no 'howto'"),
        ("howto = []", "howto is empty"),
        ("[[howto]]\ndo = 'x'\nsteps = ['A.']", r"howto\[0\].do is 'x'"),
        ("[[howto]]\ndo = 'wash the dog'\nsteps = []", "steps is empty"),
        ("[[howto]]\ndo = 'wash the dog'\nsteps = [1]", r"steps\[0\] is int, not a text"),
    ],
)
def test_faults_are_one_sentence(tmp_path, content, said):
    with pytest.raises(InputError, match=said) as error:
        read_file(written(tmp_path, content))
    assert "\n" not in str(error.value)


def test_the_checker_sees_what_a_reviewer_should(tmp_path):
    thin = GOOD + '[[howto]]\ndo = "soap the dog"\nalso = ["bathe the dog"]\ntools = ["ladder"]\nsteps = ["lather"]\n'
    said = [each.what for each in complaints(list(read_files([written(tmp_path, thin)])))]
    assert "'bathe the dog' is also said of 'soap the dog'" in said
    assert "no step uses the tool 'ladder'" in said
    assert "only 1 steps" in said
    assert "a step is not a sentence: 'lather'" in said


def test_a_wording_of_thousands_is_told_with_a_few(tmp_path):
    entry = '[[howto]]\ndo = "make tea"\nsteps = ["Pour the water."]\n'
    started = time.process_time()
    found = complaints(list(read_files([written(tmp_path, entry * 5000)])))
    assert time.process_time() - started < 20
    assert sum("is also said of" in each.what for each in found) < 11 * 5000


def test_copies_go_and_the_fuller_one_stays():
    thin = HowTo("wash the dog", ("Wash.",))
    full = HowTo("wash a dog", ("Wet.", "Soap.", "Rinse."), also=("bathe the dog",))
    other = HowTo("bathe the dog", ("Wet.",))
    kept = without_copies([thin, full, other])
    assert [entry.do for entry in kept] == ["wash a dog", "bathe the dog"]
    assert kept[0].also == ()


def test_the_collection_is_sound():
    entries = list(read_files([DATA]))
    assert len({entry.do for _, entry in entries}) > 0.9 * len(entries)
    assert not [each for each in complaints(entries) if "twice" in each.what or "begin with a verb" in each.what]
