"""The composition root: chooses adapters and hands them to services. The only package that knows both.

`App` (wiring.py) is one system with its settings, stores, models (models.py) and services. `process` is the one over this
process's environment, which the functions and the local server use.
"""

from __future__ import annotations

from scholarai.bootstrap.wiring import App, Backend, settings_of

__all__ = ["App", "Backend", "process", "settings_of"]

process = App()
