"""Everything that is known of a text, by name."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.documents import Document
from tacit.values import abridged
from tacit.views import events, records
from tacit.views.view import View


@dataclass(frozen=True, slots=True, repr=False)
class Views:
    """A document, with a view of each thing that its layers say; what nothing has read is empty.

    >>> from tacit.documents import Annotation, Layer
    >>> sentence = Annotation.of(0, 4, source="me")
    >>> Views(Document("Wait. ", layers=[Layer("sentences", [sentence])])).sentences[0].text
    'Wait'
    """

    document: Document

    @property
    def text(self) -> str:
        """The text itself."""
        return self.document.text

    @property
    def sentences(self) -> View[records.SentenceRecord]:
        """The sentences of the text."""
        return View("sentences", records.SentenceRecord, records.sentences_of(self.document))

    @property
    def events(self) -> View[events.EventRecord]:
        """Who does what."""
        return View("events", events.EventRecord, events.events_of(self.document))

    @property
    def entities(self) -> View[records.EntityRecord]:
        """Names of people, places and the like."""
        return View("entities", records.EntityRecord, records.entities_of(self.document))

    @property
    def mentions(self) -> View[records.MentionRecord]:
        """Who is who: everything that is mentioned more than once."""
        return View("mentions", records.MentionRecord, records.mentions_of(self.document))

    @property
    def scenarios(self) -> View[records.ScenarioRecord]:
        """What each passage is about."""
        return View("scenarios", records.ScenarioRecord, records.scenarios_of(self.document))

    @property
    def told(self) -> View[records.ToldRecord]:
        """Events of the scenarios' scripts that the text tells."""
        return View("events told", records.ToldRecord, records.told_of(self.document))

    @property
    def left_out(self) -> View[records.LeftOutRecord]:
        """Events of the scenarios' scripts that the text leaves unsaid."""
        return View("events left out", records.LeftOutRecord, records.left_out_of(self.document))

    @property
    def coherence(self) -> View[records.CoherenceRecord]:
        """How well each sentence of a story follows."""
        return View("sentences judged", records.CoherenceRecord, records.coherence_of(self.document))

    @property
    def steps(self) -> View[records.StepRecord]:
        """Terse instructions, spelled out."""
        return View("steps", records.StepRecord, records.steps_of(self.document))

    @property
    def clarifications(self) -> View[records.ClarificationRecord]:
        """Phrases that can be misread."""
        return View("clarifications", records.ClarificationRecord, records.clarifications_of(self.document))

    def __repr__(self) -> str:
        kinds = (self.sentences, self.events, self.scenarios, self.left_out, self.steps, self.clarifications)
        counts = ", ".join(f"{view.name} {len(view)}" for view in kinds if view)
        return f"<{self._title()}: {abridged(self.text)!r}{'; ' * bool(counts)}{counts}>"

    def _title(self) -> str:
        return type(self).__name__
