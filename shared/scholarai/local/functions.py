"""Finds the functions and the page that the local server serves, and loads the functions as in the cloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import scholarai

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

WsgiApp: TypeAlias = "Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]"

_CHECKOUT = Path(scholarai.__file__).resolve().parents[2]
# `setup.py` fills it when a wheel is built.
_INSTALLED = Path(__file__).resolve().with_name("served")
TARGETS = {"status": "status", "chat": "chat", "extract": "extract", "review": "review"}


def functions_folder() -> Path:
    """Return the folder that holds a folder with `main.py` per function: beside the package in a checkout, in it in a wheel."""
    installed = _INSTALLED / "functions"
    return installed if installed.is_dir() else _CHECKOUT / "functions"


def page_folder() -> Path:
    """Return the folder of the built page, which does not exist where the page was not built."""
    return _INSTALLED / "page" if _INSTALLED.is_dir() else _CHECKOUT / "web" / "dist"


FUNCTIONS_DIR = functions_folder()


class FunctionsMissingError(RuntimeError):
    """The functions are neither in the installed package nor beside it in a checkout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Functions:
    """One WSGI application per function."""

    status: WsgiApp
    chat: WsgiApp
    extract: WsgiApp
    review: WsgiApp


def require_functions(folder: Path = FUNCTIONS_DIR) -> None:
    """Check that every function is there.

    Raises:
        FunctionsMissingError: If one is not.
    """
    for name in TARGETS:
        if not _source(folder, name).exists():
            raise FunctionsMissingError(f"{_source(folder, name)} is missing; install scholarai again")


def load_functions(folder: Path = FUNCTIONS_DIR) -> Functions:
    """Load every function's `main.py` from its folder."""
    return Functions(**{name: _load(folder, name) for name in TARGETS})


def _load(folder: Path, name: str) -> Any:
    import functions_framework

    return functions_framework.create_app(target=TARGETS[name], source=str(_source(folder, name)))


def _source(folder: Path, name: str) -> Path:
    return folder / name / "main.py"
