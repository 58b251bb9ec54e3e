"""CoNLL-U, the format of Universal Dependencies, with GUM's and CorefUD's entities.

Documents begin at `# newdoc`. Layers: `sentences` (their comments are features), `tokens` (the syntactic words; see
`columns` for their features), `multiword_tokens`, `empty_nodes` (at the end of the word they follow), `paragraphs`
and `mentions`; `# meta::name = value` is metadata. The text is put together from the words and the spaces that
MISC and `# text` state. What CoNLL-U has no place for is kept in one comment, `# tacit.document = {…}`.
"""

from __future__ import annotations

from tacit.formats.conllu.reading import read
from tacit.formats.conllu.writing import write

__all__ = ["read", "write"]
