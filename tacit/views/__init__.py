"""What the layers of a document say, as lists of plain records.

>>> from tacit.documents import Annotation, Document, Layer
>>> passage = Annotation.of(0, 13, "getting a haircut", source="me", probability=0.9)
>>> views = Views(Document("Ann sat down.", layers=[Layer("scenarios", [passage])]))
>>> views.scenarios
<scenarios (1): getting a haircut>
>>> views.scenarios[0].probability, views.scenarios[0].text
(0.9, 'Ann sat down.')
>>> views.events
<events (0)>
"""

from tacit.views.events import EventRecord, ParticipantRecord
from tacit.views.of_document import Views
from tacit.views.records import (
    ClarificationRecord,
    CoherenceRecord,
    EntityRecord,
    LeftOutRecord,
    MentionRecord,
    ScenarioRecord,
    SentenceRecord,
    StepRecord,
    ToldRecord,
)
from tacit.views.view import Record, View

__all__ = [
    "ClarificationRecord",
    "CoherenceRecord",
    "EntityRecord",
    "EventRecord",
    "LeftOutRecord",
    "MentionRecord",
    "ParticipantRecord",
    "Record",
    "ScenarioRecord",
    "SentenceRecord",
    "StepRecord",
    "ToldRecord",
    "View",
    "Views",
]
