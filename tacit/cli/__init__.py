"""The command line: one module a command; parses, calls, prints."""

from tacit.cli.app import main

__all__ = ["main"]
