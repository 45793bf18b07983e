"""What every function does once, at the first call of an instance."""

from __future__ import annotations

import gc

from scholarai.entrypoints import logging

# The first question loads 200 modules: Python's default of 700 new objects walks all of them a hundred times over,
# 60 of 180 ms (benchmarks/start.py). What loading makes is kept for the life of the instance anyway.
_NEW_OBJECTS = 100_000


def begin(project: str) -> None:
    """Set up logs, and look for garbage rarely."""
    logging.set_up(project)
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 10, 10)
