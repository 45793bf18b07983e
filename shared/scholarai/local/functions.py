"""The functions of the cloud, loaded into one process by the framework that runs them there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import scholarai

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

WsgiApp: TypeAlias = "Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]"

# Beside `shared/` in the repository that this package is installed from.
FUNCTIONS_DIR = Path(scholarai.__file__).resolve().parents[2] / "functions"
TARGETS = {"status": "status", "chat": "chat", "extract": "extract"}


class FunctionsMissingError(RuntimeError):
    """The functions' folder is not where the repository has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Functions:
    """One WSGI application per function."""

    status: WsgiApp
    chat: WsgiApp
    extract: WsgiApp


def load_functions(folder: Path = FUNCTIONS_DIR) -> Functions:
    """Load every function's `main.py` from its folder.

    Raises:
        FunctionsMissingError: If one is not there; the package was installed without its repository.
    """
    return Functions(**{name: _load(folder, name) for name in TARGETS})


def _load(folder: Path, name: str) -> Any:
    import functions_framework

    source = folder / name / "main.py"
    if not source.exists():
        raise FunctionsMissingError(
            f"{source} is missing; run `scholarai serve` from an installation of the repository"
        )
    return functions_framework.create_app(  # type: ignore[no-untyped-call]
        target=TARGETS[name], source=str(source)
    )
