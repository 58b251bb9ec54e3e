from __future__ import annotations

import io

import pytest
from formats.damage import survive_damage
from formats.strategies import documents
from formats.test_conllu import segmented
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.documents import Annotation, Document, Layer
from tacit.errors import InputError
from tacit.formats import conll_coreference
from tacit.formats.registry import FormatOptions, recognise
from tacit.formats.source import Source

THREE_COLUMNS = """\
# begin document
0	Mia	(1)
1	and	_
2	her	(3(1)
3	kite	3)
4	flew	_
# end document
"""
LITBANK = "".join(
    f"{row}\n" if row[:1] in ("", "#") else "mia\t0\t{}\t{}\t_\t_\t_\t_\t_\t_\t_\t_\t{}\n".format(*row.split(" "))
    for row in [
        "#begin document (mia); part 0",
        "0 Mia (0)",
        "1 ran ",
        "",
        "0 Her (2|(0)",
        "1 kite 2)",
        "",
        "#end document",
    ]
)
ONTONOTES = """\
#begin document (nw/mia); part 000
nw/mia   0   0    Mia   NNP  (TOP(S(NP*)   -     -   -   Jo   (PERSON)  (ARG0*)   (0)
nw/mia   0   1    ran   VBD       (VP*)))  run   01  1   Jo        *       (V*)    -

#end document
#begin document (nw/mia); part 001
nw/mia   1   0    Up    RB        (TOP*)   -     -   -   -         *               -

#end document
"""


def read(content: str, name: str = "sample.conll") -> list[Document]:
    return list(conll_coreference.read(Source(name, content.encode()), FormatOptions()))


def written(*given_documents: Document) -> str:
    stream = io.StringIO()
    conll_coreference.write(given_documents, stream)
    return stream.getvalue()


def mentions(document: Document) -> list[tuple[str, str]]:
    return [(document.text_of(mention), mention.features["chain"]) for mention in document.layer("mentions")]


def three(*cells: str) -> str:
    rows = "".join(f"{n}\tw{n}\t{cell}\n" for n, cell in enumerate(cells))
    return f"# begin document\n{rows}# end document\n"


def test_three_columns_have_no_sentences_and_no_name():
    (document,) = read(THREE_COLUMNS, "GUM_kite.conll")
    assert (document.id, document.text) == ("GUM_kite", "Mia and her kite flew")
    assert [document.text_of(token) for token in document.tokens] == document.text.split()
    assert "sentences" not in document.layers
    assert mentions(document) == [("Mia", "1"), ("her kite", "3"), ("her", "1")]


def test_litbank_has_sentences():
    (document,) = read(LITBANK)
    assert (document.id, document.text) == ("mia", "Mia ran\nHer kite")
    assert [document.text_of(sentence) for sentence in document.sentences] == ["Mia ran", "Her kite"]
    assert mentions(document) == [("Mia", "0"), ("Her kite", "2"), ("Her", "0")]


def test_ontonotes_columns_are_features_and_parts_are_documents():
    first, second = read(ONTONOTES)
    assert (first.id, second.id) == ("nw/mia", "nw/mia#1")
    assert second.metadata["part"] == 1
    mia, ran = first.tokens
    assert (mia.features["xpos"], mia.features["parse"], mia.features["entity"]) == ("NNP", "(TOP(S(NP*)", "(PERSON)")
    assert (ran.features["lemma"], ran.features["speaker"], ran.features["arguments"]) == ("run", "Jo", ("(V*)",))
    assert "lemma" not in mia.features


@pytest.mark.parametrize("begin", ["(kite);", "(kite); ", "(kite)", "(kite); part 0"])
def test_a_document_may_begin_without_a_part(begin):
    (document,) = read(f"#begin document {begin}\nMia\t(1)\n#end document\n")
    assert (document.id, document.text) == ("kite", "Mia")
    assert recognise(Source("a.key", f"#begin document {begin}\nMia\t(1)\n".encode())).name == "conll_coreference"


def test_two_columns_are_a_word_and_its_brackets():
    (document,) = read("#begin document (kite);\nMia\t(1)\nran   -\n\nher\t(2(1)\nkite\t2)\n#end document\n")
    assert document.text == "Mia ran\nher kite"
    assert mentions(document) == [("Mia", "1"), ("her kite", "2"), ("her", "1")]
    assert read(written(document)) == [document]


def test_five_columns_as_the_scorer_tests_itself_may_end_in_a_tab():
    rows = ["t\t0\t0\tMia\t(1(2", "t\t0\t1\tran\t1)2)\t", "", "u\t0\t0\tshe\t(1)\t"]
    (document,) = read("#begin document (t); \n" + "\n".join(rows) + "\n#end document\n")
    assert document.text == "Mia ran\nshe"
    assert mentions(document) == [("Mia ran", "1"), ("Mia ran", "2"), ("she", "1")]
    assert not any(token.features for token in document.tokens)


def test_three_columns_with_empty_lines_have_sentences():
    (document,) = read(THREE_COLUMNS.replace("1\tand", "\n1\tand"))
    assert [document.text_of(sentence) for sentence in document.sentences] == ["Mia", "and her kite flew"]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["(1", "(2", "1)", "2)"], ["w0 w1 w2", "w1 w2 w3"]),
        (["(1(1(1)", "1)", "1)"], ["w0 w1 w2", "w0 w1", "w0"]),
        (["(1", "1)(2", "2)"], ["w0 w1", "w1 w2"]),
        (["(3)|(5", "5)"], ["w0 w1", "w0"]),
        (["(1", "(2)1)"], ["w0 w1", "w1"]),
    ],
)
def test_brackets_nest_cross_and_meet(cells, expected):
    (document,) = read(three(*cells))
    assert [document.text_of(mention) for mention in document.layer("mentions")] == expected
    assert read(written(document)) == [document]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (three("(1", "_"), "line 2: the mention '1' that begins here never ends"),
        (three("_", "1)"), "line 3: the bracket of '1' is closed here but was never opened"),
        (three("_", "1"), "line 3: '1' is not a row of brackets"),
        (three("()"), r"line 2: '\(\)' is not a row of brackets"),
        ("0\tMia\t_\n", "line 1: a word stands outside a document"),
        ("#end document\n", "line 1: a document ends that never began"),
        ("#begin document (a)\n#begin document (b)\n", "line 2: a document begins before"),
        ("#begin document (a)\nMia\n", "line 2: a word has 2, 3, or 5 and more columns, not 1"),
        ("#begin document (a)\na\t0\t0\tMia\n", "line 2: a word has 2, 3, or 5 and more columns, not 4"),
        ("# nothing\n", "there is no '#begin document'"),
    ],
)
def test_wrong_files_are_errors_with_their_line(content, message):
    with pytest.raises(InputError, match=message):
        read(content)


def test_a_text_that_tacit_kept_must_have_the_words():
    with pytest.raises(InputError, match=r"line 3: the text in the comment 'tacit\.document' does not go on with 'w0'"):
        read('# tacit.document = {"text":"other"}\n' + three("_"))


def test_a_word_without_characters_is_an_underscore():
    assert read(three("_").replace("w0", ""))[0].text == "_"


def test_a_litbank_document_is_written_without_any_comment():
    (document,) = read(LITBANK)
    content = written(document)
    assert content.splitlines()[0] == "#begin document (mia); part 000"
    assert "mia\t0\t0\tHer\t-\t-\t-\t-\t-\t-\t-\t(2|(0)\n" in content
    assert read(content) == [document]


def test_parts_and_columns_come_back():
    both = read(ONTONOTES)
    content = written(*both)
    assert read(content) == both
    assert "tacit" not in content
    assert "#begin document (nw/mia); part 001\n" in content


def test_the_text_and_other_layers_are_carried_before_the_document():
    mood = Layer("mood", [Annotation.of(0, 4, "glad", source="me")])
    tokens = Layer("tokens", [Annotation.of(0, 3, source="me"), Annotation.of(3, 4, source="me")])
    people = Layer(
        "mentions", [Annotation.of(0, 3, source="me", chain="7"), Annotation.of(0, 2, source="me", chain="8")]
    )
    story = Document("Mia!", "mia", {"n": [1]}, [mood, tokens, people])
    content = written(story)
    first, second, third, *_ = content.splitlines()
    assert first.startswith("# tacit.document = ")
    assert second == "#begin document (mia); part 000"
    assert third.endswith("\t(7)")
    assert read(content) == [story]
    assert recognise(Source("a.conll", content.encode())).name == "conll_coreference"


@settings(max_examples=40, deadline=None)
@given(st.lists(documents() | segmented(), min_size=1, max_size=2))
def test_any_document_comes_back_whole(given_documents):
    assert read(written(*given_documents)) == given_documents


@pytest.mark.parametrize("id", ["", "a#3", "a)", "a; part 3", "(a\nb)", "#", "a#99999999999"])
@pytest.mark.parametrize("text", ["", " \n", "\x00 a\x1c\x07b"])
def test_odd_names_and_texts_come_back_whole(id, text):
    story = Document(text, id)
    assert read(written(story, story)) == [story, story]


def test_it_is_recognised_by_its_first_line():
    for sample in (THREE_COLUMNS, LITBANK, ONTONOTES):
        assert recognise(Source("a.conll", sample.encode())).name == "conll_coreference"
    assert recognise(Source("a.conll", b"EU NNP B-NP B-ORG\n")).name != "conll_coreference"


def test_damaged_files_give_documents_or_errors():
    for sample in (THREE_COLUMNS, LITBANK, ONTONOTES, written(Document("Mia!", "mia"))):
        assert survive_damage(conll_coreference, "a.conll", sample, times=60) > 20


@pytest.mark.parametrize(
    "line", ["#begin document" + " " * 50_000 + "x", "# begin document (a) ; part" + " " * 50_000 + "x"]
)
def test_a_beginning_with_many_spaces_comes_to_an_end(line: str) -> None:
    with pytest.raises(InputError, match="no '#begin document'"):
        read(line)


@pytest.mark.parametrize(
    ("line", "id"),
    [
        ("#begin document", "sample"),
        ("# begin document  ", "sample"),
        ("#begin document(a (b)) ; part 002 ", "a (b)#2"),
        ("#begin document ; part 1", "sample#1"),
        ("#begin document ();  part 0", ""),
    ],
)
def test_a_beginning_may_have_spaces_between_its_parts(line: str, id: str) -> None:
    [document] = read(THREE_COLUMNS.replace("# begin document", line))
    assert document.id == id
