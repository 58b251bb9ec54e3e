"""Copies of training texts are found by their shingles, light edits too, other texts on the same subject not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import seen
from tacit.errors import InputError
from tacit.seen import FILE, LEAST, SHINGLE, Hashes, Seen, copy_groups, words_of

PICNIC = (
    "On Saturday we packed a basket with bread, cheese and plums and walked down to the lake behind the mill. "
    "My brother carried the blanket, and I looked for a place in the shade where the ground was dry. We didn't hurry. "
    "After the meal we threw crumbs to the ducks, shook out the blanket and walked home along the old railway."
)
OTHER_PICNIC = (
    "Every summer my office goes out for a picnic at the lake. This time I brought a basket of bread and cheese, and "
    "my boss carried the blanket to a shady spot. After the meal some of us fed the ducks and others played ball, "
    "and in the evening we shook out the blanket, packed what was left and drove home."
)

word = st.sampled_from(["the", "a", "we", "pan", "stir", "milk", "and", "then", "pour"])
texts = st.lists(word, max_size=40).map(" ".join)


def shingles(text):
    words = words_of(text)
    return [tuple(words[place : place + SHINGLE]) for place in range(len(words) - SHINGLE + 1)]


@given(st.lists(texts, max_size=6), texts)
def test_the_share_is_that_of_brute_force(training, text):
    known = {shingle for each in training for shingle in shingles(each)}
    tested = shingles(text)
    share = sum(shingle in known for shingle in tested) / len(tested) if len(tested) >= LEAST else 0
    if words_of(text) and words_of(text) in map(words_of, training):
        share = 1
    assert Hashes.of(training).share(text) == pytest.approx(share)


@given(st.lists(texts, max_size=6), texts)
def test_whole_texts_are_found_by_all_their_words_in_order(training, text):
    found = Seen.of(training, whole_only=True).is_copy(text)
    assert found == bool(words_of(text) and words_of(text) in map(words_of, training))


@given(st.lists(texts, max_size=4))
def test_what_is_written_is_read_again(tmp_path_factory, training):
    folder = tmp_path_factory.mktemp("model")
    written = Seen({"train": Hashes.of(training), "more": Hashes.of(training[:1], whole_only=True)})
    written.save(folder)
    read = Seen.load(folder)
    assert list(read.parts) == ["train", "more"]
    for name, hashes in written.parts.items():
        assert read.parts[name].every == hashes.every
        assert read.parts[name].kept.tolist() == hashes.kept.tolist()


def test_a_copy_is_found_whatever_its_case_marks_and_spaces():
    assert Seen.of([PICNIC]).is_copy(PICNIC)
    assert Seen.of([PICNIC]).is_copy(PICNIC.upper().replace(",", " ,").replace("DIDN'T", "DID N’T"))


def test_an_excerpt_and_a_light_edit_are_found():
    sentence = PICNIC.partition(". ")[0]
    assert Seen.of([PICNIC]).is_copy(sentence)
    edited = PICNIC.replace("Saturday", "Sunday").replace("brother", "sister").replace("old railway", "canal")
    assert 0.5 < Hashes.of([PICNIC]).share(edited) < 1
    assert Seen.of([PICNIC]).is_copy(edited)


def test_a_text_on_the_same_subject_is_not_a_copy():
    assert Hashes.of([PICNIC]).share(OTHER_PICNIC) < 0.1
    assert not Seen.of([PICNIC]).is_copy(OTHER_PICNIC)


def test_a_text_that_is_half_copied_is_none():
    copied, new = [f"a{number}" for number in range(20)], [f"b{number}" for number in range(20)]
    hashes = Hashes.of([" ".join(copied)])
    assert hashes.share(" ".join(copied + new[:6])) == 13 / 19
    assert hashes.share(" ".join(copied + new[:13])) == 0.5
    assert not Seen({"train": hashes}).is_copy(" ".join(copied + new[:13]))


def test_short_texts_count_as_a_whole():
    seen_ = Seen.of(["Rinse the cup.", "We went to the shop to buy some fresh milk today."])
    assert seen_.is_copy("rinse the cup")
    assert not seen_.is_copy("Rinse the cup well.")
    assert not seen_.is_copy("the cup rinse")
    assert not seen_.is_copy("We went to the shop to buy some fresh milk")  # two shingles say nothing
    assert not seen_.is_copy("...") and not Seen.of(["..."]).is_copy("...")


def test_of_many_texts_a_sample_finds_copies_all_the_same(monkeypatch):
    monkeypatch.setattr(seen, "MOST", 500)
    random = np.random.default_rng(1)
    many = [" ".join(map(str, random.integers(0, 500, 120))) for _ in range(60)]
    hashes = Hashes.of(many[:30])
    assert hashes.every == 8
    assert len(hashes.kept) <= 500 + 30
    edited = [" ".join((*text.split()[:70], "nothing", *text.split()[71:])) for text in many]
    assert [hashes.share(text) > 0.5 for text in edited] == [True] * 30 + [False] * 30


def test_a_text_is_a_copy_if_one_part_has_it_and_parts_can_be_left_out():
    both = Seen({"train": Hashes.of([PICNIC]), "calibrate": Hashes.of([OTHER_PICNIC])})
    assert both.is_copy(PICNIC) and both.is_copy(OTHER_PICNIC)
    assert not both.without("calibrate").is_copy(OTHER_PICNIC)
    assert not Seen({}).is_copy(PICNIC)


def test_no_word_is_written_and_the_same_texts_give_the_same_bytes(tmp_path):
    (tmp_path / "again").mkdir()
    Seen.of([PICNIC, OTHER_PICNIC]).save(tmp_path)
    Seen.of([OTHER_PICNIC, PICNIC]).save(tmp_path / "again")
    content = (tmp_path / FILE).read_bytes()
    assert content == (tmp_path / "again" / FILE).read_bytes()
    assert not any(word.encode() in content for word in words_of(PICNIC) if len(word) > 4)


def test_a_folder_that_does_not_say_what_was_learnt(tmp_path):
    assert Seen.load(tmp_path) is None


@pytest.mark.parametrize(
    "arrays",
    [
        {"train": np.zeros((4, 2), np.uint8), "train.every": np.int64(1)},
        {"train": np.zeros((5, 2), np.uint64), "train.every": np.int64(1)},
        {"train": np.zeros((5, 2), np.uint8), "train.every": np.int64(1)},
        {"train": np.full((5, 2), 255, np.uint8), "train.every": np.int64(1)},
        {"train": np.ones((5, 2), np.uint8), "train.every": np.int64(-1)},
        {"train": np.ones((5, 2), np.uint8), "train.every": np.array([1, 2])},
        {"train": np.ones((5, 2), np.uint8)},
        {"train": np.array([{}], dtype=object), "train.every": np.int64(1)},
    ],
)
def test_a_file_that_was_tampered_with_is_one_sentence(tmp_path, arrays):
    np.savez(tmp_path / FILE, **arrays)
    with pytest.raises(InputError, match="should hold the hashes of training texts"):
        Seen.load(tmp_path)


def test_a_file_that_is_no_archive_or_unpacks_to_too_much(tmp_path, monkeypatch):
    (tmp_path / FILE).write_bytes(b"7")
    with pytest.raises(InputError, match="should hold the hashes of training texts"):
        Seen.load(tmp_path)
    Seen.of([PICNIC]).save(tmp_path)
    monkeypatch.setattr(seen, "LARGEST", 100)
    with pytest.raises(InputError, match="would take"):
        Seen.load(tmp_path)


def test_copies_are_one_group_and_so_are_copies_of_copies():
    first = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    second = f"{first} and then some more words that nobody wrote before this day in this old house"
    third = " ".join(second.split()[12:]) + " at all"
    assert copy_groups([first, "something else", second, third]) == [0, 1, 0, 0]
    assert copy_groups(["a b", "b a", "A, b!"]) == [0, 1, 0]
    assert copy_groups([]) == []
    assert copy_groups(["", "!"]) == [0, 0]


def test_what_was_learnt_from_before_is_still_known():
    before, more = Seen.of([PICNIC]), Seen.of(["We ate soup at home."])
    both = more.joined(before)
    assert both.is_copy(PICNIC)
    assert both.is_copy("we ate soup at home")
    assert more.joined(None).parts == more.parts
