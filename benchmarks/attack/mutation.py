"""Bytes with something done to them."""

from __future__ import annotations

import gzip
import random

JUNK = (
    *(b"\t", b"\n", b"\r", b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\x1b[31m", b"\xc3", b"\xed\xa0\x80"),
    *(b"|", b"_", b"*", b"[", b"]", b"[1]", b"(", b")", b"<", b">", b"&#0;", b"&", b'"', b"'", b",", b";", b"=", b"->"),
    *(b"-1", b"0", b"1e999", b"NaN", b"9" * 30, b"null", b"true", b"{}", b"[]", b"\xe2\x80\xae", b"\xf0\x9f\x99\x82"),
    *(b"../../x", b"'; DROP TABLE x; --", b"<!ENTITY a 'b'>", b"<!DOCTYPE x>", b"]]>", b"\\u0000", b"\\ud800", b"%s"),
)
RUNS = (b"[", b"(", b"<a>", b"a", b" ", b"\n", b"\t", b"#", b"*", b"> ", b"{", b"&lt;", b"[1]", b"x|")
LONGEST_RUN = 20_000


def mutated(sample: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """A sample after one to four changes; now and then packed, or packed and damaged."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        sample = _changed(sample, others, chance)
    if chance.random() < 0.04:
        sample = gzip.compress(sample, 1)
        if chance.random() < 0.5:
            sample = _changed(sample, [sample], chance)
    return sample


def swollen(sample: bytes, size: int, chance: random.Random) -> bytes:
    """A sample with one stretch of it, often of whole lines or elements, so many times that it has so many bytes."""
    edges = [0, len(sample), *(place for place, byte in enumerate(sample) if byte in b"\n<{[,")]
    if chance.random() < 0.3:
        edges = list(range(len(sample) + 1))
    start, end = sorted((chance.choice(edges), chance.choice(edges)))
    part = sample[start : max(end, start + 1)] or b"a"
    return sample[:start] + part * (1 + size // len(part)) + sample[end:]


def _changed(sample: bytes, others: list[bytes], chance: random.Random) -> bytes:
    start = chance.randrange(len(sample) + 1)
    end = min(len(sample), start + chance.choice((0, 1, 1, 5, 40, 400)))
    kind = chance.randrange(9)
    if kind == 0:
        return sample[:start]
    if kind == 1:
        return sample[:start] + sample[end:]
    if kind == 2:
        return sample[:start] + sample[start:end] * chance.choice((2, 3, 200)) + sample[end:]
    if kind == 3:
        lines = sample.splitlines(keepends=True)
        chance.shuffle(lines)
        return b"".join(lines)
    if kind == 4:
        other = chance.choice(others)
        place = chance.randrange(len(other) + 1)
        return sample[:start] + other[place : place + chance.choice((5, 50, 5000))] + sample[end:]
    if kind == 5:
        return sample[:start] + chance.choice(RUNS) * chance.choice((50, 2000, LONGEST_RUN)) + sample[end:]
    if kind == 6:
        return sample[:start] + bytes(chance.randrange(256) for _ in range(3)) + sample[end:]
    if kind == 7:
        return sample.decode("utf-8", "replace").encode(chance.choice(("utf-16", "latin-1", "utf-8-sig")), "replace")
    return sample[:start] + chance.choice(JUNK) + sample[end:]
