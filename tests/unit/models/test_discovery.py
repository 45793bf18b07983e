"""Looking for servers of models: which addresses are asked, and which never."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from doubles.model_server import MODEL, ModelServer

from scholarai.adapters.models.discovery import found_servers
from scholarai.adapters.models.offers import shown_address
from scholarai.config import Settings

USUAL_PORTS = {11_434, 1_234, 8_000, 8_080}
_WATCHES: list[list[tuple[str, int]]] = []


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if _WATCHES and event in {"socket.connect", "socket.getaddrinfo"}:
        host, port = arguments[1][:2] if event == "socket.connect" else arguments[:2]
        _WATCHES[-1].append((str(host), int(port)))


sys.addaudithook(_watch)  # nobody can take it back, so it looks away unless a test watches


@contextmanager
def addresses_asked() -> Iterator[list[tuple[str, int]]]:
    """Give the hosts and ports that this process connects to, or looks up, in the body."""
    _WATCHES.append([])
    try:
        yield _WATCHES[-1]
    finally:
        _WATCHES.pop()


def test_nobody_but_this_machine_s_usual_ports_and_the_addresses_that_are_set_is_asked() -> None:
    with ModelServer() as server, addresses_asked() as asked:
        settings = Settings.from_env({"SCHOLARAI_MODEL": f"ollama/{MODEL}", "OLLAMA_HOST": server.url})
        found = found_servers(settings)

    port = int(server.url.rpartition(":")[2])
    assert (server.url, (MODEL,)) in [(one.base_url, one.models) for one in found]
    assert {port for _, port in asked} == USUAL_PORTS | {port}
    assert all(ipaddress.ip_address(host).is_loopback for host, _ in asked)


def test_the_key_goes_to_the_address_that_is_set_and_an_address_is_shown_without_its_password() -> None:
    with ModelServer() as server:
        named = {"SCHOLARAI_OPENAI_BASE_URL": f"{server.url}/v1", "SCHOLARAI_OPENAI_API_KEY": "k"}
        found_servers(Settings.from_env({**named, "SCHOLARAI_MODEL": f"openai/{MODEL}"}))

        assert [request.headers["authorization"] for request in server.requests] == ["Bearer k"]
    assert shown_address("https://user:word@models.example/v1") == "https://models.example/v1"
