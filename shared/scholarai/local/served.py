"""Locates the files that the local server serves: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

import scholarai

_CHECKOUT = Path(scholarai.__file__).resolve().parents[2]
# `setup.py` fills it when a wheel is built.
_INSTALLED = Path(__file__).resolve().with_name("served")


def functions_folder() -> Path:
    """Return the folder with a folder per function, each with its `main.py`."""
    installed = _INSTALLED / "functions"
    return installed if installed.is_dir() else _CHECKOUT / "functions"


def page_folder() -> Path:
    """Return the folder of the built page; it is missing where the page was not built."""
    return _INSTALLED / "page" if _INSTALLED.is_dir() else _CHECKOUT / "web" / "dist"
