"""From abstract instructions to concrete ones. After Bisk, Buys, Pichotta and Choi (2019)."""

from tacit.steps.cloze import ClozeFilter
from tacit.steps.data import read_pairs, read_templates, tokens
from tacit.steps.task import END, Aligner, Filling, Guess, Pair, StepSystem, Template

__all__ = [
    "END",
    "Aligner",
    "ClozeFilter",
    "Filling",
    "Guess",
    "Pair",
    "StepSystem",
    "Template",
    "read_pairs",
    "read_templates",
    "tokens",
]
