"""NumPy without its documentation computes as ever, and what it did not load can still be had."""

from __future__ import annotations

import subprocess
import sys

LOADED = """
import sys
from scholarai.bootstrap.numpy_loading import load_numpy
load_numpy()
import numpy as np
"""


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", LOADED + code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_numpy_is_loaded_without_its_documentation_and_types() -> None:
    assert run("print(np.ndarray.__doc__, 'numpy._typing' in sys.modules)") == "None False"


def test_numpy_computes() -> None:
    assert run("print(np.linalg.eigh(np.diag([2.0, 1.0])).eigenvalues @ np.ones(2))") == "3.0"


def test_numpys_types_can_be_had_afterwards() -> None:
    typed = run("from numpy.typing import NDArray; print(NDArray[np.float32])")

    assert typed.startswith("numpy.ndarray[")
    assert typed.endswith("numpy.dtype[numpy.float32]]")


def test_a_numpy_that_is_there_is_left_alone() -> None:
    again = "from numpy import typing; before = set(sys.modules); load_numpy(); print(before == set(sys.modules))"

    assert run(f"{again}; print(sys.modules['numpy._typing'].__file__.endswith('.py'))") == "True\nTrue"
