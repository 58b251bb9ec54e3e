"""A small valid file of every format that tacit reads, made here."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from pathlib import Path

from tacit import formats
from tacit.documents import Annotation, Document, Layer, Link
from tacit.formats.registry import FORMATS

_TEXT = "Ann baked a cake. 🍰 Then she ate it.\n\nHer sister Lea was glad, “very glad”."
_NONE, _X = "none none none none none", "X X X X X"
_ROC = "\t".join(["id", *(f"sentence{n}" for n in range(1, 6))])
_CLOZE = ",".join(
    ["InputStoryid", *(f"InputSentence{n}" for n in range(1, 5)), "RandomFifthSentenceQuiz1,RandomFifthSentenceQuiz2"]
)
_CLAIRE = "Id\tResolved pattern\tArticle title\tSection header\tPrevious context\tSentence\tFollow-up context"
_FILLERS = "\t".join(f"Filler{n}" for n in range(1, 6))
READ_ONLY: dict[str, dict[str, str]] = {
    "inscript": {
        "kite_inscript.txt": "▁Jo @ScrPart_flyer_kite single none none 0\n▁flew none none #ScrEv_fly_kite single none\n"
        f"▁a {_NONE}\n▁ki @ScrPart_kite_kite none none none 1\nte {_X}\n▁ {_NONE}\n. {_X}\n<end_of_story>\n"
    },
    "labelled": {"posts.txt": "# tea: tired\nI made tea. | making tea\nThe bell rang. | making tea; visit\n\nHi.\n"},
    "mcscript": {
        "dev.xml": '<?xml version="1.0"?>\n<data><instance id="0" scenario="kites"><text>We ran &amp; rose.</text>'
        '<questions><question id="0" text="Where?" type="text"><answer correct="True" id="0" text="up"/>'
        '<answer correct="False" id="1" text="home"/></question></questions></instance></data>\n'
    },
    "descript": {
        "kite.new.xml": '<scripts><script id="1" source="2"><item slot="1" original="Find a hill"></item>'
        '<item slot="2" original="run &amp; let go"></item></script></scripts>\n'
    },
    "story_cloze": {
        "val.csv": f'{_CLOZE},AnswerRightEnding\na1,Mia ran.,"She fell, oh.",It rained.,A dog came.,It sat.,No.,1\n'
    },
    "rocstories": {"stories.tsv": f"{_ROC}\nk1\tJo had a kite.\tIt was big.\tWind rose.\tJo let go.\tIt flew.\n"},
    "claire": {
        "dev_data.tsv": f"{_CLAIRE}\t{_FILLERS}\n7\tFUSED HEAD\tHow to Fold\tSteps\tTake two.\tFold one ______ now.\t"
        "Press it.\tsheet\tboat\tside\tpaper\triver\n"
    },
    "kidscook": {"train.tsv": "boil the rice .\tput water in a pot . add rice .\t1 0 1 1 0 1 1 1 1\n" * 2},
    "table": {"texts.csv": 'id,text,year\na,"Ann sat, then ran.",1999\nb,"She said ""no"".",2001\n'},
    "html": {
        "page.html": "<!doctype html><html><head><title>Tea</title></head><body><nav>Menu</nav><main><h1>Tea</h1>"
        "<p>Boil <b>water</b>.</p><ol><li>Pour &amp; wait.</li></ol><pre>code</pre></main></body></html>"
    },
    "restructured": {
        "tea.rst": "Make tea\n========\n\n.. note::\n\n   Hot!\n\n#. Boil ``water``.\n\n   * Pour *it*.\n\n"
        "Type::\n\n   code\n\n"
        "=====  ===\nCups   two\n=====  ===\nPots   one\n=====  ===\n\nSee `this <http://a.example>`_ |x| :ref:`y`.\n"
    },
    "asciidoc": {
        "tea.adoc": "= Make tea\nAnn\n:toc:\n\n.Steps\n. Boil `water`.\n.. Pour *it*.\n+\n[source,sh]\n----\ncode\n"
        "----\n\nCup:: A thing.\n\nNOTE: Hot!\n\n|===\n| a | b\n|===\n\nSee https://a.example[b], <<b,c>>, {d}.\n// e\n"
    },
    "dita": {
        "tea.dita": '<?xml version="1.0"?>\n<!DOCTYPE task PUBLIC "-//OASIS//DTD DITA Task//EN" "task.dtd"><task>'
        "<title>Make tea</title><taskbody><steps><step><cmd>Boil &amp; pour<fn>Hot.</fn> it.</cmd><substeps><substep>"
        '<cmd>Wait.</cmd></substep></substeps></step></steps><p>See <xref href="a">this</xref>, <codeph>c</codeph>.'
        "</p><![CDATA[<raw>]]><table><row><entry>a</entry></row></table></taskbody></task>"
    },
    "markdown": {"tea.md": "# Make tea\n\n1. Boil *water*.\n2. Pour it.\n\n> Wait.\n\n```\ncode\n```\n\n[a](b) `c`\n"},
}


def document() -> Document:
    """Spans, chains, relations and features that every writable format has to carry somehow."""

    def at(words: str, *labels: str, id: str = "", links: tuple[Link, ...] = (), **features: str) -> Annotation:
        start = _TEXT.index(words)
        made = Annotation.of(start, start + len(words), *labels, source="made", id=id, **features)
        return Annotation(made.spans, made.labels, made.features, made.source, made.id, links)

    layers = [
        Layer("scenarios", [at("Ann baked a cake.", "baking a cake", id="s1", sure="0.9")]),
        Layer("mentions", [at("Ann", "PERSON", id="m1", name="Ann"), at("she", "PERSON", id="m2", name="Ann")]),
        Layer("relations", [at("ate", "eat", id="r1", links=(Link("source", "m2"), Link("target", "s1")))]),
    ]
    return Document(_TEXT, "story", {"year": "1999"}, layers)


def seeds() -> dict[str, dict[str, bytes]]:
    """For each format the files of one sample, the one to open first."""
    made = {name: {file: text.encode() for file, text in files.items()} for name, files in READ_ONLY.items()}
    with tempfile.TemporaryDirectory() as folder:
        for entry in FORMATS:
            if entry.writable:
                made[entry.name] = _written(entry.name, f"story{entry.suffixes[0]}", Path(folder) / entry.name)
    made["docx"] = {"story.docx": _docx()}
    made["jsonl"]["more.jsonl"] = json.dumps({"id": "a", "text": "Ann sat."}).encode()
    missing = {entry.name for entry in FORMATS} - set(made)
    assert not missing, f"no sample of {missing}"
    return made


def _docx() -> bytes:
    """A document with one paragraph."""
    body = f"<w:p><w:r><w:t>{_TEXT.splitlines()[0]}</w:t></w:r></w:p>"
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("word/document.xml", f'<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>')
    return made.getvalue()


def _written(name: str, file: str, folder: Path) -> dict[str, bytes]:
    folder.mkdir()
    formats.write([document()], folder / file, format=name)
    first = {file: (folder / file).read_bytes()}
    return first | {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.name != file}
