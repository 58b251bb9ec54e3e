from scenarios.annotation.double_annotation import CAKE, PARTY, TEA, annotated

from tacit.documents import Document
from tacit.scenarios.annotation.statistics import statistics
from tacit.scenarios.inventory import load_inventory


def gold(id, *passages):
    return annotated(id, gold=list(passages)).document


CORPUS = [
    gold("a", (0, 2, TEA), (0, 2, PARTY), (4, 4, TEA)),
    gold("b", (0, 0, CAKE), (1, 1, TEA), (2, 2, CAKE), (3, 3, TEA), (4, 4, CAKE), (5, 5, TEA)),
    gold("c"),
    Document("The oven was hot. I waited.", "d", {"scenario": CAKE}),
    Document("Nothing else.", "e"),
]


def test_table_4():
    found = statistics(CORPUS, load_inventory())
    rows = {row.label: row for row in found.scenarios}
    assert (rows[TEA].documents, rows[TEA].sentences, rows[TEA].segments) == (2, 7, 5)
    assert (rows[CAKE].documents, rows[CAKE].sentences, rows[CAKE].segments) == (2, 5, 4)
    assert rows[PARTY].mean_length == 3
    assert [row.label for row in found.scenarios] == [TEA, CAKE, PARTY]


def test_figure_2_and_totals():
    found = statistics(CORPUS, load_inventory())
    assert found.documents == 5
    assert found.sentences == 3 * 6 + 2 + 1
    assert (found.labelled_sentences, found.multiply_labelled_sentences) == (12, 3)
    assert found.segments == 2 + 6 + 1  # a segment with two labels is one
    filled = {name: count for name, count in found.segments_per_text.items() if count}
    assert filled == {"zero": 2, "one": 1, "two": 1, "> five": 1}
    assert found.scenarios_per_text["two"] == 2


def test_an_empty_corpus_counts_nothing():
    found = statistics([], None)
    assert (found.documents, found.segments, found.scenarios) == (0, 0, ())
    assert found.to_dict()["segments_per_text"]["zero"] == 0
