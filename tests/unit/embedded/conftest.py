"""A store of its own for each test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from doubles.stores import with_empty_store

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.config import Settings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def open_at() -> Callable[[Path], EmbeddedBackend]:
    """Open the store in a folder, as another process would."""
    return lambda folder: EmbeddedBackend(
        Settings.from_env({"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(folder)})
    )


@pytest.fixture
def backend(open_at: Callable[[Path], EmbeddedBackend], folder: Path) -> EmbeddedBackend:
    return open_at(with_empty_store(folder))
