"""How formats look that a file's ending does not tell: a test of its head for each.

The tests stand here and not with the readers, so that a file imports the reader of its own format and no other.
"""

from __future__ import annotations

import json
import re

from tacit.formats.parts import carried
from tacit.formats.parts.cells import first_cells
from tacit.formats.source import Source

TEI_NAMESPACE = "http://www.tei-c.org/ns/1.0"
CONLL_BEGIN = re.compile(r"#\s*+begin document\s*+(?:\((.*)\)\s*+)?(?:;\s*+(?:part\s*+([0-9]{1,9})\s*+)?)?")
"""The line that begins a document in CoNLL's files with coreference."""
CONLL_CARRIED = re.compile(rf"#\s*{re.escape(carried.KEY)} = (.*)")
"""The comment of tacit's that may stand before it."""
LABELLED_HEAD = re.compile(r"# [^:\n]{1,80}: \S")
LABELLED_BAR = " | "
KIDSCOOK_TAGS = re.compile(r"[01](?: [01])*")
CLOZE_SENTENCES = tuple(f"InputSentence{number}" for number in range(1, 5))
CLOZE_ENDINGS = ("RandomFifthSentenceQuiz1", "RandomFifthSentenceQuiz2")
ROC_SENTENCES = tuple(f"sentence{number}" for number in range(1, 6))
DITA_TOPICS = frozenset({"topic", "concept", "task", "reference", "troubleshooting", "glossentry", "dita"})
"""Outermost elements of DITA's files."""
_NEAR = 2000
"""Characters of a file in which its namespace or document type stands."""
_INSCRIPT_LINE = re.compile(r"▁\S* (?:@\S+|none|X) \S+ (?:#\S+|none|X) \S+ \S+ *\r?\n")
_CONLLU_WORD = re.compile(r"^1(?:-[0-9]+)?(?:\t[^\t\n]+){9}$", re.MULTILINE)
_CLAIRE_COLUMNS = frozenset({"Resolved pattern", "Sentence", "Filler1"})
_ROC_SEPARATORS = {".tsv": "\t", ".csv": ","}
_STUDIO_START = re.compile(
    r'\s*\[\s*\{\s*(?:"id"\s*:\s*[^,]{1,40},\s*)?"(?:annotations|predictions|completions)"\s*:\s*\['
)
_SAVED = re.compile(r'\s*+(?:\[\s*+)?\{\s*+"kind"\s*+:\s*+"[\w ]*+"\s*+,\s*+"document"\s*+:\s*+\{')
_STUDIO_DATA = re.compile(r'"data"\s*:\s*\{')
_STUDIO_SAID = re.compile(r'"(?:annotations|predictions|completions)"\s*:\s*\[')
_ROOT = re.compile(
    r"""
    \s*+
    (?: (?: <\?(?:(?!\?>).)*+\?>
          | <!--(?:(?!-->).)*+-->
          | <!DOCTYPE[^>\[]*+(?:\[(?:(?!\]\s*+>).)*+\]\s*+)?+>
        ) \s*+
    )*+
    <([\w.-]++)
    """,
    re.VERBOSE | re.DOTALL,
)


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_JSON = json.JSONDecoder(parse_constant=_refuse)


def root_tag(source: Source) -> str:
    """The name of the outermost element, or nothing if the file does not start as XML."""
    found = _ROOT.match(source.head)
    return found[1] if found else ""


def is_webanno(source: Source) -> bool:
    """A file that says so, whatever it is called."""
    return source.head.startswith("#FORMAT=WebAnno TSV 3")


def is_xmi(source: Source) -> bool:
    """XML in the namespace of XMI."""
    return source.suffix == ".xml" and "http://www.omg.org/XMI" in source.head[:_NEAR]


def is_catma(source: Source) -> bool:
    """TEI that says so in its header."""
    return is_tei(source) and "CATMA_TECH_DESC" in source.head


def is_tei(source: Source) -> bool:
    """XML whose outermost element or namespace is TEI's."""
    if source.suffix != ".xml":
        return False
    return root_tag(source) in ("TEI", "teiCorpus") or TEI_NAMESPACE in source.head[:_NEAR]


def is_conllu(source: Source) -> bool:
    """Any file whose first words have ten columns below comments."""
    head = source.head.replace("\r\n", "\n")
    return head.startswith("# ") and _CONLLU_WORD.search(head) is not None


def is_conll_coreference(source: Source) -> bool:
    """A file that begins a document, whatever it is called."""
    lines = (line for line in source.head.splitlines() if line.strip() and not CONLL_CARRIED.match(line))
    return CONLL_BEGIN.fullmatch(next(lines, "")) is not None


def is_inscript(source: Source) -> bool:
    """A file that starts with a labelled word piece."""
    return _INSCRIPT_LINE.match(source.head) is not None


def is_labelled(source: Source) -> bool:
    """A text file that begins with an id and has a label in sight."""
    return source.suffix == ".txt" and bool(LABELLED_HEAD.match(source.head)) and LABELLED_BAR in source.head


def is_mcscript(source: Source) -> bool:
    """XML of instances."""
    return source.suffix == ".xml" and root_tag(source) == "data" and "<instance" in source.head


def is_descript(source: Source) -> bool:
    """XML of scripts."""
    return source.suffix == ".xml" and root_tag(source) == "scripts"


def is_dita(source: Source) -> bool:
    """XML whose outermost element is a topic of DITA's with a title."""
    if source.suffix != ".xml" or root_tag(source) not in DITA_TOPICS:
        return False
    return "DITA" in source.head[:_NEAR] or "<title" in source.head[:_NEAR]


def is_story_cloze(source: Source) -> bool:
    """CSV with the columns of a story and its two endings."""
    names = first_cells(source, ",") if source.suffix == ".csv" else []
    return CLOZE_SENTENCES[0] in names and any(ending in names for ending in CLOZE_ENDINGS)


def is_rocstories(source: Source) -> bool:
    """A table with five sentences a row."""
    separator = _ROC_SEPARATORS.get(source.suffix)
    return separator is not None and set(ROC_SENTENCES) <= set(first_cells(source, separator))


def is_claire(source: Source) -> bool:
    """TSV with the columns of the shared task."""
    return source.suffix == ".tsv" and set(first_cells(source, "\t")) >= _CLAIRE_COLUMNS


def is_kidscook(source: Source) -> bool:
    """A TSV file without header whose third cell is a row of 0 and 1."""
    cells = source.head.partition("\n")[0].rstrip("\r").split("\t")
    return source.suffix == ".tsv" and len(cells) == 3 and KIDSCOOK_TAGS.fullmatch(cells[2].strip()) is not None


def is_label_studio(source: Source) -> bool:
    """A list of objects that have `data`, and `annotations` or `predictions`."""
    head = source.head
    if _STUDIO_START.match(head):
        return True
    return bool(head.lstrip().startswith("[") and _STUDIO_DATA.search(head) and _STUDIO_SAID.search(head))


def is_jsonl(source: Source) -> bool:
    """A file whose first line is a JSON object, or that calls itself JSON."""
    if source.suffix == ".json":
        return True
    line, end, _ = source.head.lstrip().partition("\n")
    if not line.startswith("{"):
        return False
    try:
        _JSON.decode(line)
    except (ValueError, RecursionError):
        return not end and line.startswith('{"')  # a line so long that the head holds only its start
    return True


def is_saved_json(source: Source) -> bool:
    """A '.json' file with readings, as the page saves them, or with tasks of Label Studio: not settings or the like."""
    return source.suffix == ".json" and (_SAVED.match(source.head) is not None or is_label_studio(source))


def is_table(source: Source) -> bool:
    """A table that no other format claims."""
    return source.suffix in (".csv", ".tsv")


def is_html(source: Source) -> bool:
    """A file that begins as a page does."""
    return source.head[:1000].lstrip().lower().startswith(("<!doctype html", "<html"))


def is_plain(source: Source) -> bool:
    """Any text that no other format claims, unless it is XML, whose tags are no text."""
    return bool(source.head) and source.suffix != ".xml"
