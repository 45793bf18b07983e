"""The emulators behind proxies: what was committed survives a restart, and a cut proxy breaks calls until it is restored."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from doubles.cloud.dependencies import Firestore
from doubles.cloud.proxy import Proxy

pytestmark = [pytest.mark.emulator, pytest.mark.slow]


def test_documents_survive_a_restart_of_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from google.cloud.firestore_v1 import Client
    from google.cloud.firestore_v1.vector import Vector

    database = Firestore(tmp_path, "restarted")
    try:
        monkeypatch.setenv("FIRESTORE_EMULATOR_HOST", f"127.0.0.1:{database.proxy.port}")
        fields = {"owner": "ada", "embedding": Vector([0.5, 0.5]), "parts": b"\x00\x01", "none": None}
        Client(project="restarted").document("papers/p1/chunks/1").set(fields)

        database.restart()

        assert Client(project="restarted").document("papers/p1/chunks/1").get().to_dict() == fields
    finally:
        database.close()


def test_a_cut_cable_carries_nothing_until_it_is_mended() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        proxy = Proxy(server.getsockname()[1])
        try:
            first = socket.create_connection(("127.0.0.1", proxy.port), timeout=60)
            there = server.accept()[0]
            first.sendall(b"ping")
            assert there.recv(4) == b"ping"

            proxy.cut()

            assert there.recv(4) == b""
            proxy.mend()
            again = socket.create_connection(("127.0.0.1", proxy.port), timeout=60)
            there = server.accept()[0]
            there.sendall(b"pong")
            assert again.recv(4) == b"pong"
        finally:
            proxy.close()
