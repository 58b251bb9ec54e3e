"""The command line: one module a command; parses, calls, prints."""

import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded is no traceback either."""
    # A text has too few sentences for the threads of numpy's products to pay: they wait for each other, busily.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from tacit.cli.app import run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("tacit: interrupted\n")
        sys.exit(130)
