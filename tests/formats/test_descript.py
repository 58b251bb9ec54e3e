from __future__ import annotations

import pytest
from formats.damage import survive_damage

from tacit.errors import InputError
from tacit.formats import descript, recognition
from tacit.formats.registry import FormatOptions, recognise
from tacit.formats.source import Source

SEQUENCES = """<scripts><script id="1" source="2"><item slot="1" original="Find a  hill" ></item>
<item slot="2" original="run &amp; let go " ></item>
<item slot="3" original="" ></item>
</script><script id="2" source="2"><item slot="1" original="Buy a kite" ></item>
</script><script id="3" source="2"></script></scripts>
"""
GOLD = """<scripts>
<label type="PARAPHRASE" event="get_kite">
<item source="2" script="2" slot="1" total_slots="1" original="Buy a kite"></item>
<item source="2" script="9" slot="1" total_slots="4" original="Get the kite"></item>

</label>
<label type="PARAPHRASE" event="start">
<item source="2" script="1" slot="2" total_slots="3" original="run"></item>
</label>
</scripts>
"""


def read(content: str, name: str = "flying a kite.new.xml"):
    return list(descript.read(Source(name, content.encode()), FormatOptions()))


def test_a_script_is_a_document_with_an_event_a_line():
    first, second = read(SEQUENCES)
    assert first.text == "Find a hill\nrun & let go"
    assert [(first.text_of(event), event.features["slot"]) for event in first.layer("events")] == [
        ("Find a hill", "1"),
        ("run & let go", "2"),
    ]
    assert first.metadata["scenario"] == second.metadata["scenario"] == "flying a kite"
    assert (first.id, second.id) == ("flying a kite.new-1", "flying a kite.new-2")


def test_the_scenario_of_a_pilot_file_is_the_same():
    assert read(SEQUENCES, "flying a kite.pilot.xml")[0].metadata["scenario"] == "flying a kite"


def test_paraphrase_sets_are_one_document_with_labelled_lines():
    (document,) = read(GOLD)
    assert document.text == "Buy a kite\nGet the kite\nrun"
    paraphrases = document.layer("paraphrases")
    assert [(document.text_of(event), event.label) for event in paraphrases] == [
        ("Buy a kite", "get_kite"),
        ("Get the kite", "get_kite"),
        ("run", "start"),
    ]
    assert dict(paraphrases[1].features) == {"source": "2", "script": "9", "slot": "1", "total_slots": "4"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<scripts></scripts>", "there is no <script> and no <label>"),
        (SEQUENCES.replace('<script id="2"', "<script"), "line 5: a <script> needs an id"),
        (GOLD.replace(' event="start"', ""), "line 9: a <label> needs an event"),
        (SEQUENCES[:90], "not well-formed XML"),
        ('<!DOCTYPE scripts [<!ENTITY a "b">]>' + SEQUENCES, "declares entities"),
    ],
)
def test_wrong_files_are_errors(content, message):
    with pytest.raises(InputError, match=message):
        read(content)


def test_it_is_recognised_by_its_root():
    assert recognise(Source("a.xml", SEQUENCES.encode())).name == "descript"
    assert recognise(Source("a.xml", GOLD.encode())).name == "descript"
    assert not recognition.is_descript(Source("a.xml", b"<script></script>"))


def test_damaged_files_give_documents_or_errors():
    assert survive_damage(descript, "a.xml", SEQUENCES) > 20
    assert survive_damage(descript, "a.xml", GOLD) > 20
