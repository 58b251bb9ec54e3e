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
_CLITICS = {"'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "'d", "'s": "'s", "n't": "not"}


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
            nlp = spacy.load(place)
    except (OSError, ValueError, ImportError) as error:
        raise MissingBackboneError(f"the spaCy pipeline {str(place)!r} does not load: {error}") from None
    _teach_split_clitics(nlp)
    return nlp


def _teach_split_clitics(nlp: Language) -> None:
    """Keep clitics whole that stand alone, as in "I 'm" and "they 've".

    This must happen outside spaCy's memory zones: the tokenizer keeps what it is taught.
    """
    from spacy.attrs import NORM, ORTH
    from spacy.tokenizer import Tokenizer

    if isinstance(nlp.tokenizer, Tokenizer):
        for clitic, norm in _CLITICS.items():
            for spelling in {clitic, clitic.upper()} - (nlp.tokenizer.rules or {}).keys():
                nlp.tokenizer.add_special_case(spelling, [{ORTH: spelling, NORM: norm}])
