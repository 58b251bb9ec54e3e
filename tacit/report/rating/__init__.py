"""Sheets for raters."""
