import json

import pytest
from scripts.made_scripts import LetterEncoder, tea

from tacit import formats
from tacit.backbones import encoder
from tacit.documents import Document, Span
from tacit.scripts import experiment
from tacit.scripts.base import ScriptBase
from tacit.scripts.learn import MentionedText
from tacit.scripts.paraphrase import FEATURES
from tacit.scripts.seen import is_copy, learnt_from
from tacit.scripts.systems.tacit.told import ToldSystem
from tacit.scripts.task import EventMention, Form
from tacit.seen import Seen

STORY = "I boiled the water in the old kettle and then I poured it over the leaves. We drank the tea in the garden."
OTHER = "She boiled some water for tea. The leaves had been in the tin since May, so she poured it all away again."


@pytest.fixture
def base(monkeypatch, tmp_path):
    monkeypatch.setattr(encoder, "load", LetterEncoder)
    weights = {"paraphrase": {**dict.fromkeys(FEATURES, 0.0), "phrase": 8, "bias": -4}, "tacit": ToldSystem().weights()}
    ScriptBase.of([tea()], weights).save(tmp_path / "base")
    learnt_from([Document(STORY)]).save(tmp_path / "base")
    return tmp_path / "base"


def test_a_text_of_the_base_is_known(base):
    assert is_copy(Document(STORY.replace("garden", "yard")), Seen.load(base))
    assert not is_copy(Document(OTHER), Seen.load(base))


def test_evaluate_leaves_out_texts_of_the_base(monkeypatch, tacit, base, tmp_path):
    read = []
    mentions = (EventMention(Form("boil", "water"), Span(0, 1), label="ScrEv_0"),)
    mentions += (EventMention(Form("pour", "water"), Span(2, 3), label="ScrEv_3"),)

    def read_texts(documents):
        read.append([document.id for document in documents])
        return {"making tea": [MentionedText(mentions, (0.1, 0.6))]}

    monkeypatch.setattr(experiment, "read_texts", read_texts)
    formats.write([Document(STORY, "copy"), Document(OTHER, "new")], tmp_path / "test.jsonl")
    arguments = ("scripts", "evaluate", "--system", f"tacit:{base}", "--test", tmp_path / "test.jsonl", "--json")
    done = tacit(*arguments, "--labels-only")
    assert json.loads(done.stdout)["seen_in_training"] == 1
    assert "1 of 2 texts stand in what" in done.stderr
    assert json.loads(tacit(*arguments, "--labels-only", "--keep-seen").stdout)["seen_in_training"] == 1
    assert read == [["new"], ["copy", "new"]]
