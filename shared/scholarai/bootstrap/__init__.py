"""The composition root: chooses adapters and hands them to services. The only package that knows both.

`App` (wiring.py) is one system with its settings and stores (system.py), models (models.py) and services, a module per subject. `process` is the one over this
process's environment, which the functions and the local server use.
"""

from __future__ import annotations

from scholarai.bootstrap.system import Backend, settings_of
from scholarai.bootstrap.wiring import App

__all__ = ["App", "Backend", "process", "settings_of"]

process = App()
