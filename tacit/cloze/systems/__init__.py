"""The systems that find a hidden event."""

from tacit.systems import register_all

register_all("cloze", __file__)
