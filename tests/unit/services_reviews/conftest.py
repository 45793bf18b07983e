from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from doubles.gemini_server import GeminiServer
from unit.services_reviews.world import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A library of four papers, without a model."""
    made = World(tmp_path)
    made.add_library()
    return made


@pytest.fixture(scope="session")
def server() -> Iterator[GeminiServer]:
    with GeminiServer() as running:
        yield running


@pytest.fixture
def modelled(world: World, server: GeminiServer) -> World:
    """The same library, with a model."""
    world.use(server)
    return world
