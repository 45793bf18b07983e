"""Loads functions by dotted name, so that a table can list them without importing their modules."""

from __future__ import annotations

import functools
import importlib
from typing import Any


@functools.cache
def load(name: str) -> Any:
    """Return what `package.module:attribute` names, importing its module on first use."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)
