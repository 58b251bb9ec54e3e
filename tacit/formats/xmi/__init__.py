"""UIMA CAS XMI, through dkpro-cassis (the extra 'formats').

Layers are types as `tacit.formats.parts.uima` says; `sentences` and `tokens` are DKPro Core's Sentence and Token. A
feature that refers to an annotation is a link, named after it ('Governor' is 'source', 'Dependent' is 'target'),
slots are links, chains number their mentions. Whatever does not tell its source is from 'xmi'.

The type system of `story.xmi` is `story.TypeSystem.xml`, else `TypeSystem.xml` or `typesystem.xml` beside it, else
DKPro Core's; types that it does not know are left out and logged. It is written as `story.TypeSystem.xml`, because
each document of a folder may have layers of its own.

Any document can be written, and all its annotations come back, with one exception: XML cannot hold most control
characters, so a text with one of them is an error. Metadata and layers without annotations are not written.
Files with a DOCTYPE are refused: nothing honest in XMI needs one, and entities are a way to attack.
"""

from tacit.formats.xmi.reading import load_cas, read
from tacit.formats.xmi.writing import companions, write

__all__ = ["companions", "load_cas", "read", "write"]
