"""How everyday instructions are carried out: a collection written for tacit, and how an instruction finds its entry.

>>> from tacit.howto import load
>>> answer = load().answer("wash the dog")                                              # doctest: +SKIP
>>> answer.tools                                                                        # doctest: +SKIP
('bathtub or shower', 'non-slip mat', 'brush', 'towels')
"""

from tacit.howto.answering import Answer, HowToReader, load
from tacit.howto.task import HowTo

__all__ = ["Answer", "HowTo", "HowToReader", "load"]
