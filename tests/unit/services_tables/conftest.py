from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from doubles.gemini_server import GeminiServer
from unit.services_tables.system import TableSystem


@pytest.fixture(scope="session")
def server() -> Iterator[GeminiServer]:
    with GeminiServer() as running:
        yield running


@pytest.fixture
def modelled(tmp_path: Path, server: GeminiServer) -> TableSystem:
    """A library of four papers, with a model."""
    made = TableSystem(tmp_path)
    made.add_library()
    made.use(server)
    return made
