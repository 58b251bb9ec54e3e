"""The texts about nothing behind the figures: who is held out depends on the id alone."""

from __future__ import annotations

import json
import runpy
import zlib
from pathlib import Path

SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "none_texts.py"))


def test_stories_are_held_out_by_their_id(tmp_path):
    ids = [f"story-{number}" for number in range(40)]
    (tmp_path / "stories.tsv").write_text("id\tsentence1\n" + "".join(f"{id}\tIt rained.\n" for id in ids))
    (tmp_path / "news.jsonl").write_text("".join(json.dumps({"id": id, "text": "Shares fell."}) + "\n" for id in ids))
    counts = SCRIPT["none_texts"](tmp_path / "stories.tsv", [tmp_path / "news.jsonl"], tmp_path / "out")
    held = [id for id in ids if zlib.crc32(id.encode()) % 5 == 0]
    assert counts == {"none_test.tsv": len(held), "none_train.tsv": 40 - len(held), "news_test.jsonl": len(held)}
    test, train = ((tmp_path / "out" / name).read_text().splitlines() for name in ("none_test.tsv", "none_train.tsv"))
    assert test == ["id\tsentence1", *(f"{id}\tIt rained." for id in held)]
    assert not set(test[1:]) & set(train[1:])
