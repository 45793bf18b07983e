"""The command `scholarai`, and `python -m scholarai`."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Run one command and return its exit code; Ctrl-C while its modules are loaded ends it like any later one, without a word."""
    try:
        from scholarai.local.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


if __name__ == "__main__":  # spawned children import this module too
    sys.exit(main())
