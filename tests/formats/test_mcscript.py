from __future__ import annotations

import pytest
from formats.damage import survive_damage

from tacit.errors import InputError
from tacit.formats import mcscript, recognition
from tacit.formats.registry import FormatOptions, recognise
from tacit.formats.source import Source

PROLOG = '<?xml version="1.0" ?>\n<!DOCTYPE data SYSTEM "MCScript.dtd">\n'
DATA = """<data>
  <instance id="0" scenario="flying a kite">
    <text>We ran up the hill &amp; let it go.</text>
    <questions>
      <question id="0" text="Where did they run?" type="text">
        <answer correct="True" id="0" text="uphill"/>
        <answer correct="False" id="1" text="home" />
      </question>
    </questions>
  </instance>
  <instance id="1" scenario="making tea"><text>Water boiled.</text><questions></questions></instance>
</data>
"""


def read(content: str):
    return list(mcscript.read(Source("dev.xml", content.encode()), FormatOptions()))


@pytest.mark.parametrize("prolog", [PROLOG, "", "\n"])
def test_an_instance_is_a_document_with_its_questions(prolog):
    first, second = read(prolog + DATA)
    assert (first.id, first.text) == ("dev-0", "We ran up the hill & let it go.")
    assert first.metadata["scenario"] == "flying a kite"
    (question,) = first.metadata["questions"]
    assert (question["text"], question["type"]) == ("Where did they run?", "text")
    answers = [(answer["text"], answer["correct"]) for answer in question["answers"]]
    assert answers == [("uphill", True), ("home", False)]
    assert (second.id, second.metadata["questions"]) == ("dev-1", ())


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE data [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>\n',
        '<!DOCTYPE data [<!ENTITY a SYSTEM "secret.txt">]>\n',
        '<!DOCTYPE data [<!ENTITY % a SYSTEM "evil.dtd"> %a;]>\n',
    ],
)
def test_declared_entities_are_refused(doctype):
    with pytest.raises(InputError, match="declares entities"):
        read(doctype + DATA.replace("&amp;", "&b;"))


def test_an_external_document_type_is_not_fetched(tmp_path):
    (tmp_path / "MCScript.dtd").write_text('<!ENTITY tea "coffee">')
    (tmp_path / "dev.xml").write_text(PROLOG + DATA.replace("Water", "&tea;"))
    with pytest.raises(InputError, match="line 13: not well-formed XML: undefined entity"):
        list(mcscript.read(Source(tmp_path / "dev.xml"), FormatOptions()))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (' id="1" scenario', " scenario", "line 11: an <instance> needs an id"),
        ("<text>Water boiled.</text>", "<text> </text>", "line 11: the instance '1' has no <text>"),
        ("</data>", "", "not well-formed XML: no element found"),
        ("instance", "story", "there is no <instance>"),
    ],
)
def test_wrong_files_are_errors(old, new, message):
    with pytest.raises(InputError, match=message):
        read(DATA.replace(old, new))


def test_it_is_recognised_by_its_root():
    assert recognise(Source("dev.xml", (PROLOG + DATA).encode())).name == "mcscript"
    assert recognise(Source("dev.xml", b"<!-- x -->\n\n" + DATA.encode())).name == "mcscript"
    assert not recognition.is_mcscript(Source("dev.xml", b"<data><row/></data>"))
    assert recognise(Source("dev.txt", DATA.encode())).name != "mcscript"


def test_damaged_files_give_documents_or_errors():
    assert survive_damage(mcscript, "dev.xml", PROLOG + DATA) > 20
