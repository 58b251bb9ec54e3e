"""Schemas: recurring narratives of a corpus, induced from who takes part in which events."""
