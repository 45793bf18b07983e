"""One server for the tests that leave it alive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from e2e.serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("served") / "data").start()
    yield started
    started.kill()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Make servers over one folder, all of them ended after the test."""
    made: list[Server] = []

    def make(**environment: str) -> Server:
        made.append(Server(tmp_path / "data", **environment))
        return made[-1]

    yield make
    for server in made:
        server.kill()
