"""An embedded store that nothing was stored in yet: to make its tables takes longer than many a test."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.config import Settings
from scholarai.domain.ids import PaperId


def embedded(folder: Path, now: Callable[[], datetime]) -> EmbeddedBackend:
    """Open the store in a folder; where none is, it begins as a copy of an empty one."""
    return EmbeddedBackend(_settings(with_empty_store(folder)), now=now)


def with_empty_store(folder: Path) -> Path:
    """Return the folder, with a copy of an empty store where there is none."""
    if not (folder / "scholarai.db").exists():
        shutil.copytree(_empty().name, folder, dirs_exist_ok=True)
    return folder


@functools.cache
def _empty() -> TemporaryDirectory[str]:
    made = TemporaryDirectory(prefix="empty-store-")
    store = EmbeddedBackend(_settings(Path(made.name)))
    assert store.papers.get(PaperId("none")) is None  # it is made when it is first asked
    store.close()
    return made


def _settings(folder: Path) -> Settings:
    return Settings.from_env({"SCHOLARAI_DATA": str(folder)})
