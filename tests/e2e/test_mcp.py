"""`scholarai mcp` in real processes, over stdio and over HTTP, with the official client and with one of our own."""

from __future__ import annotations

import asyncio
import shutil
import stat
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import httpx2
import pytest
import uvicorn
from doubles.ports import free_port
from e2e.agents import ANSWER_S, RawClient, command, environment
from e2e.serving import Server
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from scholarai import Library
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.domain.object_names import LOCAL_OWNER
from scholarai.local.welcome import sample_path
from scholarai.mcp.http import make_app, token_of
from scholarai.mcp.places import Links
from scholarai.mcp.server import make_server
from scholarai.mcp.tools import Desk

pytestmark = pytest.mark.slow

TRUE = "For 23 people the exact probability is 0.5073."
FALSE = "For 23 people the exact probability is 0.9073."


@pytest.fixture(scope="module")
def read_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("read") / "data"
    with Library(folder) as library:
        library.of(LOCAL_OWNER).add(str(sample_path()))
    return folder


@pytest.fixture
def data(read_once: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(read_once, tmp_path / "data"))


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_works_over_stdio(mode: str, data: Path) -> None:
    async def talk() -> Any:
        first, *rest = command(data)
        server = StdioServerParameters(command=first, args=rest, env=environment())
        async with Client(server, mode=mode) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            return names, (await client.call_tool("check_quotes", {"quotes": [TRUE, FALSE]})).structured_content

    names, checked = asyncio.run(talk())

    assert len(names) == 8
    assert [one["verdict"] for one in checked["results"]] == ["exact", "altered"]


def test_a_client_of_another_make_works_over_stdio(data: Path) -> None:
    with RawClient(data) as client:
        begun = client.begin()
        listed = client.request("tools/list", {})
        checked = client.call("check_quotes", quotes=[FALSE])

    assert begun["result"]["serverInfo"]["name"] == "scholarai"
    assert len(listed["result"]["tools"]) == 8
    assert checked["structuredContent"]["results"][0]["changes"][0]["printed"] == "0.5073"


def test_what_an_agent_adds_beside_a_server_is_on_its_page(
    data: Path, serve: Callable[..., Server], tmp_path: Path
) -> None:
    server = serve().start()
    bees = tmp_path / "bees.md"
    bees.write_text("# Bees\n\n## Results\n\nThe swarm chose the largest box in 21 of 24 trials, as expected.\n")
    with RawClient(data) as client:
        client.begin()
        added = client.call("add_paper", source=str(bees))["structuredContent"]
        listed = client.call("list_papers")["structuredContent"]

    shown = server.call("GET", f"/papers/{added['paper_id']}").json()
    assert added["link"].endswith(f"/papers/{added['paper_id']}")
    assert (shown["status"], shown["filename"], shown["metadata"]["title"]) == ("completed", "bees.md", "Bees")
    assert [paper["title"] for paper in listed["papers"]].count("Bees") == 1
    assert server.data == data


@pytest.mark.parametrize(
    "garbage",
    [
        b"\n",
        b"not json\n",
        b"\xff\xfe\x00\n",
        b"[]\n",
        b"[1, 2]\n",
        b"null\n",
        b"{}\n",
        b'{"jsonrpc": "1.0", "id": 1, "method": "tools/list"}\n',
        b'{"jsonrpc": "2.0", "id": {}, "method": "tools/list"}\n',
        b'{"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": []}\n',
        b'{"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": {"name": 7}}\n',
        b'{"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": {"name": "read", "arguments": [1]}}\n',
        b'{"jsonrpc": "2.0", "id": 77, "method": "no/such/method"}\n',
        b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 4711}}\n',
        b'{"jsonrpc": "2.0", "id": 77, "result": {}}\n',
        b'{"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": {"name": "ask", "arguments": {"a": "\\ud83d"}}}\n',
        b"[" * 100_000 + b"\n",
        b'{"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": {"name": "' + b"x" * 1_000_000 + b'"}}\n',
    ],
)
def test_garbage_ends_no_session(garbage: bytes, data: Path) -> None:
    with RawClient(data) as client:
        client.begin()
        client.write(garbage)

        assert client.call("check_quotes", quotes=[TRUE])["structuredContent"]["results"][0]["said"]


def test_a_call_that_is_cancelled_gets_no_answer_and_the_next_one_does(data: Path) -> None:
    with RawClient(data) as client:
        client.begin()
        client.call("check_quotes", quotes=[TRUE])
        sentences = [f"Pigs fly over {number} red barns at noon every day." for number in range(100)]
        slow = client.start("tools/call", {"name": "find_source", "arguments": {"sentences": sentences}})
        client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": slow}})
        after = client.start("tools/call", {"name": "check_quotes", "arguments": {"quotes": [TRUE]}})

        assert client.read()["id"] == after


def test_the_server_ends_with_its_client_whatever_it_was_doing(data: Path) -> None:
    with RawClient(data) as client:
        client.begin()
        sentences = [f"Pigs fly over {number} red barns at noon every day." for number in range(100)]
        client.start("tools/call", {"name": "find_source", "arguments": {"sentences": sentences}})
        assert client.process.stdin is not None
        client.process.stdin.close()
        client.process.stdin = None

        assert client.process.wait(20) == 0

    with RawClient(data) as client:
        client.begin()
        assert client.call("check_quotes", quotes=[TRUE])["structuredContent"]["results"][0]["said"]


@contextmanager
def served(app: Any, port: int) -> Iterator[None]:
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    until = time.monotonic() + ANSWER_S
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()


def ask_over_http(port: int, token: str, calls: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    async def ask() -> list[Any]:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers, timeout=ANSWER_S) as http:
            transport = streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http)
            async with Client(transport) as client:
                return [await client.call_tool(name, arguments) for name, arguments in calls]

    return asyncio.run(ask())


@pytest.fixture
def two_owners(data: Path) -> Iterator[tuple[int, str]]:
    """Yield the port of a server of two owners, and the id of ada's paper."""
    port = free_port()
    with Library(data) as library:
        paper = library.of("ada").add(str(sample_path()))

        def owner_of(token: str) -> OwnerId:
            if token not in {"token-of-ada", "token-of-bob"}:
                raise InvalidRequestError("unauthenticated", "nobody's", status=401)
            return OwnerId(token.removeprefix("token-of-"))

        server = make_server(
            lambda context: Desk(
                library=library.of(token_of(context)[1]), links=Links("http://127.0.0.1:8080"), takes_files=False
            )
        )
        with served(make_app(server, owner_of, port), port):
            yield port, paper.id


def test_a_token_says_whose_papers_are_worked_on(two_owners: tuple[int, str]) -> None:
    port, paper_id = two_owners
    calls: list[tuple[str, dict[str, Any]]] = [
        ("check_quotes", {"quotes": [TRUE], "paper_ids": [paper_id]}),
        ("read", {"paper_id": paper_id}),
        ("list_papers", {}),
    ]

    own = ask_over_http(port, "token-of-ada", calls)
    other = ask_over_http(port, "token-of-bob", calls)

    assert [one.is_error for one in own] == [False, False, False]
    assert [one.is_error for one in other] == [True, True, False]
    assert other[0].content[0].text.startswith("paper_unknown")
    assert other[2].structured_content["total"] == 0


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Basic dG9rZW4="}, 401),
        ({"Authorization": "Bearer token-of-ada", "Host": "evil.example"}, 421),
        ({"Authorization": "Bearer token-of-ada", "Origin": "https://evil.example"}, 403),
    ],
)
def test_strangers_and_other_pages_are_refused(
    headers: dict[str, str], status: int, two_owners: tuple[int, str]
) -> None:
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}'
    accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

    with pytest.raises(HTTPError) as refused:
        urlopen(Request(f"http://127.0.0.1:{two_owners[0]}/mcp", body, accepted | headers), timeout=ANSWER_S)

    assert refused.value.code == status


def test_the_command_serves_over_http_with_the_token_of_its_folder(data: Path) -> None:
    port = free_port()
    running = subprocess.Popen(
        command(data, "--http", "--port", str(port)), env=environment(), stderr=subprocess.PIPE, text=True
    )
    try:
        assert running.stderr is not None
        lines = [running.stderr.readline() for _ in range(2)]
        token = data / "mcp-token"
        assert any(str(token) in line for line in lines)
        assert stat.S_IMODE(token.stat().st_mode) == 0o600
        (answer,) = retried(lambda: ask_over_http(port, token.read_text(), [("check_quotes", {"quotes": [FALSE]})]))
    finally:
        running.terminate()
        running.communicate(timeout=20)

    assert answer.structured_content["results"][0]["verdict"] == "altered"


def retried(ask: Callable[[], list[Any]]) -> list[Any]:
    """Ask until the server listens."""
    until = time.monotonic() + ANSWER_S
    while True:
        try:
            return ask()
        except Exception:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
