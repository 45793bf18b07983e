"""What every function does once, at the first call of an instance."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from scholarai.entrypoints import telemetry

# The first question loads 200 modules: Python's default of 700 new objects walks all of them a hundred times over,
# 60 of 180 ms (benchmarks/start.py). What loading makes is kept for the life of the instance anyway.
_NEW_OBJECTS_AT_FIRST = 100_000
# From then on only cycles made by requests are garbage, and every upload makes some: Google's storage client makes
# 26 such objects for an upload. At 100,000 an instance held 14 MB of them before it looked (benchmarks/cloud_growth.py).
NEW_OBJECTS = 10_000


@contextmanager
def loading() -> Iterator[None]:
    """Collect no garbage while a function's own modules load, an eighth of the time that it takes; `begin` goes on with that."""
    _put_off_garbage()
    yield


def begin(project: str, authorized: Callable[[], Any] = lambda: None) -> None:
    """Set up logs and telemetry, collect no garbage while modules load, and run NumPy's BLAS in one thread.

    Args:
        project: Google Cloud's, for the links between logs and traces.
        authorized: Makes an HTTP session with the deployment's credentials.
    """
    telemetry.set_up(project)
    # Cloud Run tells a service its name.
    telemetry.begin(os.environ, os.environ.get("K_SERVICE", "scholarai"), authorized)
    # Read when NumPy is first imported; making a pool of threads costs 20 ms of CPU, and one question has no use for it.
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
