"""Events: verbs with their participants in the slots SUBJ, OBJ and PREP.

>>> from tacit.language.parse import Parse
>>> parse = Parse.from_rows("Ann sat down", [("Ann", "Ann", "PROPN", "NNP", 1, "nsubj"),
...                         ("sat", "sit", "VERB", "VBD", 1, "ROOT"), ("down", "down", "ADP", "RP", 1, "prt")])
>>> event = find_events(parse)[0]
>>> event.lemma, event.slots[0].role, event.slots[0].participant.lemma
('sit down', 'SUBJ', 'Ann')
"""

from tacit.language.events.finder import find_events
from tacit.language.events.model import Event, EventOptions, EventSlot, Participant

__all__ = ["Event", "EventOptions", "EventSlot", "Participant", "find_events"]
