"""The outermost element of a file, also behind all that may stand before it."""

from __future__ import annotations

import pytest

from tacit.formats.recognition import root_tag
from tacit.formats.source import Source


@pytest.mark.parametrize(
    ("head", "tag"),
    [
        ("<data>", "data"),
        ('<?xml version="1.0"?>\n<!-- tea > milk -- -->\n<!---->\n<scripts x="1">', "scripts"),
        ("<!DOCTYPE data><data/>", "data"),
        ('<!DOCTYPE data SYSTEM "a.dtd" [<!ENTITY a "]b>"> ] >\n<data/>', "data"),
        ("<!DOCTYPE data [ <data/>", ""),
        ("<!-- never closed <data/>", ""),
        ("tea <data/>", ""),
    ],
)
def test_the_root_is_behind_declarations_and_comments(head: str, tag: str) -> None:
    assert root_tag(Source("a.xml", head.encode())) == tag


@pytest.mark.parametrize("part", ["<!---->", "<??>", "<!DOCTYPE[]>", "<!DOCTYPE []>\n\n"])
def test_many_comments_and_no_root_come_to_an_end(part: str) -> None:
    assert root_tag(Source("a.xml", (part * 4000 + "x").encode())) == ""
