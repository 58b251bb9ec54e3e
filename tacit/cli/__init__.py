"""The command line: one module a command; parses, calls, prints."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded is no traceback either."""
    try:
        from tacit.cli.app import run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("tacit: interrupted\n")
        sys.exit(130)
