"""Keeps NumPy's BLAS on one thread."""

from __future__ import annotations

from pathlib import Path

import numpy as np


def use_one_blas_thread() -> None:
    """Make matrix products run in the calling thread, where NumPy brings OpenBLAS with it.

    OpenBLAS lets its threads spin while they wait for each other: on two busy cores one question's vector took 970 ms
    of two threads and 7 ms of one. Parallelism comes from this package's threads, one batch each. Other builds of NumPy
    are left as they are.
    """
    import ctypes

    for library in (Path(np.__file__).parent.parent / "numpy.libs").glob("libscipy_openblas64_*"):
        set_threads = getattr(ctypes.CDLL(str(library)), "scipy_openblas_set_num_threads64_", None)
        if set_threads is not None:
            set_threads(1)
