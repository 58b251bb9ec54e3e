"""One text has one reading, whichever door it comes in by."""

import io
import json
from types import SimpleNamespace

import pytest
from reader.made_capabilities import Shouting, install

from tacit import formats, read, reader
from tacit.web import tasks

HOWTO = "# Make tea\n\nYou need a POT.\n\n1. Boil `water`.\n2. Pour it\n   into the pot.\n- WAIT.\n"
LETTER = "Dear Ann,\n\nwe came home on the 3rd. IT rained.\n\nYours, Bob\n"


@pytest.fixture(autouse=True)
def shouting(monkeypatch):
    install(monkeypatch, Shouting)
    yield
    reader.capability_named.cache_clear()


@pytest.fixture
def doors(tacit, tmp_path, monkeypatch):
    """The reading of a text through each door, by the name of the door."""

    def command(*arguments):
        reading = json.loads(tacit("read", *arguments, "--json", "-q").stdout)
        reading["document"]["id"] = ""
        return reading

    def through_all(text, layout="auto"):
        path, options = tmp_path / "text.txt", [] if layout == "auto" else [f"--from={layout}"]
        path.write_text(text)
        rows = tmp_path / "text.jsonl"
        rows.write_text(json.dumps({"text": text}) + "\n")
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
        asked = json.dumps({"text": text, "format": layout}).encode()
        page = json.loads(tasks.read(asked, lambda _: None).body)
        page["document"]["id"] = ""
        string = json.loads(json.dumps(read(text, layout=layout).to_dict()))
        return {
            "file": command(path, *options),
            "string": string,
            "standard input": command("-", *options),
            "page": page,
            **({} if options else {"row": command(rows)}),
        }

    return through_all


@pytest.mark.parametrize("text", [HOWTO, LETTER, HOWTO.replace("\n", "\r\n")], ids=["how-to", "letter", "CRLF"])
def test_one_text_has_one_reading(doors, text):
    found = doors(text)
    assert all(reading == found["string"] for reading in found.values()), found
    assert len(found["string"]["document"]["layers"]["shouts"]) == (1 if text == LETTER else 2)


def test_the_layout_is_that_of_a_markdown_file(doors, tmp_path):
    (tmp_path / "tea.md").write_text(HOWTO)
    layers = next(formats.open(tmp_path / "tea.md")).to_dict()["layers"]
    assert set(layers) == {"headings", "steps", "paragraphs", "not_prose"}
    string = doors(HOWTO)["string"]["document"]["layers"]
    assert {name: layer for name, layer in string.items() if name != "shouts"} == layers
    assert set(doors(LETTER)["string"]["document"]["layers"]) == {"shouts"}


def test_one_may_say_that_a_text_is_plain(doors):
    for reading in doors(HOWTO, "plain").values():
        assert set(reading["document"]["layers"]) == {"shouts"}
