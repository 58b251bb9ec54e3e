"""Which everyday activity is each passage about? After Wanzare, Roth and Pinkal (2019)."""

from tacit.scenarios.data import narrative_of, read_labelled
from tacit.scenarios.inventory import Inventory, Scenario, load_inventory
from tacit.scenarios.task import NONE, Detection, Narrative, Ranking, ScenarioSystem, Scored

__all__ = [
    "NONE",
    "Detection",
    "Inventory",
    "Narrative",
    "Ranking",
    "Scenario",
    "ScenarioSystem",
    "Scored",
    "load_inventory",
    "narrative_of",
    "read_labelled",
]
