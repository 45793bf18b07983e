"""Logs of a command: warnings alone, as plain lines on stderr."""

from __future__ import annotations

import logging
import os
import sys


def keep_logs_quiet() -> None:
    """Show our warnings and errors only; SCHOLARAI_LOG=info shows everything."""
    logger = logging.getLogger("scholarai")
    if logger.handlers:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("scholarai: %(levelname)s: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO if os.environ.get("SCHOLARAI_LOG") == "info" else logging.WARNING)
    logger.propagate = False
