"""A Gemini answerer on the double."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from doubles.gemini_server import GeminiServer
from unit.models.gemini_calls import Waits, settings

from scholarai.adapters.models.adapting import _LEARNT
from scholarai.adapters.models.chat_models import StreamingAnswerer
from scholarai.adapters.models.gemini.model import gemini_answerer
from scholarai.adapters.models.http.protocol import _TOLD


@pytest.fixture(autouse=True)
def servers_of_earlier_tests_are_forgotten() -> Iterator[None]:
    """Forget what servers told and refused: the system gives a port again, and then another server is behind it."""
    yield
    _TOLD.clear()
    _LEARNT.clear()


@pytest.fixture(scope="module")
def running() -> Iterator[GeminiServer]:
    with GeminiServer() as server:
        yield server


@pytest.fixture
def server(running: GeminiServer) -> GeminiServer:
    running.reset()
    return running


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def answerer(server: GeminiServer, waits: Waits) -> StreamingAnswerer:
    return gemini_answerer(settings(server), calls=waits.calls())
