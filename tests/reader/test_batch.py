"""Many texts, in many processes and in parts."""

import json

import pytest

import tacit
from tacit.corpus import Sources, Workers
from tacit.errors import InputError, OutputError, UsageError
from tacit.reader import BatchSettings, ShareOfShards, batch, read_into

LANGUAGE = BatchSettings(only=["language"])
pytestmark = pytest.mark.models


@pytest.fixture
def stories(tmp_path, monkeypatch):
    monkeypatch.setattr(batch, "CHARACTERS", 60)
    folder = tmp_path / "stories"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number:02d}.txt").write_text(f"Ann found {number + 2} cups. She washed the cups. Bob left.\n")
    return folder


def files_in(folder):
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def lines_in(folder):
    return [line for each in sorted(folder.glob("0*.jsonl")) for line in each.read_text().splitlines()]


def test_the_readings_are_those_of_single_texts_in_order(stories, tmp_path):
    done = read_into(Sources([stories]), tmp_path / "out", settings=LANGUAGE, workers=Workers(1))
    lines = lines_in(tmp_path / "out")
    assert (done.texts, done.new_shards, done.skipped) == (12, done.shards, {})
    assert done.shards > 2
    for number, line in enumerate(lines):
        single = json.loads(json.dumps(tacit.read(stories / f"{number:02d}.txt", only="language").to_dict()))
        plain = json.loads(line)
        assert plain["sections"] == single["sections"]
        assert plain["document"]["layers"] == single["document"]["layers"]


def test_one_process_two_and_parts_make_the_same_bytes(stories, tmp_path):
    read_into(Sources([stories]), tmp_path / "one", settings=LANGUAGE, workers=Workers(1))
    read_into(Sources([stories]), tmp_path / "two", settings=LANGUAGE, workers=Workers(2))
    for number in (2, 1, 3):
        read_into(
            Sources([stories]), tmp_path / "parts", settings=LANGUAGE, part=ShareOfShards(number, 3), workers=Workers(1)
        )
    assert files_in(tmp_path / "one") == files_in(tmp_path / "two") == files_in(tmp_path / "parts")


def test_it_goes_on_where_it_was(stories, tmp_path, monkeypatch):
    out = tmp_path / "out"
    first = read_into(Sources([stories]), out, settings=LANGUAGE, workers=Workers(1))
    whole = files_in(out)
    lost = sorted(whole)[1]
    (out / lost).unlink()
    worked = []
    real = batch._read_shard
    monkeypatch.setattr(batch, "_read_shard", lambda work: worked.append(work.name) or real(work))
    again = read_into(Sources([stories]), out, settings=LANGUAGE, workers=Workers(1))
    assert (worked, again.new_shards, again.shards) == ([lost], 1, first.shards)
    assert files_in(out) == whole


def test_a_changed_text_is_read_again_and_the_old_reading_goes(stories, tmp_path):
    out = tmp_path / "out"
    read_into(Sources([stories]), out, settings=LANGUAGE, workers=Workers(1))
    (out / "notes.jsonl").write_text("mine\n")
    (stories / "00.txt").write_text("Eve came in.\n")
    read_into(Sources([stories]), out, settings=LANGUAGE, workers=Workers(1))
    texts = [json.loads(line)["document"]["text"] for line in lines_in(out)]
    assert len(texts) == 12
    assert texts[0].startswith("Eve")
    assert (out / "notes.jsonl").exists()


def test_what_is_too_long_is_passed_over_and_told(stories, tmp_path):
    (stories / "long.txt").write_text("Ann came in. " * 40)
    settings = BatchSettings(only=["language"], limit=200)
    done = read_into(Sources([stories]), tmp_path / "out", settings=settings, workers=Workers(1))
    assert list(done.skipped) == ["long"]
    assert "520 characters; 200 are read at once" in done.skipped["long"]


def test_nothing_to_read_and_no_place_to_write(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_into(Sources([tmp_path / "none.txt"]), tmp_path / "out", workers=Workers(1))
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputError, match="cannot be written"):
        read_into(Sources([tmp_path / "file"]), tmp_path / "file" / "out", workers=Workers(1))


@pytest.mark.parametrize("text", ["", "3", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2", "²/3", "1/" + "9" * 30])
def test_what_is_no_part(text):
    with pytest.raises(UsageError, match="part"):
        ShareOfShards.parse(text)


def test_read_all_in_processes_keeps_the_order(stories):
    texts = [f"Ann found {number} cups. " * 20 for number in range(8)]
    found = list(tacit.read_all(texts, only="language", processes=2))
    assert [each.text for each in found] == texts
    assert found[3] == tacit.read(texts[3], only="language")
    with pytest.raises(UsageError, match="on_step"):
        tacit.read_all(texts, processes=2, on_step=print)
