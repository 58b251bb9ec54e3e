from __future__ import annotations

import io
from itertools import pairwise

import pytest
from formats.damage import survive_damage
from formats.strategies import documents, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.documents import Annotation, Document, Layer, Span
from tacit.errors import DocumentError, InputError
from tacit.formats import conllu
from tacit.formats.registry import FormatOptions, recognise
from tacit.formats.source import Source
from tacit.values import Features

SAMPLE = """\
# newdoc id = kite
# global.Entity = GRP-etype-infstat-link-identity
# meta::genre = fiction
# newpar
# sent_id = kite-1
# speaker = Jo
# text = Don't drop the kite, Mia!
1-2	Don't	_	_	_	_	_	_	_	_
1	Do	do	AUX	VB	Mood=Imp|VerbForm=Fin	3	aux	3:aux	_
2	n't	not	PART	RB	_	3	advmod	3:advmod	_
3	drop	drop	VERB	VB	VerbForm=Inf	0	root	0:root	_
4	the	the	DET	DT	_	5	det	5:det	Entity=(2-object-new-coref
5	kite	kite	NOUN	NN	Number=Sing	3	obj	3:obj|8.1:nsubj	Entity=2)|SpaceAfter=No
6	,	,	PUNCT	,	_	7	punct	7:punct	_
7	Mia	Mia	PROPN	NNP	Number=Sing	3	vocative	3:vocative	Entity=(1-person-new-coref-Mia_%28name%29)|SpaceAfter=No
8	!	!	PUNCT	.	_	3	punct	3:punct	Note=x|XML=<w>
8.1	fly	fly	VERB	_	_	_	_	8:dep	CopyOf=3

# newpar id = p2
# sent_id = kite-2
# text = It flew.
1	It	it	PRON	PRP	_	2	nsubj	2:nsubj	Discourse=a:1|Entity=(2-object-giv-ana)
2	flew	fly	VERB	VBD	_	0	root	0:root	SpaceAfter=No
3	.	.	PUNCT	.	_	2	punct	2:punct	_

# newdoc id = tea
# sent_id = tea-1
# text = Tea?
1	Tea	tea	NOUN	NN	_	0	root	_	SpaceAfter=No
2	?	?	PUNCT	.	_	1	punct	_	_

"""


def read(content: str, name: str = "sample.conllu") -> list[Document]:
    return list(conllu.read(Source(name, content.encode()), FormatOptions()))


def written(*given_documents: Document) -> str:
    stream = io.StringIO()
    conllu.write(given_documents, stream)
    return stream.getvalue()


def words(text: str) -> str:
    """A sentence with nothing known but its words."""
    return "".join(f"{n}\t{word}\t" + "\t".join("_" * 8) + "\n" for n, word in enumerate(text.split(), 1)) + "\n"


def test_documents_text_and_metadata():
    kite, tea = read(SAMPLE)
    assert (kite.id, kite.text) == ("kite", "Don't drop the kite, Mia!\n\nIt flew.")
    assert kite.metadata["genre"] == "fiction"
    assert (tea.id, tea.text, len(tea.metadata)) == ("tea", "Tea?", 0)


def test_sentences_carry_their_comments_and_paragraphs_are_a_layer():
    kite, _ = read(SAMPLE)
    assert dict(kite.sentences[0].features) == {"newpar": None, "sent_id": "kite-1", "speaker": "Jo"}
    assert dict(kite.sentences[1].features) == {"newpar id": "p2", "sent_id": "kite-2"}
    assert [kite.text_of(p) for p in kite.layer("paragraphs")] == ["Don't drop the kite, Mia!", "It flew."]


def test_tokens_have_relative_heads_that_survive_slicing():
    kite, _ = read(SAMPLE)
    assert [kite.text_of(token) for token in kite.tokens][:4] == ["Do", "n't", "drop", "the"]
    do = kite.tokens[0].features
    assert (do["lemma"], do["upos"], do["xpos"], do["head"], do["deprel"]) == ("do", "AUX", "VB", 2, "aux")
    assert do["feats"] == Features({"Mood": "Imp", "VerbForm": "Fin"})
    assert kite.tokens[2].features["head"] == 0
    assert "feats" not in kite.tokens[1].features
    assert kite.tokens[4].features["deps"] == ((-2, "obj"), ("3.1", "nsubj"))
    second = kite[27:]
    assert [token.features["head"] for token in second.tokens] == [1, 0, -1]
    assert "2\tflew\tfly\tVERB\tVBD\t_\t0\troot\t0:root\tSpaceAfter=No\n" in written(second)


def test_multiword_tokens_and_empty_nodes_are_layers():
    kite, _ = read(SAMPLE)
    assert [kite.text_of(token) for token in kite.layer("multiword_tokens")] == ["Don't"]
    (node,) = kite.layer("empty_nodes")
    assert node.span == Span(25, 25)
    assert (node.features["form"], node.features["node"], node.features["deps"]) == ("fly", 1, ((0, "dep"),))


def test_entities_become_mentions():
    kite, _ = read(SAMPLE)
    assert [(kite.text_of(m), m.label, dict(m.features)) for m in kite.layer("mentions")] == [
        ("the kite", "object", {"chain": "2", "infstat": "new", "link": "coref"}),
        ("Mia", "person", {"chain": "1", "infstat": "new", "link": "coref", "identity": "Mia_%28name%29"}),
        ("It", "object", {"chain": "2", "infstat": "giv", "link": "ana"}),
    ]
    assert all("Entity" not in token.features.get("misc", {}) for token in kite.tokens)


def test_a_file_comes_back_to_the_byte():
    assert written(*read(SAMPLE)) == SAMPLE


def test_comments_after_the_text_keep_their_place():
    content = SAMPLE.replace("# text = It flew.\n", "# text = It flew.\n# note = a\n# note = b\n")
    assert read(content)[0].sentences[1].features["note"] == ("a", "b")
    assert written(*read(content)) == content


def entities(*cells: str) -> Document:
    rows = "".join(f"{n}\tw{n}\t_\t_\t_\t_\t_\t_\t_\t{cell}\n" for n, cell in enumerate(cells, 1))
    (document,) = read("# newdoc id = x\n# global.Entity = eid-etype-head\n" + rows + "\n")
    return document


def test_nested_and_crossing_entities():
    nested = entities("Entity=(e1-a-1(e2-b-1)", "Entity=(e1-c-1", "Entity=e1)e1)")
    assert [(nested.text_of(m), m.label) for m in nested.layer("mentions")] == [
        ("w1 w2 w3", "a"),
        ("w1", "b"),
        ("w2 w3", "c"),
    ]
    crossing = entities("Entity=(e1-a", "Entity=(e2-b", "Entity=e1)", "Entity=e2)")
    assert [crossing.text_of(m) for m in crossing.layer("mentions")] == ["w1 w2 w3", "w2 w3 w4"]


def test_an_end_and_a_beginning_on_one_word():
    document = entities("Entity=(e1-a", "Entity=e1)(e2-b", "Entity=e2)")
    assert [document.text_of(m) for m in document.layer("mentions")] == ["w1 w2", "w2 w3"]
    assert read(written(document)) == [document]
    assert "tacit" not in written(document)


def test_a_discontinuous_entity_is_one_mention():
    document = entities(
        "Entity=(e5[1/2]-person-1", "Entity=e5[1/2])", "_", "Entity=(e5[2/2]-person-1)", "Entity=(e5-x)"
    )
    first, second = document.layer("mentions")
    assert (document.text_of(first), first.features["chain"], first.label) == ("w1 w2 … w4", "e5", "person")
    assert document.text_of(second) == "w5"
    assert read(written(document)) == [document]
    assert "tacit" not in written(document)


def test_entity_without_a_header_stays_in_misc():
    (document,) = read("1\tMia\t_\t_\t_\t_\t_\t_\t_\tEntity=B-PER\n")
    assert document.tokens[0].features["misc"]["Entity"] == "B-PER"
    assert "mentions" not in document.layers


@pytest.mark.parametrize(("cell", "line"), [("Entity=(e1-a", 3), ("Entity=e1)", 4), ("Entity=e1", 4), ("Entity=()", 4)])
def test_unbalanced_entities_are_errors_with_their_line(cell, line):
    rows = ["_", cell] if line == 4 else [cell, "_"]
    with pytest.raises(InputError, match=f"line {line}: "):
        entities(*rows)


def test_the_text_comes_from_misc_where_there_is_no_comment():
    content = (
        words("Jo ran")
        .replace("Jo\t" + "_\t" * 7 + "_", "Jo\t" + "_\t" * 7 + r"SpacesBefore=\s|SpacesAfter=\n\t")
        .replace("ran\t" + "_\t" * 7 + "_", "ran\t" + "_\t" * 7 + "SpaceAfter=No")
    )
    (document,) = read(content + words("! Up"), "a.conllu")
    assert (document.id, document.text) == ("a", " Jo\n\tran! Up")


def test_the_comment_text_wins_over_misc_if_it_has_the_same_words():
    (document,) = read("# text = Jo ran.\n" + words("Jo ran ."))
    assert document.text == "Jo ran."
    assert "text" not in document.sentences[0].features


def test_a_comment_text_with_other_words_is_kept_as_a_comment():
    content = "# newdoc id = x\n# text = Jo walked\n" + words("Jo ran")
    (document,) = read(content)
    assert document.text == "Jo ran"
    assert document.sentences[0].features["text"] == "Jo walked"
    assert written(document) == content


def test_words_that_do_not_spell_their_token_share_its_place():
    content = "# newdoc id = x\n# text = zum\n1-2\tzum" + "\t_" * 8 + "\n" + words("zu dem")
    (document,) = read(content)
    assert document.text == "zum"
    assert [(token.span, token.features["form"]) for token in document.tokens] == [
        (Span(0, 3), "zu"),
        (Span(0, 3), "dem"),
    ]
    assert written(document) == content


def test_without_newdoc_a_file_is_one_document_and_newdoc_needs_no_id():
    assert [d.id for d in read(words("Up") + words("Down"), "a.conllu")] == ["a"]
    assert [d.id for d in read(words("Up") + "# newdoc\n" + words("Down"), "a.conllu")] == ["a", "a-2"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1\tUp\n", "line 1: a word has 10 columns with tabs between them, not 2"),
        (words("Up").replace("1", "x"), "line 1: the first column must be a number"),
        (words("Up high").replace("2\t", "3\t"), "line 1: the words of a sentence must be numbered"),
        (words("Up").replace("Up", ""), "line 1: column 2 is empty"),
        (words("Up").strip("\n") + "\n# late\n", "line 2: a comment stands after words"),
        ("1\tUp\t_\t_\t_\t_\t2\t_\t_\t_\n", "line 1: HEAD must be 0 or the number of a word"),
        ("1\tUp\t_\t_\t_\t_\t1\t_\t_\t_\n", "line 1: a word cannot be its own HEAD"),
        ("1\tUp\t_\t_\t_\t_\t_\t_\troot\t_\n", "line 1: DEPS must be a list"),
        ("1-3\tUp" + "\t_" * 8 + "\n" + words("U p"), "line 1: '1-3' is no range of words"),
        ("\n\n", "there is no sentence"),
    ],
)
def test_wrong_files_are_errors_with_their_line(content, message):
    with pytest.raises(InputError, match=message):
        read(content)


def test_a_carried_comment_that_does_not_fit_is_an_error():
    with pytest.raises(DocumentError, match=r"tacit\.document"):
        read("# newdoc id = a\n# tacit.document = {oops\n" + words("Up"))
    with pytest.raises(DocumentError, match=r"tacit\.document"):
        read('# newdoc id = a\n# tacit.document = {"sources":{"nothing":"x"}}\n' + words("Up"))


def test_it_is_recognised_by_ending_or_content():
    assert recognise(Source("a.conllu", SAMPLE.encode())).name == "conllu"
    assert recognise(Source("a.txt", SAMPLE.encode())).name == "conllu"
    assert recognise(Source("a.md", b"# Title\n\n1\tone\n")).name != "conllu"
    assert recognise(Source("a.conll", b"#begin document (a); part 0\n1\tA\t-\n#end document\n")).name != "conllu"


def test_a_document_without_words_gets_simple_ones_and_comes_back_without():
    story = Document("Jo ran.  Mia (8) didn't!\n\nNo end", "jo", {"rating": 3})
    content = written(story)
    assert content.count("# text = ") == 3
    assert "\tdidn\t" in content
    assert read(content) == [story]


def test_other_layers_and_sources_are_carried():
    tokens = Layer("tokens", [Annotation.of(0, 2, source="spacy", lemma="Jo"), Annotation.of(3, 6, source="spacy")])
    mood = Layer("mood", [Annotation.of(0, 2, "glad", source="me", id="m1")])
    story = Document("Jo ran", "jo", layers=[tokens, mood])
    content = written(story)
    assert '"sources":{"tokens":"spacy"}' in content
    assert "1\tJo\tJo\t" in content
    assert read(content) == [story]


MISC_KEYS = st.sampled_from(["A", "Entity", "SpaceAfter", "SpacesAfter", ""])
COMMENT_NAMES = st.sampled_from(
    ["sent_id", "newpar", "newdoc id", " newdoc", "text", "meta::x", "tacit.document", "a=b", "\n"]
)


def test_only_mentions_speak_of_entities_where_there_is_a_header():
    junk = Annotation.of(2, 2, source="me", misc={"Entity": "oops"})
    person = Annotation.of(0, 2, "person", source="me", chain="1")
    story = Document("Jo ran", "jo", layers=[Layer("empty_nodes", [junk]), Layer("mentions", [person])])
    content = written(story)
    assert "Entity=(1-person)" in content
    assert "Entity=oops" not in content
    assert read(content) == [story]


@st.composite
def segmented(draw: st.DrawFn) -> Document:
    """Words with columns, in sentences, with paragraphs and mentions: some of it awkward."""
    text = draw(texts())
    cuts = sorted({0, len(text), *draw(st.lists(st.integers(0, len(text)), max_size=4))})
    spans = [Span(a, b) for a, b in pairwise(cuts)]
    column = st.dictionaries(
        st.sampled_from(["lemma", "upos", "feats", "head", "deprel", "deps", "misc", "form"]),
        st.sampled_from(
            ["x", "", "_", "a=b|a=c", "a|b", 0, 1, -1, 10**12, None, True, [[1, "x"]], [[None, "a|b"], ["1.1", ""]]]
        )
        | st.dictionaries(
            st.sampled_from(["A", "Entity", "SpaceAfter", "SpacesAfter", ""]), st.sampled_from(["No", "(1", "|"])
        ),
        max_size=3,
    )
    tokens = [Annotation((span,), (), Features(draw(column))) for span in spans]
    comment = st.dictionaries(
        st.sampled_from(
            ["sent_id", "newpar", "newdoc id", " newdoc", "text", "meta::x", "tacit.document", "a=b", "\n"]
        ),
        st.sampled_from([None, "x", " y ", "a\nb", 3, ["u", "v"]]),
        max_size=2,
    )
    middle = draw(st.sampled_from(spans)).start
    sentences = [Annotation((Span(a, b),), (), Features(draw(comment))) for a, b in ((0, middle), (middle, len(text)))]
    mention = st.builds(
        lambda span, chain: Annotation((span,), ("T",), Features({"chain": chain, "n": "1"})),
        st.sampled_from(spans),
        st.sampled_from(["1", "e-2", 3, "", "(", "1"]),
    )
    layers = [
        Layer("tokens", tokens),
        Layer("sentences", [s for s in sentences if len(s.span)]),
        Layer("mentions", draw(st.lists(mention, max_size=3))),
        Layer("paragraphs", [Annotation((draw(st.sampled_from(spans)),))]),
        Layer("multiword_tokens", [Annotation((draw(st.sampled_from([*spans, Span(0, len(text))])),))]),
        Layer("empty_nodes", [Annotation((Span(middle, middle),), (), Features(draw(column)))]),
    ]
    names = draw(st.sets(st.sampled_from([layer.name for layer in layers])))
    metadata = draw(
        st.dictionaries(
            st.sampled_from(["genre", "global.Entity", "global.Entity=GRP", "a\nb", ""]),
            st.sampled_from(["x", None, 3, "GRP-etype", "GRP", "a\nb", " y "]),
            max_size=2,
        )
    )
    id = draw(st.sampled_from(["a", "", " a ", "a\nb", "a = b", "\x00"]))
    return Document(text, id, metadata, [layer for layer in layers if layer.name not in names])


@settings(max_examples=40, deadline=None)
@given(st.lists(documents() | segmented(), min_size=1, max_size=2))
def test_any_document_comes_back_whole(given_documents):
    assert read(written(*given_documents)) == given_documents


@pytest.mark.parametrize("text", ["", " \n", "\x00 a\x1c\x07b", "a\ufeff", "Jo\x0bran\x0c."])
def test_texts_that_are_hardly_texts_come_back_whole(text):
    story = Document(text, "x", {"note": "\x00"})
    assert read(written(story, story)) == [story, story]


def test_damaged_files_give_documents_or_errors():
    assert survive_damage(conllu, "a.conllu", SAMPLE) > 20
    assert survive_damage(conllu, "a.conllu", written(Document("Jo ran.", "a", {"n": 1})), times=60) > 20


def test_a_comment_may_stand_any_number_of_times() -> None:
    notes = "".join(f"# note = {number}\n" for number in range(200_000))
    [document] = read(notes + "1\tTea\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    assert document.sentences[0].features["note"] == tuple(map(str, range(200_000)))
