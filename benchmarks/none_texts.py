"""Texts about no scenario, to learn from and to compose documents with: behind the figures of docs/lab/scenarios.md.

    python benchmarks/none_texts.py rocstories/stories.tsv news/ap.jsonl news/bbc.jsonl news/reuters.jsonl --out FOLDER

Stories and news whose id has a CRC-32 divisible by five are held out. `none_train.tsv` gets the first 10,000 of the
other stories, `none_test.tsv` all that are held out, `news_test.jsonl` those held out among the first 400 of each news
file. The same files give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Sequence
from pathlib import Path

from tacit.files import atomic_write

STORIES, NEWS = 10_000, 400


def is_held_out(id: str) -> bool:
    """One in five, whatever else is there."""
    return zlib.crc32(id.encode()) % 5 == 0


def none_texts(stories: Path, news: Sequence[Path], out: Path) -> dict[str, int]:
    """Write the three files, and return how many texts each has."""
    header, *rows = stories.read_text(encoding="utf-8").splitlines()
    held, kept = [], []
    for row in rows:
        (held if is_held_out(row.split("\t")[0]) else kept).append(row)
    first = [line for path in news for line in path.read_text(encoding="utf-8").splitlines()[:NEWS]]
    chosen = [line for line in first if is_held_out(json.loads(line)["id"])]
    files = {
        "none_test.tsv": [header, *held],
        "none_train.tsv": [header, *kept[:STORIES]],
        "news_test.jsonl": chosen,
    }
    out.mkdir(parents=True, exist_ok=True)
    for name, lines in files.items():
        with atomic_write(out / name) as stream:
            stream.writelines(f"{line}\n" for line in lines)
    return {name: len(lines) - name.endswith(".tsv") for name, lines in files.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stories", type=Path, help="a table with the ids of stories in its first column")
    parser.add_argument("news", type=Path, nargs="*", help="JSON lines with the key id")
    parser.add_argument("--out", type=Path, default=Path())
    options = parser.parse_args()
    print(json.dumps(none_texts(options.stories, options.news, options.out)))


if __name__ == "__main__":
    main()
