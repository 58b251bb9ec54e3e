"""WebAnno and INCEpTION TSV, versions 3.0 to 3.3, read and written (as 3.3).

The rows of a file are its layers `tokens` and `sentences` (a sentence's `#Sentence.id` is its feature 'id'); each
annotation layer is a layer of tacit as `tacit.formats.parts.uima` says: relations have the links 'source' and 'target',
mentions of a chain the features 'chain' and 'link', slots are links. Whatever does not tell its source is from
'webanno'.

Any document can be written, and all its annotations come back. Where its tokens or sentences cannot be rows
(overlapping, with features, not covering the text …), rows are made from white space and line ends, and these
layers are written as span layers besides. An annotation that begins or ends between tokens is shown at the nearest
tokens, as INCEpTION does; its exact place is in the feature 'tacit', with all else that has no column.
The format has no place for a document's metadata and for layers without annotations. What GUM adds to it is read with
a remark: `#Summary` lines become metadata, and a column may tell of some of the annotations in a row only, by number.
So is what WebAnno wrote before 3.3: places without width below a later token than theirs.
"""

from tacit.formats.webanno.reading import read
from tacit.formats.webanno.writing import write

__all__ = ["read", "write"]
