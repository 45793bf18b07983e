"""A key, and a server that shows its certificate as Google does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from doubles.identity import CertificateServer, Key


@pytest.fixture(scope="module")
def key() -> Key:
    return Key("key-1")


@pytest.fixture
def server(key: Key) -> Iterator[CertificateServer]:
    running = CertificateServer()
    running.keys.append(key)
    yield running
    running.close()
