"""The parser: a spaCy pipeline by name or path; `en_core_web_sm` by default, from whichever package carries it."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import threading
import warnings
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from tacit.backbones.catalogue import PARSER
from tacit.errors import MissingBackboneError

if TYPE_CHECKING:
    from spacy.language import Language

DEFAULT = "en_core_web_sm"
_WITH_TORCH = ("spacy_transformers", "spacy_curated_transformers", "spacy_experimental", "spacy_llm")
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


def library() -> ModuleType:
    """spaCy, imported without PyTorch, which it would load for pipelines of a kind that is not used here.

    That takes longer than all the rest. Where a package for such pipelines is installed, or other threads run that may
    import PyTorch themselves, nothing is kept away.
    """
    loaded = {"spacy", "thinc.compat", "torch"} & sys.modules.keys()
    if not loaded and threading.active_count() == 1 and not any(map(importlib.util.find_spec, _WITH_TORCH)):
        sys.modules["torch"] = None  # type: ignore[assignment]  # an import then says that it is not there
        try:
            importlib.import_module("thinc.compat")
        finally:
            del sys.modules["torch"]
    return importlib.import_module("spacy")


@lru_cache(maxsize=4)
def load(name: str | Path | None = None) -> Language:
    """The pipeline, loaded once a process."""
    spacy = library() if name is None else importlib.import_module("spacy")
    place = resolve(name)
    try:
        with warnings.catch_warnings():
            # W095: the default was trained with spaCy 3.6; the tests check its output on the version in use.
            warnings.filterwarnings("ignore", message=r".*\[W095\]")
            nlp: Language = spacy.load(place)
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
