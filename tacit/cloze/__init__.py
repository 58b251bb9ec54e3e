"""Narrative cloze: one event of a chain is hidden, and a model of events must find it from the others."""
