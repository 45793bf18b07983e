"""The composition root: chooses adapters and hands them to services. The only package that knows both.

An `App` is one system with its settings, stores and models. `process` is the one over this process's environment,
which the functions and the local server use.
"""

from __future__ import annotations

from scholarai.bootstrap.app import App
from scholarai.bootstrap.stores import Backend

__all__ = ["App", "Backend", "process"]

process = App()
