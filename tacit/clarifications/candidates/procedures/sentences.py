"""The rules that look at one line."""

from tacit.clarifications.candidates.model import Rule
from tacit.clarifications.candidates.procedures.actors import missing_actors
from tacit.clarifications.candidates.procedures.conditions import missing_others
from tacit.clarifications.candidates.procedures.scopes import unclear_scopes
from tacit.clarifications.candidates.procedures.vague import vague_words

SENTENCE_RULES: tuple[Rule, ...] = (vague_words, missing_actors, missing_others, unclear_scopes)
