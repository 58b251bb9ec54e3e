import csv

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scenarios.annotation.double_annotation import CAKE, PARTY, SENTENCE, TEA, annotated

from tacit.errors import InputError
from tacit.scenarios.annotation.merge import COLUMNS, CONFLICT, SINGLE, apply_cases, merge, write_cases


def sentences(segment):
    """The first and the last sentence of a segment."""
    return segment.span.start // SENTENCE, segment.span.end // SENTENCE


def rows_of(path):
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def decide(path, *decisions, **changes):
    rows = rows_of(path)
    for row, decision in zip(rows, decisions, strict=True):
        row["decision"] = decision
    rows[0].update(changes)
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0], delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)


def test_overlaps_of_one_label_become_the_longest_segment():
    # Example 3.3: one annotator marks the whole, the other two parts with a gap between them.
    text = annotated(anna=[(0, 4, TEA)], ben=[(0, 1, TEA), (3, 4, TEA)])
    merged = merge(text)
    [segment] = merged.agreed
    assert sentences(segment) == (0, 4)
    assert segment.annotators == ("anna", "ben")
    assert merged.cases == ()


def test_what_lies_inside_a_segment_does_not_cut_it_short():
    [segment] = merge(annotated(anna=[(0, 4, TEA)], ben=[(1, 2, TEA)])).agreed
    assert sentences(segment) == (0, 4)


def test_chains_of_overlaps_grow_over_all_annotators():
    [segment] = merge(annotated(anna=[(0, 2, TEA)], ben=[(2, 3, TEA)], chris=[(3, 5, TEA)])).agreed
    assert sentences(segment) == (0, 5)
    assert len(segment.annotators) == 3


def test_what_one_annotator_marks_is_a_single_case():
    merged = merge(annotated(anna=[(0, 1, TEA), (4, 4, CAKE)], ben=[(0, 1, TEA), (0, 1, PARTY)]))
    assert [(case.kind, case.segments[0].label) for case in merged.cases] == [(SINGLE, PARTY), (SINGLE, CAKE)]


def test_different_labels_for_one_place_are_a_conflict():
    merged = merge(annotated(anna=[(0, 2, TEA)], ben=[(1, 3, CAKE), (3, 3, PARTY)]))
    conflict, single = merged.cases
    assert conflict.kind == CONFLICT
    assert [(segment.label, segment.annotators) for segment in conflict.segments] == [
        (TEA, ("anna",)),
        (CAKE, ("ben",)),
    ]
    assert (single.kind, single.segments[0].label) == (SINGLE, PARTY)  # of the same annotator: no contradiction


def test_the_adjudicator_decides_and_gold_appears(tmp_path):
    path = tmp_path / "cases.tsv"
    texts = [merge(annotated(anna=[(0, 1, TEA), (3, 3, TEA), (5, 5, PARTY)], ben=[(0, 0, TEA), (3, 4, CAKE)]))]
    assert write_cases(texts, path) == 2
    assert [(row["case"], row["kind"], row["label"], row["annotators"]) for row in rows_of(path)] == [
        ("1", "conflict", TEA, "anna"),
        ("1", "conflict", CAKE, "ben"),
        ("2", "single", PARTY, "anna"),
    ]
    decide(path, "Keep", "keep", "drop")
    [gold] = apply_cases(texts, path)
    assert [(each.label, each.start // SENTENCE) for each in gold.layer("scenarios")] == [
        (TEA, 0),
        (CAKE, 3),
        (TEA, 3),
    ]
    assert len(gold.sentences) == 6
    assert gold.layer("scenarios")[0].features["annotators"] == ("anna", "ben")


@pytest.mark.parametrize(
    ("decisions", "changes", "problem"),
    [
        (("", "keep"), {}, "line 2: there is no decision for case 1; write 'keep' or 'drop'"),
        (("maybe", "keep"), {}, "'maybe' is no decision"),
        (("drop", "drop"), {}, "case 1 drops all its labels"),
        (("keep", "keep"), {"end": "12"}, "was changed; only the column 'decision' may be edited"),
        (("keep", "keep"), {"label": PARTY}, "was changed; only the column 'decision' may be edited"),
        (("keep", "keep"), {"case": "7"}, "case 1 .* was changed"),
    ],
)
def test_only_decisions_may_be_edited(tmp_path, decisions, changes, problem):
    path = tmp_path / "cases.tsv"
    texts = [merge(annotated(anna=[(0, 0, TEA)], ben=[(0, 1, CAKE)]))]
    write_cases(texts, path)
    decide(path, *decisions, **changes)
    with pytest.raises(InputError, match=problem):
        apply_cases(texts, path)


def test_rows_that_no_annotator_made_are_refused(tmp_path):
    path = tmp_path / "cases.tsv"
    write_cases([merge(annotated(anna=[(0, 0, TEA)], ben=[]))], path)
    decide(path, "keep")
    with pytest.raises(InputError, match="none of the annotators'"):
        apply_cases([merge(annotated(anna=[], ben=[]))], path)


def test_decisions_are_not_overwritten(tmp_path):
    path = tmp_path / "cases.tsv"
    texts = [merge(annotated(anna=[(0, 0, TEA)], ben=[]))]
    write_cases(texts, path)
    write_cases(texts, path)
    decide(path, "drop")
    with pytest.raises(InputError, match="already holds decisions"):
        write_cases(texts, path)


def test_a_table_saved_with_commas_is_read(tmp_path):
    path = tmp_path / "cases.tsv"
    texts = [merge(annotated(anna=[(0, 0, TEA)], ben=[]))]
    write_cases(texts, path)
    decide(path, "keep")
    rows = list(csv.reader(path.read_text().splitlines(), delimiter="\t"))
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows(rows)
    assert len(apply_cases(texts, path)[0].layer("scenarios")) == 1


def test_another_table_is_refused(tmp_path):
    path = tmp_path / "cases.tsv"
    path.write_text("a\tb\n1\t2\n")
    with pytest.raises(InputError, match="needs the columns case, kind"):
        apply_cases([], path)


@given(st.text(alphabet='case\tkind,"\n\r12“', max_size=40), st.booleans())
@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_stands_in_the_table_is_refused_with_a_sentence(tmp_path, text, with_head):
    path = tmp_path / "cases.tsv"
    path.write_text("\t".join(COLUMNS) + "\n" + text if with_head else text)
    with pytest.raises(InputError):
        apply_cases([merge(annotated(anna=[(0, 0, TEA)], ben=[]))], path)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", ["\t", ",", ";"])
def test_a_table_is_read_as_any_spreadsheet_saves_it(tmp_path, separator, line_end):
    path = tmp_path / "cases.tsv"
    texts = [merge(annotated("a, b; c", anna=[(0, 0, TEA), (2, 2, CAKE)], ben=[]))]
    write_cases(texts, path)
    decide(path, "keep", "drop")
    rows = list(csv.reader(path.read_text().splitlines(), delimiter="\t"))
    with path.open("w", newline="") as stream:
        csv.writer(stream, delimiter=separator, lineterminator=line_end).writerows(rows)
    assert [each.label for each in apply_cases(texts, path)[0].layer("scenarios")] == [TEA]


def test_an_empty_file_holds_no_decisions(tmp_path):
    path = tmp_path / "cases.tsv"
    path.touch()
    assert write_cases([merge(annotated(anna=[(0, 0, TEA)], ben=[]))], path) == 1
