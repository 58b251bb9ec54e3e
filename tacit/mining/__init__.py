"""Clarifications that writers made, mined from the revisions of their texts."""
