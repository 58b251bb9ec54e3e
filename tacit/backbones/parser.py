"""The parser: a spaCy pipeline by name or path; `en_core_web_sm` by default, from whichever package carries it."""

from __future__ import annotations

import warnings
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tacit.backbones.catalogue import PARSER
from tacit.errors import MissingBackboneError

if TYPE_CHECKING:
    from spacy.language import Language

DEFAULT = "en_core_web_sm"


def resolve(name: str | Path | None = None) -> str | Path:
    """What to load: the name or path given, else the installed default, else an error that says how to get it."""
    from spacy.util import is_package

    if name is not None:
        if is_package(str(name)) or (Path(name) / "config.cfg").is_file():
            return name
        raise MissingBackboneError(
            f"there is no spaCy pipeline {str(name)!r}: give an installed package or a folder with a config.cfg"
        )
    return DEFAULT if is_package(DEFAULT) else PARSER.found()


@lru_cache(maxsize=4)
def load(name: str | Path | None = None) -> Language:
    """The pipeline, loaded once a process."""
    import spacy

    place = resolve(name)
    try:
        with warnings.catch_warnings():
            # W095: the default was trained with spaCy 3.6; the tests check its output on the version in use.
            warnings.filterwarnings("ignore", message=r".*\[W095\]")
            return spacy.load(place)
    except (OSError, ValueError, ImportError) as error:
        raise MissingBackboneError(f"the spaCy pipeline {str(place)!r} does not load: {error}") from None
