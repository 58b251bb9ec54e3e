from hypothesis import given
from hypothesis import strategies as st

from tacit.corpus.shards import is_giant, metadata_key, shards, text_key
from tacit.documents import Document

texts = st.lists(st.integers(0, 3000).map(lambda length: "x" * length), max_size=60)


def documents(lengths_or_texts):
    return [Document(text, id=str(number)) for number, text in enumerate(lengths_or_texts)]


@given(texts)
def test_every_document_once_and_in_order(found):
    given_documents = documents(found)
    assert [d for shard in shards(given_documents, 2000) for d in shard] == given_documents


@given(texts)
def test_sizes_stay_within_bounds(found):
    cut = list(shards(documents(found), 500))
    for shard in cut[:-1]:
        size = sum(len(document.text) for document in shard)
        assert size <= 2000 or len(shard) == 1
    for shard in cut:
        assert is_giant(shard, 500) == (len(shard) == 1 and len(shard[0].text) > 2000)


def test_an_added_document_moves_only_the_cuts_near_it():
    many = [Document(f"story {number} " * 40, id=f"story-{number}") for number in range(2000)]
    before = {text_key(shard, "") for shard in shards(many, 5000)}
    many.insert(1000, Document("something new " * 30, id="new"))
    after = {text_key(shard, "") for shard in shards(many, 5000)}
    assert len(before) > 50
    assert len(after - before) <= 3


def test_keys_depend_on_what_they_name():
    one = [Document("a", id="1", metadata={"year": 1})]
    other = [Document("a", id="1", metadata={"year": 2})]
    assert text_key(one, "s") == text_key(other, "s") != text_key(one, "t")
    assert metadata_key(one, "s") != metadata_key(other, "s")
    assert text_key([Document("bc", id="a")], "") != text_key([Document("c", id="ab")], "")
