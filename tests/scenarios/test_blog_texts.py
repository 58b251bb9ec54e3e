import re
from collections import Counter
from pathlib import Path

from scenarios.blog_texts import BLOG, blog_documents

from tacit.documents import Document
from tacit.scenarios.data import narrative_of
from tacit.scenarios.inventory import load_inventory
from tacit.scenarios.task import Narrative

DOCUMENTS = blog_documents()
NARRATIVES = [narrative_of(document, inventory=None) for document in DOCUMENTS]
README = Path(__file__).with_name("blog") / "README.md"


def test_every_line_is_sound() -> None:
    for number, line in enumerate(BLOG.read_text(encoding="utf-8").splitlines(), 1):
        assert re.fullmatch(r"(# [a-z0-9-]+: \S.*\S|[^#|\s][^|]*\S( \| [^|;]+(; [^|;]+)*)?|)", line), (number, line)
        assert "  " not in line, (number, line)
        assert not line.endswith(" "), (number, line)


def test_documents_survive_their_file_format() -> None:
    assert [Document.from_json(document.to_json()) for document in DOCUMENTS] == DOCUMENTS


def test_ids_and_sentences_are_unique() -> None:
    ids = Counter(narrative.id for narrative in NARRATIVES)
    long_sentences = Counter(
        sentence for narrative in NARRATIVES for sentence in narrative.sentences if sentence.count(" ") > 3
    )
    assert ids.most_common(1)[0][1] == 1
    assert long_sentences.most_common(1)[0][1] == 1


def test_labels_are_canonical_and_not_repeated() -> None:
    known = set(load_inventory().labels)
    for document in DOCUMENTS:
        assert {passage.label for passage in document.layer("scenarios")} <= known, document.id
    for line in BLOG.read_text(encoding="utf-8").splitlines():
        labels = line.partition(" | ")[2].split("; ")
        assert len(labels) == len(set(labels)), line


def test_texts_have_the_length_of_weblog_posts() -> None:
    assert all(5 <= len(narrative) <= 40 for narrative in NARRATIVES)


def test_readme_tells_the_truth() -> None:
    counts = dict(re.findall(r"^\| ([a-z ,]+) \| ([\d.,]+ ?%?) \|$", README.read_text(encoding="utf-8"), re.MULTILINE))
    assert counts == _counts(NARRATIVES)


def _counts(narratives: list[Narrative]) -> dict[str, str]:
    labels = [labels for narrative in narratives for labels in narrative.labels]
    labelled = [some for some in labels if some]
    several = [some for some in labelled if len(some) > 1]
    kinds = Counter(len({label for some in narrative.labels for label in some}) for narrative in narratives)
    return {
        "texts": str(len(narratives)),
        "sentences": f"{len(labels):,}",
        "sentences a text": f"{len(labels) / len(narratives):.1f}",
        "passages": str(sum(len(document.layer("scenarios")) for document in DOCUMENTS)),
        "scenarios": str(len({label for some in labelled for label in some})),
        "sentences with a scenario": f"{len(labelled) / len(labels):.0%}",
        "of these, with several": f"{len(several) / len(labelled):.0%}",
        "texts with no scenario": str(kinds[0]),
        "texts with one scenario": str(kinds[1]),
        "texts with two or three": str(kinds[2] + kinds[3]),
        "texts with four or more": str(sum(count for number, count in kinds.items() if number > 3)),
    }
