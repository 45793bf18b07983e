"""What a command ends with."""

from __future__ import annotations

import sys

DONE, SOME_FAILED, USAGE = 0, 1, 2


def complain(message: str, code: int) -> int:
    """Say on stderr what is wrong and return the exit code."""
    print(f"scholarai: {message}", file=sys.stderr)
    return code
