from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tacit import formats
from tacit.errors import UsageError
from tacit.scenarios import Inventory, Scenario, load_inventory
from tacit.scenarios.annotation.guideline_pages import pdf
from tacit.scenarios.annotation.project import GUIDELINES, project, write_project
from tacit.scenarios.layers import segments_of

OWN = Inventory([
    Scenario("feeding chickens", aliases=("feeding the hens",), part_of=("keeping chickens",)),
    Scenario("keeping chickens"),
])  # fmt: skip


def unpacked(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def layers(plain: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {layer["name"]: layer for layer in plain["layers"]}


def test_the_archive_holds_what_inception_imports(tmp_path: Path) -> None:
    write_project(load_inventory(), tmp_path / "annotation.zip")
    files = unpacked(tmp_path / "annotation.zip")
    assert set(files) == {"exportedproject.json", "guideline/scenarios.pdf"}
    plain = json.loads(files["exportedproject.json"])
    assert (plain["name"], plain["mode"], plain["version"]) == ("Everyday scenarios", "ANNOTATION", 1)
    [tags] = plain["tag_sets"]
    assert {tag["tag_name"] for tag in tags["tags"]} == set(load_inventory().labels)
    assert len(tags["tags"]) == 200
    assert not tags["create_tag"]  # the list is closed
    scenario = layers(plain)["webanno.custom.scenarios"]
    [feature] = scenario["features"]
    assert (feature["name"], feature["type"], feature["tag_set"]["name"]) == ("label", "uima.cas.String", tags["name"])
    assert (scenario["type"], scenario["overlap_mode"], scenario["cross_sentence"]) == ("span", "ANY_OVERLAP", True)
    assert files["guideline/scenarios.pdf"].startswith(b"%PDF-1.")


def test_tokens_and_sentences_are_there_but_nobody_marks_them() -> None:
    hidden = [layer for layer in project(OWN)["layers"] if layer["built_in"]]
    assert [layer["uiName"] for layer in hidden] == ["Token", "Sentence"]
    assert not any(layer["enabled"] for layer in hidden)


def test_an_inventory_of_ones_own_gives_its_tags_with_what_tells_them_apart() -> None:
    [tags] = project(OWN)["tag_sets"]
    assert tags["tags"] == [
        {"tag_name": "feeding chickens", "tag_description": "also feeding the hens; part of keeping chickens"},
        {"tag_name": "keeping chickens", "tag_description": None},
    ]


def test_the_same_project_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.zip", "other.zip"):
        write_project(OWN, tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "other.zip").read_bytes()


def test_what_annotators_export_is_read_with_the_labels_of_the_tag_set(tmp_path: Path) -> None:
    """A file as INCEpTION writes it for the layer and feature of the project."""
    [layer, *_] = project(OWN)["layers"]
    rows = ["1-1\t0-4\tHens\tfeeding chickens", "1-2\t5-8\tate\tfeeding chickens", "1-3\t9-10\t.\t_"]
    head = f"#FORMAT=WebAnno TSV 3.3\n#T_SP={layer['name']}|{layer['features'][0]['name']}\n\n\n#Text=Hens ate .\n"
    (tmp_path / "anna.tsv").write_text(head + "\n".join(rows) + "\n")
    [document] = formats.open(tmp_path / "anna.tsv")
    assert {segment.label for segment in segments_of(document, OWN)} == {"feeding chickens"}


@pytest.mark.parametrize("name", ["", "ab", "a/b/c", "news\n", "x" * 101, " blank"])
def test_a_project_needs_a_name_that_inception_takes(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot name a project"):
        write_project(OWN, tmp_path / "a.zip", name=name)
    assert not list(tmp_path.iterdir())


def test_every_scenario_that_the_guidelines_name_as_a_label_is_in_the_inventory() -> None:
    text = " ".join(GUIDELINES.read_text(encoding="utf-8").split())
    named = re.findall(r"(?:Marked|Marked as one|Marked as two), \*([^*]+)\*", text)
    assert len(named) >= 5
    assert all(label in load_inventory().labels for label in named)


def shown(pages: bytes) -> list[str]:
    """The lines on the pages, as a reader of PDF finds them by the table at the end."""
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF", pages)[-1])
    table = pages[start:].split(b"\n")
    assert table[0] == b"xref"
    places = [int(line[:10]) for line in table[3 : 2 + int(table[1].split()[1])]]
    assert all(pages[place:].startswith(b"%d 0 obj\n" % number) for number, place in enumerate(places, 1))
    for length, stream in re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", pages, re.DOTALL):
        assert int(length) == len(stream)
    lines = re.findall(rb" Tm \((.*)\) Tj", pages)
    return [re.sub(rb"\\(.)", rb"\1", line).decode("cp1252") for line in lines]


def test_pages_show_the_text_line_by_line() -> None:
    paragraphs = [
        "# Head",
        "Some **bold** and *slanted (odd)* words \\ here.",
        "- one\n- two\n  more",
        "> “said” *so*\n> on",
    ]
    assert shown(pdf("\n\n".join(paragraphs))) == [
        "Head",
        "",
        "Some bold and slanted (odd) words \\ here.",
        "",
        "- one",
        "- two more",
        "",
        "    “said” so on",
        "",
    ]


def test_long_texts_go_on_on_further_pages_and_lines_fit_the_page() -> None:
    pages = pdf("\n\n".join(f"Paragraph {number} " + "word " * 40 for number in range(60)))
    assert pages.count(b"/Type /Page ") > 2
    lines = shown(pages)
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("Paragraph") for line in lines) == 60


def test_signs_that_the_font_lacks_and_empty_texts_do_no_harm() -> None:
    assert shown(pdf("茶 and tea")) == ["? and tea", ""]
    assert io.BytesIO(pdf("")).read(5) == b"%PDF-"
