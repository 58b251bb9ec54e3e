"""Words of strangers that cannot steer a terminal."""

from __future__ import annotations

import re

_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text: str) -> str:
    """The text without what steers a terminal or turns its writing round; line ends and tabs stay.

    >>> harmless("Ann\x1b[2J sat.\\r\\n\\tBob stood.")
    'Ann�[2J sat.\\n\\tBob stood.'
    """
    return _STEERING.sub("�", text.replace("\r\n", "\n").replace("\r", "\n"))
