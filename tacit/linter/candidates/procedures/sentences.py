"""The rules that look at one line."""

from tacit.linter.candidates.model import Rule
from tacit.linter.candidates.procedures.actors import missing_actors
from tacit.linter.candidates.procedures.conditions import missing_others
from tacit.linter.candidates.procedures.scopes import unclear_scopes
from tacit.linter.candidates.procedures.vague import vague_words

SENTENCE_RULES: tuple[Rule, ...] = (vague_words, missing_actors, missing_others, unclear_scopes)
