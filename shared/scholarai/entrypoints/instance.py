"""Sets up an instance of a cloud function at its first call: logs, telemetry, garbage collection and NumPy."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from typing import Any

from scholarai.entrypoints import telemetry

# A guess between two measured ends: at Python's 700 the collector walks all that a first question loads again and again, and
# at 100,000 an instance held 14 MB of the cycles that Google's storage client leaves.
NEW_OBJECTS = 10_000


def begin(project: str, authorized: Callable[[], Any] = lambda: None) -> None:
    """Set up logs and telemetry, collect garbage rarely, and let NumPy's BLAS use one thread.

    `project` is for the links between logs and traces; `authorized` makes an HTTP session with the deployment's credentials.
    """
    telemetry.set_up(project)
    # Cloud Run tells a service its name.
    telemetry.begin(os.environ, os.environ.get("K_SERVICE", "scholarai"), authorized)
    # Read when NumPy is first imported; starting a pool of threads takes 20 ms of CPU, and one question does not use it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.freeze()  # what is loaded by now stays for the life of the instance
    gc.set_threshold(NEW_OBJECTS, 10, 10)
