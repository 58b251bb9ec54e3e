"""Schemas drawn, on a page, and on the terminal."""
