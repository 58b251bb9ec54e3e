"""Findings of the linter, for people and for other programs."""
