"""How fast each format is read, beside a peer that does the bare minimum on the same file in the same run.

    python benchmarks/formats.py [format …]

Texts are made up on the spot and written to a temporary folder. Plain text, JSON lines, CSV and TSV must be read at
5 MB/s or more; the exit code is 1 if one of them is slower.
"""

from __future__ import annotations

import csv
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from rich.console import Console
from rich.table import Table

from tacit import formats
from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer

MEGABYTE = 1 << 20
BAR = 5.0
"""Megabytes a second that the formats in `MUST_BE_FAST` have to reach."""
MUST_BE_FAST = ("plain", "jsonl", "csv", "tsv")

SUBJECTS = ["The cook", "My neighbour", "A tired clerk", "Our teacher", "Her brother", "The guest in the corner"]
VERBS = ["washes", "carries", "forgets", "paints", "borrows", "counts", "folds", "repairs"]
OBJECTS = ["the old kettle", "a pair of gloves", "three maps", "the garden gate", "some bread", "a box of nails"]
PLACES = ["before lunch", "in the hall", "with great care", "on the way home", "as it rains", "for no reason"]


def sentence(chance: random.Random) -> str:
    return " ".join(chance.choice(part) for part in (SUBJECTS, VERBS, OBJECTS, PLACES)) + "."


def story(chance: random.Random, sentences: int = 20) -> str:
    return " ".join(sentence(chance) for _ in range(sentences))


def annotated(chance: random.Random, name: str, sentences: int) -> Document:
    """A story with the two layers that most formats have."""
    text, tokens, found = "", [], []
    for _ in range(sentences):
        start = len(text)
        for word in sentence(chance).removesuffix(".").split():
            tokens.append(Annotation.of(len(text), len(text) + len(word), source="benchmark"))
            text += word + " "
        text = text[:-1]
        tokens.append(Annotation.of(len(text), len(text) + 1, source="benchmark"))
        text += "."
        found.append(Annotation.of(start, len(text), source="benchmark"))
        text += " "
    return Document(text, name, layers=[Layer(SENTENCES, found), Layer(TOKENS, tokens)])


# One sample a format: pieces of a file, repeated until the file is large enough.


def markdown(chance: random.Random) -> str:
    steps = "".join(f"{number}. {sentence(chance)}\n   - {sentence(chance)}\n" for number in range(1, 6))
    return f"## {sentence(chance)}\n\n{story(chance)} See `code` and [this](https://a.example).\n\n{steps}\n"


def html(chance: random.Random) -> str:
    steps = "".join(f"<li>{sentence(chance)}</li>\n" for _ in range(5))
    return f"<h2>{sentence(chance)}</h2>\n<p>{story(chance)} <a href='x'>More</a>.</p>\n<ol>{steps}</ol>\n"


def restructured(chance: random.Random) -> str:
    title = sentence(chance)
    steps = "".join(f"#. {sentence(chance)}\n" for _ in range(5))
    return f"{title}\n{'-' * len(title)}\n\n{story(chance)} See ``code`` and `this <https://a.example>`_.\n\n{steps}\n"


def asciidoc(chance: random.Random) -> str:
    steps = "".join(f". {sentence(chance)}\n.. {sentence(chance)}\n" for _ in range(5))
    return f"== {sentence(chance)}\n\n{story(chance)} See `code` and https://a.example[this].\n\n{steps}\n"


def dita(chance: random.Random) -> str:
    steps = "".join(f"<step><cmd>{sentence(chance)}</cmd></step>\n" for _ in range(5))
    return f"<section><title>{sentence(chance)}</title>\n<p>{story(chance)}</p></section>\n<steps>{steps}</steps>\n"


def inscript(chance: random.Random) -> str:
    words = "".join(f"▁{word} @ScrPart_cook_tea single none none 0\n" for word in story(chance).split())
    return f"{words}<end_of_story>\n"


def mcscript(chance: random.Random) -> str:
    question = '<question id="0" text="Who?" type="text"><answer correct="True" id="0" text="The cook"/></question>'
    opening = f'<instance id="{identifier(chance)}" scenario="tea">'
    return f"{opening}<text>{story(chance)}</text><questions>{question}</questions></instance>\n"


def descript(chance: random.Random) -> str:
    items = "".join(f'<item slot="{slot}" original={quoteattr(sentence(chance))}></item>' for slot in range(1, 9))
    return f'<script id="{identifier(chance)}" source="2">{items}</script>\n'


def cells(chance: random.Random, count: int, separator: str) -> str:
    return separator.join(sentence(chance) for _ in range(count))


def identifier(chance: random.Random) -> str:
    return f"{chance.randrange(10**15):015}"


def kidscook(chance: random.Random) -> str:
    concrete = story(chance, 3)
    return f"{sentence(chance)}\t{concrete}\t{' '.join(chance.choice('01') for _ in concrete.split())}\n"


CLAIRE = [
    "Id",
    "Resolved pattern",
    "Article title",
    "Section header",
    "Previous context",
    "Sentence",
    "Follow-up context",
]
CLAIRE_HEADER = "\t".join([*CLAIRE, *(f"Filler{number}" for number in range(1, 6))]) + "\n"
CLOZE_HEADER = ",".join(
    [
        "InputStoryid",
        *(f"InputSentence{number}" for number in range(1, 5)),
        *("RandomFifthSentenceQuiz1", "RandomFifthSentenceQuiz2", "AnswerRightEnding\n"),
    ]
)

Piece = Callable[[random.Random], str]
TEMPLATES: dict[str, tuple[str, str, Piece, str, int]] = {
    # name: file name, start of the file, a piece of it, its end, megabytes
    "plain": ("plain.txt", "", lambda chance: story(chance) + "\n\n", "", 20),
    "jsonl": ("rows.jsonl", "", lambda c: json.dumps({"id": identifier(c), "text": story(c), "n": 1}) + "\n", "", 20),
    "csv": ("rows.csv", "id,n,text\n", lambda c: f'{identifier(c)},1,"{story(c)}"\n', "", 20),
    "tsv": ("rows.tsv", "id\tn\ttext\n", lambda c: f"{identifier(c)}\t1\t{story(c)}\n", "", 20),
    "markdown": ("page.md", "# Tea\n\n", markdown, "", 2),
    "html": ("page.html", "<!DOCTYPE html><html><body><main>\n", html, "</main></body></html>", 2),
    "restructured": ("page.rst", "", restructured, "", 2),
    "asciidoc": ("page.adoc", "= Tea\n\n", asciidoc, "", 2),
    "dita": ("page.dita", "<task><title>Tea</title><taskbody>\n", dita, "</taskbody></task>", 2),
    "inscript": ("inscript.txt", "", inscript, "", 2),
    "mcscript": ("mcscript.xml", "<data>\n", mcscript, "</data>\n", 2),
    "descript": ("tea.xml", "<scripts>", descript, "</scripts>\n", 2),
    "story_cloze": ("cloze.csv", CLOZE_HEADER, lambda c: f"{identifier(c)},{cells(c, 6, ',')},1\n", "", 2),
    "rocstories": (
        "stories.tsv",
        "\t".join(["id", *(f"sentence{number}" for number in range(1, 6))]) + "\n",
        lambda c: f"{identifier(c)}\t{cells(c, 5, chr(9))}\n",
        "",
        2,
    ),
    "claire": (
        "x_data.tsv",
        CLAIRE_HEADER,
        lambda c: f"{identifier(c)}\tFUSED HEAD\tTea\tSteps\t{story(c, 4)}\tFold ______ now.\tDone.\ta\tb\tc\td\te\n",
        "",
        2,
    ),
    "kidscook": ("kidscook.tsv", "", kidscook, "", 2),
}


def from_template(name: str, folder: Path) -> Path:
    file_name, start, piece, end, megabytes = TEMPLATES[name]
    chance = random.Random(1)
    path = folder / file_name
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.write(start)
        while stream.tell() < megabytes * MEGABYTE:
            stream.write("".join(piece(chance) for _ in range(100)))
        stream.write(end)
    return path


def from_writer(entry: formats.Format, folder: Path) -> Path:
    chance = random.Random(1)
    path = folder / f"written-{entry.name}{entry.suffixes[0]}"
    count, sentences = (1, 2000) if entry.single else (100, 20)
    formats.write((annotated(chance, f"story-{number}", sentences) for number in range(count)), path, format=entry.name)
    return path


# The peers: the least that anyone would have to do.


def split_lines(path: Path) -> int:
    with path.open(encoding="utf-8") as stream:
        return sum(len(line.split("\t")) for line in stream)


def xml_tree(path: Path) -> int:
    return sum(1 for _ in ElementTree.parse(path).iter())


def markdown_it(path: Path) -> int:
    from markdown_it import MarkdownIt

    return len(MarkdownIt().parse(path.read_text(encoding="utf-8")))


def html_parser(path: Path) -> int:
    parser = HTMLParser()
    parser.feed(path.read_text(encoding="utf-8"))
    return parser.getpos()[0]


def bare_text(path: Path) -> int:
    return len(path.read_text(encoding="utf-8"))


def bare_json(path: Path) -> int:
    with path.open(encoding="utf-8") as stream:
        return sum(len(json.loads(line)) for line in stream)


def bare_dict_reader(path: Path) -> int:
    with path.open(encoding="utf-8", newline="") as stream:
        return sum(1 for _ in csv.DictReader(stream, delimiter="\t" if path.suffix == ".tsv" else ","))


def pandas_table(path: Path) -> int:
    import pandas

    return len(pandas.read_csv(path, sep="\t" if path.suffix == ".tsv" else ","))


PEERS: dict[str, list[tuple[str, Callable[[Path], int]]]] = {
    "plain": [("read_text", bare_text)],
    "jsonl": [("json.loads", bare_json)],
    "csv": [("csv.DictReader", bare_dict_reader), ("pandas", pandas_table)],
    "tsv": [("csv.DictReader", bare_dict_reader), ("pandas", pandas_table)],
    "markdown": [("markdown-it", markdown_it)],
    "html": [("html.parser", html_parser)],
    "dita": [("ElementTree", xml_tree)],
    "xmi": [("ElementTree", xml_tree)],
    "tei": [("ElementTree", xml_tree)],
    "mcscript": [("ElementTree", xml_tree)],
    "descript": [("ElementTree", xml_tree)],
    "story_cloze": [("csv.DictReader", bare_dict_reader)],
    "rocstories": [("csv.DictReader", bare_dict_reader)],
}


def rate(path: Path, read: Callable[[Path], object]) -> float:
    """Megabytes a second of processor time, the better of two runs."""
    best = float("inf")
    for _ in range(2):
        started = time.process_time()
        read(path)
        best = min(best, time.process_time() - started)
    return path.stat().st_size / MEGABYTE / best


def exhaust(documents: Iterable[Document]) -> int:
    return sum(1 for _ in documents)


def measured(names: list[str], folder: Path) -> Iterator[tuple[str, Path, float, list[tuple[str, float]]]]:
    """Each name with its file, tacit's rate and its peers' rates."""
    for name in names:
        entry = formats.format_named("table" if name in ("csv", "tsv") else name)
        path = from_template(name, folder) if name in TEMPLATES else from_writer(entry, folder)
        ours = rate(path, lambda path, entry=entry: exhaust(formats.open(path, format=entry.name)))
        yield (
            name,
            path,
            ours,
            [(peer, rate(path, read)) for peer, read in PEERS.get(name, [("split lines", split_lines)])],
        )


def main(chosen: list[str]) -> int:
    names = [name for entry in formats.FORMATS for name in (("csv", "tsv") if entry.name == "table" else (entry.name,))]
    table = Table("format", "file, MB", "tacit, MB/s", "peer", "peer, MB/s", "tacit / peer")
    slow = []
    with tempfile.TemporaryDirectory() as folder:
        for name, path, ours, peers in measured(chosen or names, Path(folder)):
            for peer, theirs in peers:
                size = path.stat().st_size / MEGABYTE
                table.add_row(name, f"{size:.1f}", f"{ours:.1f}", peer, f"{theirs:.1f}", f"{ours / theirs:.2f}")
            if name in MUST_BE_FAST and ours < BAR:
                slow.append(name)
    console = Console()
    console.print(table)
    if slow:
        console.print(f"slower than {BAR} MB/s: {', '.join(slow)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
