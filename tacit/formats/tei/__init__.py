"""TEI P5: texts of the humanities in, and any document out with its annotations as stand-off.

Reading takes the running text of `<text>`: headings and paragraphs (verses, list items and speeches, too) are layers,
persons, places and other names the layer `names`, with the element as label. Of a `<choice>` the regularised form is
taken; notes, deletions and running heads are left out. Title and authors of the header become metadata. A `<teiCorpus>`
is several documents.

Writing puts the text into one `<ab xml:space="preserve">` and each layer into a `<spanGrp>` of the `<standOff>`, one
`<span>` for each annotation: `target` says where, as `#string-range(text,OFFSET,LENGTH)` in characters, its text is the
label. What a span has no place for stands in a `<note type="tacit">` as JSON, so everything comes back, metadata and
empty layers included. XML cannot hold most control characters, so a text with one of them is an error. Spans of others
are read if they point to an element by its `xml:id`.
"""

from tacit.formats.tei.reading import read
from tacit.formats.tei.writing import write

__all__ = ["read", "write"]
