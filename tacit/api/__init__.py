"""What `import tacit` offers: read a text or many, load a system, check instructions.

These functions guess what a string stands for; the packages below them take what their names say.
"""

from tacit.api.checking import Findings, check
from tacit.api.loading import load
from tacit.api.reading import read, read_all

__all__ = ["Findings", "check", "load", "read", "read_all"]
