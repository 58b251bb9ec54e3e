import pytest
from annotated import annotated
from hypothesis import given
from hypothesis import strategies as st
from language.trees import tree

from tacit.documents import Document, Layer
from tacit.language import analysed
from tacit.language.analysed import Analysed
from tacit.language.parse import Parse

BOIL = tree("Boil boil VERB VB 0 ROOT\nwater water NOUN NN 1 dobj")


@pytest.fixture
def parsed(monkeypatch):
    """The texts that were parsed, call by call."""
    calls = []

    def analyse_many(texts):
        calls.append(list(texts))
        yield from (Parse.from_rows(text, []) for text in calls[-1])

    monkeypatch.setattr(analysed, "analyse_many", analyse_many)
    return calls


def test_a_text_is_parsed_and_classified_once_whatever_layers_it_gets(parsed, monkeypatch):
    classified = []
    kind_of = analysed.kind_of
    monkeypatch.setattr(analysed, "kind_of", lambda text: classified.append(text) or kind_of(text))
    text = Analysed.of(Document("Boil water."))
    assert parsed == classified == []
    later = text.with_layers([Layer("mine")]).with_layers([Layer("yours")])
    assert set(later.document.layers) == {"mine", "yours"}
    assert later.parse is text.parse
    assert later.events is text.events
    assert later.kind == text.kind == text.classified.kind
    assert (parsed, classified) == ([["Boil water."]], ["Boil water."])


def test_many_texts_are_parsed_together_and_each_once(parsed):
    first, second, third = Analysed.many(map(Document, ("a", "b", "c")))
    assert [each.parse.text for each in (second, first, third, second)] == ["b", "a", "c", "b"]
    assert parsed == [["b", "a", "c"]]


def test_a_parse_may_be_given(parsed):
    text = Analysed.of(Document(BOIL.text), BOIL)
    assert text.parse is BOIL
    assert [event.lemma for event in text.events] == ["boil"]
    assert parsed == []


WORDS = st.lists(st.lists(st.sampled_from(["go", "wait", "stop"]), min_size=1, max_size=3), max_size=5)


@given(WORDS, st.integers(0, 40), st.integers(0, 40))
def test_a_part_of_a_parse_has_the_words_that_stand_there(sentences, start, end):
    rows, ranges = [], []
    for words in sentences:
        ranges.append((len(rows), len(rows) + len(words)))
        rows += [(word, word, "VERB", "VB", ranges[-1][0], "ROOT") for word in words]
    text = " ".join(row[0] for row in rows)
    whole = Parse.from_rows(text, rows, sentences=ranges)
    start, end = min(start, end, len(text)), min(max(start, end), len(text))
    part = whole.part(start, end)
    inside = [n for n in range(len(whole)) if whole.starts[n] < end and whole.ends[n] > start]
    cut = any(whole.starts[n] < start or whole.ends[n] > end for n in inside) or any(
        bool({*range(a, b)} & {*inside}) and not {*range(a, b)} <= {*inside} for a, b in ranges
    )
    assert (part is None) is cut
    if part is not None:
        assert part.text == text[start:end]
        assert part.words == [part.text[a:b] for a, b in zip(part.starts, part.ends, strict=True)]
        assert part.words == [whole.words[n] for n in inside]
        assert [part.words[a:b] for a, b in part.sentences] == [whole.words[a:b] for a, b in ranges if a in inside]
        assert all(0 <= head < len(part) for head in part.heads)


HOWTO = """# Clean a pump

1. Take off the valve and the lid.
2. Rinse before reassembling.
3. Run `make`, then fill the bowl with water.
"""


@pytest.mark.models
def test_a_howto_is_parsed_once_by_all_who_read_it(monkeypatch):
    from tacit.formats import laid_out
    from tacit.language import analysis
    from tacit.language.capability import Language
    from tacit.linter.candidates import finder
    from tacit.linter.capability import Clarifications
    from tacit.linter.check import Checker
    from tacit.steps.capability import terse_instructions

    texts = []
    finished = analysis._finished
    monkeypatch.setattr(analysis, "_finished", lambda text, *rest: texts.append(text) or finished(text, *rest))
    text = Analysed.of(laid_out(Document(HOWTO)))
    for capability in (Language(), Clarifications(Checker())):
        text = text.with_layers(capability.annotate(text))
    assert list(terse_instructions(text.parse, text.events))
    assert len(text.document.layer("clarifications"))
    # The whole once, and once more the only line with code in it, which the linter reads with a noun in its place.
    assert texts == [text.prose, "Run Item  , then fill the bowl with water."]
    assert finder.analyse_many is analysis.analyse_many
    alone = annotated(Clarifications(Checker()), laid_out(Document(HOWTO)))
    assert alone.layer("clarifications") == text.document.layer("clarifications")
