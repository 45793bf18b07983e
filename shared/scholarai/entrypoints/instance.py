"""Sets up an instance of a cloud function at its first call: logs, telemetry, garbage collection and NumPy."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from scholarai.entrypoints import telemetry

# The first question loads 200 modules: with Python's default of 700 new objects, the collector walks them a hundred times,
# which takes 60 of 180 ms (benchmarks/start.py). What loading makes is kept for the life of the instance anyway.
_NEW_OBJECTS_AT_FIRST = 100_000
# From then on only cycles made by requests are garbage: Google's storage client makes 26 such objects in each upload. With a
# threshold of 100,000, an instance held 14 MB of them before it collected any (benchmarks/cloud_growth.py).
NEW_OBJECTS = 10_000


@contextmanager
def loading() -> Iterator[None]:
    """Put garbage collection off while a function's own modules load, which saves an eighth of the time; `begin` continues it."""
    _put_off_garbage()
    yield


def begin(project: str, authorized: Callable[[], Any] = lambda: None) -> None:
    """Set up logs and telemetry, put garbage collection off while modules load, and let NumPy's BLAS use one thread.

    Args:
        project: The Google Cloud project, for the links between logs and traces.
        authorized: Makes an HTTP session with the deployment's credentials.
    """
    telemetry.set_up(project)
    # Cloud Run tells a service its name.
    telemetry.begin(os.environ, os.environ.get("K_SERVICE", "scholarai"), authorized)
    # Read when NumPy is first imported; starting a pool of threads takes 20 ms of CPU, and one question does not use it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _put_off_garbage()


def _put_off_garbage() -> None:
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS_AT_FIRST, 10, 10)
    if _look_often not in gc.callbacks:
        gc.callbacks.append(_look_often)


def _look_often(phase: str, _: Mapping[str, int]) -> None:
    """After the first collection, freeze what was loaded and lower the threshold of the garbage collector."""
    if phase == "stop":
        gc.callbacks.remove(_look_often)
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, 10, 10)
