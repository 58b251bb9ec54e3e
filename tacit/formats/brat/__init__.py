"""brat stand-off: annotations in an .ann file, the text in the .txt file of the same name beside it.

| line | becomes |
|---|---|
| `T1` text-bound | an annotation of the layer 'entities' with the type as its label and the id 'T1' |
| `E1` event | one of the layer 'events' at its trigger, linked to it as 'trigger' and to its arguments by role |
| `R1` relation | one of the layer 'relations' where its first argument is, linked to its arguments by role |
| `*` equivalence | one of the layer 'equivalences' where its first member is, linked to all as 'member' |
| `A1`, `M1` attribute | a feature of that name: its value, or true |
| `N1` normalisation | an entry [type, reference, text] of the feature 'normalisations' |
| `#1` note | an entry [type, text] of the feature 'notes' |

Any document can be written, and all its annotations come back; one that is none of the above is text-bound, with
its first label (or else its layer) as type. What brat has no place for is JSON in a note of the type 'tacit': the
layer, the remainder (see `tacit.formats.parts.remainder`), and 'unnamed' where the type is not a label. A stretch over
several lines is written as one a line, as brat does. Metadata and layers without annotations are not written.
"""

from tacit.formats.brat.reading import read
from tacit.formats.brat.writing import companions, write

__all__ = ["companions", "read", "write"]
