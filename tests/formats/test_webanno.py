"""WebAnno TSV 3: every construct of the specification, cut and broken files, and any document there and back."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from formats.strategies import added_layers, contents, documents, linked_documents
from hypothesis import given, settings

from tacit import formats
from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.errors import InputError
from tacit.formats import Source
from tacit.formats.registry import format_named

ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"


def tsv(header: str, *rows: str, version: str = "3.3", text: str = "Ann ate a pie .") -> str:
    """A file of one sentence; the rows hold only the cells of the annotation columns."""
    words, offset, lines = text.split(" "), 0, []
    for number, (word, cells) in enumerate(zip(words, rows, strict=True), start=1):
        end = offset + len(word.encode("utf-16-le")) // 2
        lines.append("\t".join([f"1-{number}", f"{offset}-{end}", word, *cells.split(), ""]))
        offset = end + 1
    return f"#FORMAT=WebAnno TSV {version}\n{header}\n\n\n#Text={text}\n" + "".join(f"{line}\n" for line in lines)


def read(content: str) -> Document:
    [document] = formats.open_source(Source("story.tsv", content.encode()))
    return document


def written(document: Document) -> str:
    stream = io.StringIO()
    format_named("webanno").module.write([document], stream)
    return stream.getvalue()


def said(document: Document, layer: str) -> list[tuple[str, tuple[str, ...], dict[str, object]]]:
    return [(document.text_of(a), a.labels, dict(a.features)) for a in document.layer(layer)]


def test_rows_are_sentences_and_tokens() -> None:
    document = read("#FORMAT=WebAnno TSV 3.3\n\n\n#Sentence.id=s1\n#Text=Hi .\n1-1\t0-2\tHi\t\n1-2\t3-4\t.\t\n")
    assert document.text == "Hi ."
    assert [document.text_of(a) for a in document.tokens] == ["Hi", "."]
    assert said(document, "sentences") == [("Hi .", (), {"id": "s1"})]
    assert {a.source for a in document.tokens} == {"webanno"}


def test_span_layer_with_several_features_null_and_none() -> None:
    document = read(tsv("#T_SP=webanno.custom.Role|kind|label", "agent *", "_ _", "_ _", "* food", "_ _"))
    assert said(document, "Role") == [("Ann", (), {"kind": "agent"}), ("pie", ("food",), {})]


def test_layer_without_features_has_a_placeholder_column() -> None:
    for declaration in ("webanno.custom.Mark", "webanno.custom.Mark|"):
        document = read(tsv(f"#T_SP={declaration}", "*", "_", "_", "_", "_"))
        assert said(document, "Mark") == [("Ann", (), {})]


def test_named_entity_value_is_its_label() -> None:
    assert said(read(tsv(f"#T_SP={ENTITY}|value", "PER", "_", "_", "_", "_")), ENTITY) == [("Ann", ("PER",), {})]


def test_multi_token_and_stacked_annotations() -> None:
    document = read(tsv("#T_SP=webanno.custom.Np|label", "a[1]|b[2]", "_", "np[3]", "np[3]|n[4]", "_"))
    assert said(document, "Np") == [
        ("Ann", ("a",), {}),
        ("Ann", ("b",), {}),
        ("a pie", ("np",), {}),
        ("pie", ("n",), {}),
    ]


def test_escaped_characters() -> None:
    cell = r"\[a\]\|b\_c\->d\;e\*\\f"
    document = read(tsv("#T_SP=webanno.custom.X|label", rf"{cell}[1]|\_[2]", "_", "_", r"\*", "_"))
    assert [a.label for a in document.layer("X")] == [r"[a]|b_c->d;e*\f", "_", "*"]
    assert [a.label for a in read(written(document)).layer("X")] == [r"[a]|b_c->d;e*\f", "_", "*"]


def test_parts_of_tokens_and_places_without_width() -> None:
    document = read(
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.X|label\n\n\n#Text=unhappy dog\n"
        "1-1\t0-7\tunhappy\t_\t\n1-1.1\t0-2\tun\tneg\t\n1-1.2\t2-7\thappy\tnp[1]\t\n1-1.3\t7-7\t\tgap\t\n"
        "1-2\t8-11\tdog\t_\t\n1-2.1\t8-9\td\tnp[1]\t\n"
    )
    places = [(a.label, a.span) for a in document.layer("X")]
    assert places == [("neg", Span(0, 2)), ("np", Span(2, 9)), ("gap", Span(7, 7))]
    assert contents(read(written(document))) == contents(document)


def test_places_without_width_below_another_token_are_read_with_a_remark(caplog: pytest.LogCaptureFixture) -> None:
    """WebAnno wrote them so up to TSV 3.2, and parts in any order."""
    start = "#FORMAT=WebAnno TSV 3.2\n#T_SP=webanno.custom.X|label\n\n\n#Text=unhappy dog\n1-1\t0-7\tunhappy\t_\t\n"
    rows = "1-2\t8-11\tdog\t_\t\n1-2.3\t7-7\t\tend\t\n1-2.2\t2-2\t\tin\t\n1-2.1\t8-9\td\tpart\t\n"
    document = read(start + rows)
    places = {a.label: a.span for a in document.layer("X")}
    assert places == {"end": Span(7, 7), "in": Span(2, 2), "part": Span(8, 9)}
    assert "2 rows (the first is line 8)" in caplog.text
    assert contents(read(written(document))) == contents(document)
    for place in ("12-12", "2-3"):
        with pytest.raises(InputError, match="is not inside its token"):
            read(start + rows.replace("2-2", place))


def test_relations_point_to_their_ends() -> None:
    header = f"#T_SP={ENTITY}|value\n#T_RL=webanno.custom.Relation|label|BT_{ENTITY}"
    document = read(tsv(header, "PER _ _", "_ _ _", "_ _ _", "x[1]|y[2] eats|likes 1-1[0_2]|1-1[0_1]", "_ _ _"))
    by_id = document.by_id()
    ends = {
        relation.label: [(link.role, by_id[link.target].label) for link in relation.links]
        for relation in document.layer("Relation")
    }
    assert ends == {"eats": [("source", "PER"), ("target", "y")], "likes": [("source", "PER"), ("target", "x")]}
    assert all(document.text_of(a) == "pie" for a in document.layer("Relation"))
    again = written(document)
    assert "#T_RL=webanno.custom.Relation|label|BT_" in again and "tacit" not in again
    assert contents(read(again)) == contents(document)


def test_relation_without_annotation_at_its_ends_connects_tokens() -> None:
    header = "#T_SP=webanno.custom.Pos|label\n#T_RL=webanno.custom.Dep|label|BT_webanno.custom.Pos"
    document = read(tsv(header, "_ subj 1-2", "_ _ _", "_ _ _", "_ _ _", "_ _ _"))
    [relation] = document.layer("Dep")
    assert [document.text_of(document.by_id()[link.target]) for link in relation.links] == ["ate", "Ann"]
    assert contents(read(written(document))) == contents(document)


def test_slots_are_links() -> None:
    header = (
        "#T_SP=webanno.custom.Frame|label|ROLE_webanno.custom.Frame:Roles_webanno.custom.FrameRolesLink"
        "|webanno.custom.Filler\n#T_SP=webanno.custom.Filler|label"
    )
    rows = ("_ _ _ who", "eat agent;*;theme 1-1;1-5;1-3[4] _", "_ _ _ what[4]", "none _ * what[4]", "_ _ _ end")
    document = read(tsv(header, *rows))
    by_id = document.by_id()
    eat, none = document.layer("Frame")
    filled = [(link.role, by_id[link.target].label) for link in eat.links]
    assert filled == [("Roles:agent", "who"), ("Roles:", "end"), ("Roles:theme", "what")]
    assert none.links == ()
    again = written(document)
    assert header in again
    assert contents(read(again)) == contents(document)


def test_slots_to_any_type() -> None:
    header = (
        "#T_SP=webanno.custom.A|label\n#T_SP=webanno.custom.B|label\n"
        "#T_SP=webanno.custom.Host|ROLE_webanno.custom.Host:links_webanno.custom.HostLinksLink|uima.tcas.Annotation"
    )
    document = read(tsv(header, "a[1] b[2] _ _", "_ _ x;y 1-1[2];1-1[1]", "_ _ _ *", "_ _ _ _", "_ _ _ _"))
    first, second = document.layer("Host")
    assert [(link.role, document.by_id()[link.target].label) for link in first.links] == [("x", "b"), ("y", "a")]
    assert (second.links, document.text_of(second)) == ((), "a")


def test_chains() -> None:
    chain = "de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink"
    header = f"#T_CH={chain}|referenceType|referenceRelation"
    document = read(tsv(header, "name[1] coref->1-1", "_ _", "np[2] *->2-1", "np[2] *->2-1", "*[1] *->1-2"))
    assert said(document, chain) == [
        ("Ann", (), {"chain": 1, "link": 1, "referenceType": "name", "referenceRelation": "coref"}),
        ("a pie", (), {"chain": 2, "link": 1, "referenceType": "np"}),
        (".", (), {"chain": 1, "link": 2}),
    ]
    again = written(document)
    assert header in again
    assert contents(read(again)) == contents(document)


def test_chains_in_the_order_that_inception_writes() -> None:
    chain = "de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink"
    one = tsv(
        f"#T_CH={chain}|referenceType|referenceRelation", "name[1] coref->1-1", "_ _", "_ _", "_ _", "*[1] *->1-2"
    )
    other = tsv(f"#T_CH={chain}|referenceRelation|referenceType", "coref->1-1 name[1]", *("_ _",) * 3, "*->1-2 *[1]")
    assert read(other) == read(one)


def test_stacked_mentions_in_the_order_that_inception_writes() -> None:
    chain = "de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink"
    rows = ["coref->1-1|*->2-1 name[1]|np[2]", *("_ _",) * 3, "*->2-2|*->1-2 *[2]|pron[1]"]
    document = read(tsv(f"#T_CH={chain}|referenceRelation|referenceType", *rows))
    assert [(text, features["chain"], features["link"]) for text, _, features in said(document, chain)] == [
        ("Ann", 1, 1),
        ("Ann", 2, 1),
        (".", 2, 2),
        (".", 1, 2),
    ]
    assert contents(read(written(document))) == contents(document)


def test_lines_with_summaries_are_kept_with_a_remark(caplog: pytest.LogCaptureFixture) -> None:
    plain = tsv("#T_SP=webanno.custom.X|label", "x", "_", "_", "_", "_")
    document = read(plain.replace("\n\n\n", "\n#Summary1=(human1) Ann eats = pie.\n#Summary2=Pie.\n\n\n", 1))
    assert document.layers == read(plain).layers
    assert dict(document.metadata) == {"Summary1": "(human1) Ann eats = pie.", "Summary2": "Pie."}
    assert "not part of the format" in caplog.text


def test_stacks_of_unequal_length_are_matched_by_number_with_a_remark(caplog: pytest.LogCaptureFixture) -> None:
    header = "#T_SP=webanno.custom.Referent|entity|identity"
    rows = ["person[1]|thing[2] Ann[1]", "thing[2] _", "food[3]|thing[2]|x[4] Pie[4]|Tart[3]", "_ _", "_ _"]
    document = read(tsv(header, *rows))
    assert said(document, "Referent") == [
        ("Ann ate a", (), {"entity": "thing"}),
        ("Ann", (), {"entity": "person", "identity": "Ann"}),
        ("a", (), {"entity": "food", "identity": "Tart"}),
        ("a", (), {"entity": "x", "identity": "Pie"}),
    ]
    assert "2 rows (the first is line 6)" in caplog.text


@pytest.mark.parametrize("cells", ["a[1]|b[2] x", "a[1]|b[2] x[3]", "a[1]|b[1] x[1]"])
def test_stacks_of_unequal_length_without_numbers_are_refused(cells: str) -> None:
    with pytest.raises(InputError, match="different numbers of annotations, and not all are numbered"):
        read(tsv("#T_SP=webanno.custom.X|label|more", cells, "_ _", "_ _", "_ _", "_ _"))


def test_annotation_across_sentences_and_the_text_between_them() -> None:
    document = read(
        "#FORMAT=WebAnno TSV 3.2\n#T_SP=webanno.custom.X|label\n\n\n"
        "#Text=One .\n1-1\t0-3\tOne\tx[1]\t\n1-2\t4-5\t.\tx[1]\t\n"
        "\n#Text=Two\n2-1\t6-9\tTwo\tx[1]\t\n\n#Text=Three\n3-1\t12-17\tThree\t_\t\n"
    )
    assert document.text == "One .\nTwo\n  Three"
    assert [document.text_of(a) for a in document.layer("X")] == ["One .\nTwo"]
    assert [document.text_of(a) for a in document.sentences] == ["One .", "Two", "Three"]


def test_sentence_text_over_several_lines_with_escapes_and_crlf() -> None:
    content = "#FORMAT=WebAnno TSV 3.3\n\n\n#Text=a\\tb\\r\n#Text=c\\\\\n1-1\t0-1\ta\n1-2\t2-3\tb\n1-3\t5-7\tc\\\n"
    assert read(content).text == "a\tb\r\nc\\"
    assert read(content.replace("\n", "\r\n")) == read(content)


def test_old_files_escape_as_java_does() -> None:
    content = '#FORMAT=WebAnno TSV 3.1\n\n\n#Text=\\"\\u00e9\\" \\uD83D\\uDE42\n1-1\t0-3\t"é"\t\n1-2\t4-6\t🙂\t\n'
    assert read(content).text == '"é" 🙂'


def test_offsets_count_utf16_units() -> None:
    document = read(tsv("#T_SP=webanno.custom.X|label", "_", "x", "y", text="I 🙂𝒳 it"))
    assert [(a.label, a.span) for a in document.layer("X")] == [("x", Span(2, 4)), ("y", Span(5, 7))]
    assert "\t7-9\tit" in written(document)


@pytest.mark.parametrize(
    ("line", "new", "message"),
    [
        (2, "#T_XX=webanno.custom.X|label", "not a layer"),
        (2, "#T_CH=webanno.custom.X|label", "referenceType"),
        (2, "#T_RL=webanno.custom.X|label", "BT_"),
        (6, "1-1\t0-3\tAnn", "cells"),
        (6, "one\t0-3\tAnn\tx\t", "a row starts with"),
        (6, "1-1\t3-0\tAnn\tx\t", "before it starts"),
        (6, "1-1\t0-99\tAnn\tx\t", "ends at 99"),
        (6, "1-1\t9999999-10000000\tAnn\tx\t", "starts at 9999999"),
        (6, "1-1.1\t0-3\tAnn\tx\t", "must follow"),
        (6, "1-1\t0-3\tBob\tx\t", "the text is 'Ann'"),
        (7, "1-1\t4-7\tate\tx\t", "stands twice"),
        (7, "1-2\t1-7\tate\tx\t", "before the one ahead"),
        (7, "1-2\t4-7\tate\tx[1]|y[1]\t", "twice in one row"),
    ],
)
def test_malformed_lines_are_named(line: int, new: str, message: str) -> None:
    lines = tsv("#T_SP=webanno.custom.X|label", *"x____").split("\n")
    lines[line - 1] = new
    with pytest.raises(InputError, match=message) as raised:
        read("\n".join(lines))
    assert raised.value.line == line


@pytest.mark.parametrize("reference", ["7-7", "1-2[3]", "nowhere", "1-2[0_9]"])
def test_references_that_lead_nowhere(reference: str) -> None:
    header = f"#T_SP={ENTITY}|value\n#T_RL=webanno.custom.R|label|BT_{ENTITY}"
    with pytest.raises(InputError) as raised:
        read(tsv(header, f"PER x {reference}", "_ _ _", "_ _ _", "_ _ _", "_ _ _"))
    assert raised.value.line == 7


def rich() -> Document:
    text = "Ann baked 🙂 bread. She ate it!\n\n  The end"
    return Document(
        text,
        id="rich",
        layers=[
            Layer("sentences", [Annotation.of(0, 18, source="webanno"), Annotation.of(19, len(text), source="me")]),
            Layer(
                "people",
                [
                    Annotation.of(0, 3, "PERSON", "HERO", source="gold", id="ann", age=7, name="Ann|B"),
                    Annotation.of(19, 22, "PERSON", source="gold", id="she", links=[Link("same as", "ann")]),
                    Annotation((Span(0, 3), Span(12, 17)), ("ODD",), source="gold", id="w3"),
                ],
            ),
            Layer(
                "acts",
                [Annotation.of(19, 22, source="x", links=[Link("source", "ann"), Link("target", "she")], tense="past")],
            ),
            Layer("nowhere", [Annotation.of(0, 3, source="x", links=[Link("to", "nobody")])]),
        ],
    )


def test_what_has_no_column_comes_back() -> None:
    content = written(rich())
    assert "#T_RL=webanno.custom.acts|tense|tacit|BT_webanno.custom.people" in content
    assert contents(read(content), without=("tokens",)) == contents(rich())
    assert read(content).text == rich().text


def test_a_cut_file_is_an_error_unless_cut_after_a_whole_sentence() -> None:
    content = written(rich())
    whole = read(content)
    for end in range(1, len(content)):
        try:
            part = read(content[:end])
        except InputError:
            continue
        # Only what comes after the last token of a sentence can be missing: the next one, or parts of that token.
        missing = content[end:].lstrip("\n")
        assert not missing or missing.startswith("#Text=") or missing.partition("\t")[0] in ("1-4.1", "1-4.2")
        assert whole.text.startswith(part.text.rstrip())


def test_a_changed_character_is_read_or_an_error() -> None:
    content = written(rich())
    for place in range(0, len(content), 7):
        for sign in "\t\n|[_9":
            try:
                read(content[:place] + sign + content[place + 1 :])
            except InputError as error:
                assert str(error)


def test_empty_and_blank_texts_can_be_written() -> None:
    for text in ("", " ", "\n\t\n"):
        document = Document(text, layers=[Layer("x", [Annotation.of(0, len(text), "a", source="me")])])
        assert read(written(document)).text == text
        assert contents(read(written(document))) == contents(document)


@settings(max_examples=40, deadline=None)
@given(document=documents() | linked_documents("webanno"))
def test_any_document_comes_back(document: Document, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = Path(tmp_path_factory.mktemp("webanno")) / "story.tsv"
    formats.write([document], path, format="webanno")
    [again] = formats.open(path)
    assert (again.text, again.id) == (document.text, document.id)
    assert contents(again, without=added_layers(document)) == contents(document)


def spaced(count: int, gap: int) -> str:
    """A file of so many one-letter sentences with so many characters between them."""
    sentences = [f"#Text=a\n{n}-1\t{n * (gap + 1)}-{n * (gap + 1) + 1}\ta\n\n" for n in range(count)]
    return "#FORMAT=WebAnno TSV 3.3\n\n\n" + "".join(sentences)


def test_all_that_lies_between_sentences_is_bounded() -> None:
    assert len(read(spaced(3, 499_000)).text) == 3 + 2 * 499_000
    with pytest.raises(InputError, match="the sentence starts at 1497003, but the text before it ends at 998003"):
        read(spaced(1000, 499_000))


def test_the_whole_text_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacit.formats.webanno.body.MAX_DOCUMENT", 1 << 20)
    with pytest.raises(InputError, match="more than 1 MB in one document"):
        read(spaced(2, 900_000).replace("#Text=a\n1", "#Text=" + "a" * 200_000 + "\n1"))


def test_a_line_end_between_any_number_of_sentences_is_not_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacit.formats.webanno.body.MAX_GAP", 10)
    assert read(spaced(100, 1)).text == "\n".join("a" * 100)


def test_any_number_of_annotations_may_stand_on_a_word_but_each_once() -> None:
    many = [f"x[{number}]" for number in range(1, 100_001)]
    with pytest.raises(InputError, match="stands twice in one row"):
        read(tsv("#T_SP=webanno.custom.X|label", "|".join([*many, "x[7]"]), text="Ann"))
