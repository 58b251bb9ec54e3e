"""HTML: the main text of a page as a reader sees it, with the same layout layers as Markdown.

`tokens` cuts the markup, `blocks` gathers visible text into paragraphs, `reading` picks the main ones.
"""

from tacit.formats.html.reading import read

__all__ = ["read"]
