"""What every function does once, at the first call of an instance."""

from __future__ import annotations

import gc
import os

from scholarai.entrypoints import logging, telemetry

# The first question loads 200 modules: Python's default of 700 new objects walks all of them a hundred times over,
# 60 of 180 ms (benchmarks/start.py). What loading makes is kept for the life of the instance anyway.
_NEW_OBJECTS = 100_000


def begin(project: str) -> None:
    """Set up logs and telemetry, look for garbage rarely, and keep NumPy's BLAS to the calling thread."""
    logging.set_up(project)
    # Cloud Run tells a service its name.
    telemetry.begin(os.environ, os.environ.get("K_SERVICE", "scholarai"))
    # Read when NumPy is first imported; making a pool of threads costs 20 ms of CPU, and one question has no use for it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 10, 10)
