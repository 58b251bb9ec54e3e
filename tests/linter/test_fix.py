import codecs
import gzip

import pytest

from tacit.documents import Span
from tacit.errors import InputError
from tacit.linter.findings import Finding, Place
from tacit.linter.fix import apply, check_fixable

TEXT = "Adjust the saddle. Put the lid on the jar and shake it.\n"


def found(phrase, blank, *, lead="", trail="", text=TEXT):
    start = text.index(phrase)
    place = Place(1, start + 1, 1, start + len(phrase) + 1, Span(start, start + len(phrase)))
    return Finding("a.md", place, "TAC401", phrase, "", 0.7, blank=blank, lead=lead, trail=trail)


ASPECT = found("Adjust the saddle", Span(7, 7), lead="the ", trail=" of ")
KIND = found("the saddle", Span(11, 11), trail=" ")
PRONOUN = found("it.", Span(52, 54))


@pytest.fixture
def doc(tmp_path):
    path = tmp_path / "a.md"
    path.write_text(TEXT)
    return path


def test_answers_to_phrases_that_overlap_are_all_written(doc):
    assert apply(doc, [(ASPECT, "height"), (KIND, "leather"), (PRONOUN, "the jar")]) == 3
    assert doc.read_text() == ("Adjust the height of the leather saddle. Put the lid on the jar and shake the jar.\n")


def test_of_answers_in_the_same_place_the_first_counts(doc):
    within = found("it.", Span(53, 53), lead=" ")
    assert apply(doc, [(PRONOUN, "the jar"), (within, "now"), (PRONOUN, "the lid")]) == 1
    assert doc.read_text() == TEXT.replace("it.", "the jar.")


def test_nothing_is_written_if_one_phrase_has_changed(doc):
    doc.write_text(TEXT.replace("shake it", "stir it"))
    with pytest.raises(InputError, match=r"changed since it was checked: 'it\.' is not there"):
        apply(doc, [(KIND, "leather"), (PRONOUN, "the jar")])
    assert "leather" not in doc.read_text()


@pytest.mark.parametrize("name", ["a.md.gz", "a.md"])
def test_a_packed_file_is_refused(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(content := gzip.compress(TEXT.encode()))
    for refused in (lambda: check_fixable(path), lambda: apply(path, [(KIND, "leather")])):
        with pytest.raises(InputError, match="is packed, so nothing can be written into it"):
            refused()
    assert path.read_bytes() == content


def test_an_answer_that_the_encoding_cannot_hold(doc):
    text = TEXT + "Serve at the café.\n"
    doc.write_bytes(content := text.encode("cp1252"))
    with pytest.raises(InputError, match=r"its encoding \(.*\) has no '茶'; save it as UTF-8"):
        apply(doc, [(KIND, "茶")])
    assert doc.read_bytes() == content
    assert apply(doc, [(KIND, "naïve")]) == 1
    assert doc.read_bytes() == text.replace("the saddle", "the naïve saddle").encode("cp1252")


def test_the_files_mode_and_a_link_to_it_stay(doc, tmp_path):
    doc.chmod(0o750)
    link = tmp_path / "link.md"
    link.symlink_to(doc)
    assert apply(link, [(KIND, "leather")]) == 1
    assert link.is_symlink()
    assert "leather" in doc.read_text()
    assert doc.stat().st_mode & 0o777 == 0o750


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_the_mark_and_order_of_bytes_stay(doc, mark, encoding):
    doc.write_bytes(mark + TEXT.encode(encoding))
    assert apply(doc, [(PRONOUN, "the jar")]) == 1
    assert doc.read_bytes() == mark + TEXT.replace("it.", "the jar.").encode(encoding)
