from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from doubles.gemini_server import GeminiServer
from unit.services_reviews.system import System


@pytest.fixture
def system(tmp_path: Path) -> System:
    """A library of four papers, without a model."""
    made = System(tmp_path)
    made.add_library()
    return made


@pytest.fixture(scope="session")
def server() -> Iterator[GeminiServer]:
    with GeminiServer() as running:
        yield running


@pytest.fixture
def modelled(system: System, server: GeminiServer) -> System:
    """The same library, with a model."""
    system.use(server)
    return system
