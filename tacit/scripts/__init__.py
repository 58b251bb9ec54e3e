"""What typically happens in an everyday scenario, in which order, and what a text leaves out of it."""

from tacit.scripts.base import ScriptBase
from tacit.scripts.task import EventMention, Form, OmissionSystem, Proposal, Script, ScriptEvent

__all__ = ["EventMention", "Form", "OmissionSystem", "Proposal", "Script", "ScriptBase", "ScriptEvent"]
