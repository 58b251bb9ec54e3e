"""The weblog texts of blog/blog.txt as documents; run it to write them as JSON lines to standard output."""

from __future__ import annotations

from pathlib import Path

from tacit import formats
from tacit.documents import Document

BLOG = Path(__file__).with_name("blog") / "blog.txt"


def blog_documents() -> list[Document]:
    """All texts, with the layers `sentences` and `scenarios`."""
    return list(formats.open(BLOG))


if __name__ == "__main__":
    for document in blog_documents():
        print(document.to_json())
