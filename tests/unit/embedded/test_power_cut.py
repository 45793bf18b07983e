"""What was acknowledged is on the disk: bytes and names are synced before the commit that tells of them, and it is, too."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scholarai.adapters.embedded.backend import EmbeddedBackend

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="/proc says which file is synced")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What reaches the system, in order: names of synced files and statements."""
    order: list[str] = []
    sync, connect = os.fsync, sqlite3.connect

    def noted(descriptor: int) -> None:
        order.append(f"synced {Path(f'/proc/self/fd/{descriptor}').readlink().name}")
        sync(descriptor)

    def traced(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.set_trace_callback(order.append)
        return connection

    monkeypatch.setattr(os, "fsync", noted)
    monkeypatch.setattr(sqlite3, "connect", traced)
    return order


def test_an_upload_is_on_the_disk_before_it_is_acknowledged(
    told: list[str], open_at: Callable[[Path], EmbeddedBackend], folder: Path
) -> None:
    objects = open_at(folder).objects
    objects.put("uploads/ada/p0/paper.pdf", b"first", content_type="application/pdf")
    told.clear()

    objects.put("uploads/ada/p1/paper.pdf", b"second", content_type="application/pdf")

    stored = objects.find("uploads/ada/p1/paper.pdf")
    assert stored is not None
    saved = next(at for at, what in enumerate(told) if what.startswith("INSERT OR REPLACE INTO objects"))
    commit = told.index("COMMIT", saved)
    assert "synced objects" in told[:commit]
    assert f"synced {stored.file}.part" in told[: told.index("synced objects")]
    synchronous = [what for what in told[:saved] if what.startswith("PRAGMA synchronous")]
    assert synchronous[-1] == "PRAGMA synchronous = FULL"
    # The object and its event are of one transaction.
    event = next(at for at, what in enumerate(told) if what.startswith("INSERT INTO pending_events"))
    begun = max(at for at, what in enumerate(told[:saved]) if what.startswith("BEGIN"))
    assert begun < event < commit
