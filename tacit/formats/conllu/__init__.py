"""CoNLL-U, the format of Universal Dependencies, with GUM's and CorefUD's entities.

Documents begin at `# newdoc`. Layers: `sentences` (their comments are features), `tokens` (the syntactic words; see
`columns` for their features), `multiword_tokens`, `empty_nodes` (at the end of the word they follow), `paragraphs`
and `mentions`; `# meta::name = value` is metadata. The text is put together from the words and the spaces that
MISC and `# text` state. What CoNLL-U has no place for is kept in one comment, `# tacit.document = {…}`.
"""

from __future__ import annotations

import re

from tacit.formats.conllu.reading import read
from tacit.formats.conllu.writing import write
from tacit.formats.source import Source

__all__ = ["read", "recognises", "write"]

_WORD = re.compile(r"^1(?:-[0-9]+)?(?:\t[^\t\n]+){9}$", re.MULTILINE)


def recognises(source: Source) -> bool:
    """A file of that ending, or any whose first words have ten columns below comments."""
    if source.suffix == ".conllu":
        return True
    head = source.head.replace("\r\n", "\n")
    return head.startswith("# ") and _WORD.search(head) is not None
