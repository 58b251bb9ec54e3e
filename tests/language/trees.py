"""Parses written by hand, one word a line: word lemma POS TAG head label; heads count from 1, 0 is the root."""

from __future__ import annotations

from tacit.language.parse import Parse


def tree(lines: str) -> Parse:
    """The parse of one sentence in that notation; words are joined with spaces."""
    rows = []
    for number, line in enumerate(lines.strip().splitlines()):
        word, lemma, pos, tag, head, label = line.split()
        rows.append((word, lemma, pos, tag, int(head) - 1 if int(head) else number, label))
    return Parse.from_rows(" ".join(row[0] for row in rows), rows)
