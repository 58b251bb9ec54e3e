from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import InputError, OutputError
from tacit.steps.data import instruction, read_pairs, read_templates, read_words, tokens, write_templates
from tacit.steps.task import Template

word = st.text("abcdefgh'1/", min_size=1, max_size=6)
template = st.lists(st.tuples(word, st.booleans()), min_size=1, max_size=8).flatmap(
    lambda tagged: st.lists(word, min_size=1, max_size=5).map(
        lambda abstract: Template(tuple(abstract), tuple(w for w, _ in tagged), tuple(g for _, g in tagged))
    )
)


@settings(max_examples=30, deadline=None)
@given(st.lists(template, min_size=1, max_size=4))
def test_what_is_written_is_read_again(tmp_path_factory, templates):
    path = tmp_path_factory.mktemp("templates") / "some.tsv"
    assert write_templates(templates, path) == len(templates)
    assert read_templates([path]) == templates


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("mix it\tstir it well\t1 0", "line 2: 2 tags for 3 words"),
        ("mix it\tstir it\t1 2", "line 2: a tag must be 0 (blank) or 1 (given)"),
        ("mix it\tstir it", "line 2: a row has three cells (abstract, concrete, tags), not 2"),
        ("mix it\t \t1", "line 2: an instruction is empty"),
        ("mix\t" + "stir " * 400 + "\t" + "1 " * 400, "line 2: an instruction has more than 300 words"),
    ],
)
def test_a_bad_row_is_named_by_its_line(tmp_path, row, message):
    path = tmp_path / "bad.tsv"
    path.write_text(f"mix it\tstir it\t0 1\n{row}\n")
    with pytest.raises(InputError, match=r"bad\.tsv, line 2") as error:
        read_templates([path])
    assert message in str(error.value)


def test_pairs_need_two_cells(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("Mix it\tStir it\tand more\n")
    assert read_pairs([path])[0].concrete == ("stir", "it")
    path.write_text("mix it\n")
    with pytest.raises(InputError, match="line 1: a row needs an abstract and a concrete"):
        read_pairs([path])


def test_a_template_needs_a_tag_for_each_word():
    with pytest.raises(InputError, match="1 tags for 2 words"):
        Template(("mix",), ("stir", "it"), (True,))


def test_blanks_are_runs():
    made = Template(("mix",), ("a", "b", "c", "d", "e"), (False, True, False, False, True))
    assert made.blanks == (range(0, 1), range(2, 4))
    assert made.answers == ("a", "c", "d")


def test_tokens_split_marks_and_contractions():
    assert tokens("Heat to 350°F, don’t burn; it's half-done (1/2)!") == (
        "heat", "to", "350", "°", "f", ",", "do", "n't", "burn", ";", "it", "'s", "half-done", "(", "1/2", ")", "!",
    )  # fmt: skip


@pytest.mark.parametrize("text", ["", "   ", "...", "\t\n"])
def test_an_instruction_must_say_something(text):
    with pytest.raises(InputError, match="the instruction is empty"):
        instruction(text)


def test_an_instruction_has_an_end():
    with pytest.raises(InputError, match="2,000 words; at most 300"):
        instruction("stir " * 2000)


def test_a_list_of_words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("Spoon\n\nspoon\nbowl\n")
    assert read_words(path) == ("spoon", "bowl")
    path.write_text("\n")
    with pytest.raises(InputError, match="there is no word"):
        read_words(path)


def test_templates_are_not_written_into_a_folder(tmp_path):
    with pytest.raises(OutputError, match="cannot be written"):
        write_templates([], tmp_path)
