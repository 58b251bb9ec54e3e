"""Instructions as they stand in a file: lines of prose with offsets of the file, and what is no prose masked.

>>> from tacit.formats import Source
>>> page = read_page(Source("tea.md", b"# Tea\\n\\n1. Boil `water`.\\n2. Wait.\\n"))
>>> [(line.marker, page.prose[line.start : line.end], line.level) for line in page.lines]
[('', 'Tea', 1), ('1.', 'Boil Item   .', 0), ('2.', 'Wait.', 0)]
"""

from tacit.clarifications.pages.model import Line, Page
from tacit.clarifications.pages.reading import SUFFIXES, page_of, read_page

__all__ = ["SUFFIXES", "Line", "Page", "page_of", "read_page"]
