"""Loads NumPy for a first answer without what only people and type checkers read."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

# The texts of documentation of what NumPy has in C, which take 4 of its 27 ms, and the names of its types, which take as
# much and stand in annotations alone (benchmarks/start_parts.py). Another NumPy may not have these modules: then nothing is
# spared.
_NOT_NEEDED = ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars", "numpy._typing")


class _Anything:
    """Stands for every name of a module that is not loaded."""

    def __class_getitem__(cls, _: object) -> type[_Anything]:
        return cls


class _Empty(ModuleType):
    """A module that has every public name."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Anything


def load_numpy() -> None:
    """Import NumPy in three quarters of the time; whoever imports a module of `_NOT_NEEDED` afterwards gets the real one."""
    if "numpy" in sys.modules:
        return
    empty = {name: _Empty(name) for name in _NOT_NEEDED}
    sys.modules.update(empty)
    try:
        import numpy  # noqa: F401, ICN001  - for what this leaves in `sys.modules`
    finally:
        for name, module in empty.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
