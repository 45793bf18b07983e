"""Random sessions of agents with `scholarai mcp`, and how fast it checks quotes.

`python benchmarks/mcp_sessions.py [--sessions 500] [--seed 1] [--calls 300]`. Sessions are drawn from the seed: right and wrong calls of
every tool, garbage, cancelled calls, clients that vanish, a token of nobody's; most over HTTP to one server, one in 50 over stdio to a server of
its own. A fault is an answer that its schema forbids, an internal error, a wrong verdict, or a server that is not there. At the end
`check_quotes` is timed over stdio, warm, one quote at a time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import jsonschema
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent

from scholarai import Library
from scholarai.domain.object_names import LOCAL_OWNER
from scholarai.local.welcome import sample_path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from doubles.ports import free_port
from e2e.agents import command, environment

WAIT_S = 60.0
STDIO_EVERY = 50
ALIVE_EVERY = 10
MOST_CALLS = 8
TRUE = "For 23 people the exact probability is 0.5073."
FALSE = "For 23 people the exact probability is 0.9073."
PIECES = (
    *(TRUE, FALSE, "We ignore leap days, twins and the seasons", "Pigs fly over red barns at noon.", "", " ", "1"),
    *(
        "x" * 3_000,
        "\x00",
        "\u202e",
        "\U000e0041",
        "𝔘",
        "<b>",
        "**",
        "[" * 500,
        "../../etc/passwd",
        "\n\n",
        "“ … ”",
        "50 %",
    ),
)
GARBAGE = (
    *(b"", b"null", b"[]", b"{", b"\xff\xfe", b'{"jsonrpc": "2.0"}', b"[" * 50_000),
    b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": 7}',
    b'{"jsonrpc": "2.0", "id": null, "method": "no/such"}',
)


class FaultError(Exception):
    """A result that must not occur."""


class Session:
    """One session, drawn from `chance`; `paper_id` is a paper of its owner's."""

    def __init__(self, chance: random.Random, paper_id: str, schemas: Mapping[str, Any], did: Counter[str]) -> None:
        self._chance = chance
        self._paper_id = paper_id
        self._schemas = schemas
        self._did = did

    async def run(self, client: Client) -> None:
        acts = (self._right, self._right, self._wrong, self._cancelled)
        for _ in range(self._chance.randint(1, MOST_CALLS)):
            act = self._chance.choice(acts)
            self._did[act.__name__.strip("_")] += 1
            await act(client)

    async def _right(self, client: Client) -> None:
        name, arguments = self._call()
        result = await client.call_tool(name, arguments)
        said = _said(result)
        if result.is_error and not said.startswith(("paper_unknown", "question_invalid", "text_invalid", "cursor_")):
            raise FaultError(f"{name} {arguments}: {said}")
        if not result.is_error:
            jsonschema.validate(result.structured_content, self._schemas[name])
        if name == "check_quotes":
            for one in (result.structured_content or {}).get("results", ()):
                if one["quote"] in {TRUE, FALSE} and one["said"] != (one["quote"] == TRUE):
                    raise FaultError(f"a wrong verdict: {one}")

    def _call(self) -> tuple[str, dict[str, Any]]:
        chance = self._chance
        ids = chance.choice(([], [self._paper_id], [self._paper_id, self._paper_id]))
        text = " ".join(f"“{piece}”" if chance.random() < 0.5 else piece for piece in self._some(6)) or "A b."
        part = chance.choice(("outline", "section", "page", "figure", "table", "reference"))
        name = {"section": "3", "page": "2", "figure": "1", "table": "1", "reference": "2"}.get(part, "")
        return chance.choice(
            (
                ("check_quotes", {"quotes": self._some(12) or [TRUE], "paper_ids": ids}),
                ("check_text", {"text": f"Words. {text}", "paper_ids": ids}),
                ("find_source", {"sentences": [TRUE, FALSE][: chance.randint(1, 2)]}),
                ("search_library", {"query": f"birthday {chance.choice(PIECES)}", "paper_ids": ids, "limit": 3}),
                ("read", {"paper_id": self._paper_id, "part": part, "name": name}),
                ("list_papers", {"words": chance.choice(("", "birthday", "\u202e")), "limit": chance.randint(1, 5)}),
                ("ask", {"question": "What is exact?", "paper_ids": ids}),
            )
        )

    async def _wrong(self, client: Client) -> None:
        chance = self._chance
        name, arguments = chance.choice(
            (
                ("check_quotes", {"quotes": chance.choice((None, 7, "x", [], [None], [[]], {}, [TRUE] * 300))}),
                ("read", {"paper_id": chance.choice(PIECES), "part": "page", "name": chance.choice(PIECES)}),
                ("read", {"paper_id": self._paper_id, "part": chance.choice(PIECES)}),
                ("check_text", {"text": "", "more": 1}),
                ("no_tool", {}),
                ("add_paper", {"source": f"/no/such/{chance.randint(0, 9)}.pdf"}),
                ("search_library", {"query": "why", "limit": -1}),
                ("find_source", {"sentences": [""]}),
            )
        )
        result = await client.call_tool(name, arguments)
        if not result.is_error or _said(result).startswith("internal"):
            raise FaultError(f"{name} {arguments}: {result.content}")

    async def _cancelled(self, client: Client) -> None:
        sentences = [f"Pigs fly over {number} red barns at noon." for number in range(60)]
        call = asyncio.create_task(client.call_tool("find_source", {"sentences": sentences}))
        await asyncio.sleep(self._chance.random() * 0.05)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)

    def _some(self, most: int) -> list[str]:
        return [self._chance.choice(PIECES) for _ in range(self._chance.randint(0, most))]


def _said(result: CallToolResult) -> str:
    return "".join(one.text for one in result.content if isinstance(one, TextContent))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=300)
    given = parser.parse_args()
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # the client logs each answer to a call that it has cancelled
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with Library(data) as library:
            paper_id = library.of(LOCAL_OWNER).add(str(sample_path())).id
        faults = sessions(data, paper_id, given.sessions, given.seed)
        times = asyncio.run(_timed(data, given.calls, paper_id))
    ranked = statistics.quantiles(times, n=100)
    print(f"check_quotes over stdio, warm, {len(times)} calls: median {ranked[49]:.1f} ms, p95 {ranked[94]:.1f} ms")
    return 1 if faults else 0


def sessions(data: Path, paper_id: str, count: int, seed: int) -> int:
    """Hold sessions and return how many had a fault."""
    did: Counter[str] = Counter()
    faults = 0
    with _served(data) as (address, token):
        schemas = asyncio.run(_schemas(address, token))
        for number in range(count):
            session = Session(random.Random(f"{seed}-{number}"), paper_id, schemas, did)
            kind = "stdio" if number % STDIO_EVERY == 0 else "http"
            try:
                asyncio.run(
                    _over_stdio(session, data) if kind == "stdio" else _over_http(session, address, token, number)
                )
                if number % ALIVE_EVERY == 0:
                    _require_alive(address, token)
            except* (FaultError, jsonschema.ValidationError, MCPError, OSError, httpx2.HTTPError) as group:
                faults += 1
                print(f"session {seed}-{number} ({kind}):", *(repr(one)[:500] for one in _leaves(group)), flush=True)
            did[kind] += 1
        print(f"{count} sessions, {faults} with a fault; {', '.join(f'{did[one]} {one}' for one in sorted(did))}")
    return faults


async def _over_http(session: Session, address: str, token: str, number: int) -> None:
    if number % 7 == 0:
        await _vanish(address, token, GARBAGE[number // 7 % len(GARBAGE)])
    async with _client(address, token, mode="legacy" if number % 2 else "auto") as client:
        await asyncio.wait_for(session.run(client), WAIT_S)


async def _over_stdio(session: Session, data: Path) -> None:
    first, *rest = command(data)
    async with Client(StdioServerParameters(command=first, args=rest, env=environment())) as client:
        await asyncio.wait_for(session.run(client), WAIT_S)


async def _vanish(address: str, token: str, garbage: bytes) -> None:
    """Send garbage, then a right call whose answer nobody waits for, and a call with a token of nobody's."""
    accepts = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    async with httpx2.AsyncClient(timeout=WAIT_S) as http:
        ours = accepts | {"Authorization": f"Bearer {token}"}
        answer = await http.post(address, content=garbage, headers=ours)
        if answer.status_code >= 500:
            raise FaultError(f"{garbage[:60]!r}: {answer.status_code}")
        stranger = await http.post(address, content=b"{}", headers=accepts | {"Authorization": "Bearer nobody"})
        if stranger.status_code != 401:
            raise FaultError(f"a token of nobody's: {stranger.status_code}")
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
        with contextlib.suppress(httpx2.HTTPError):
            await http.post(address, content=body, headers=ours, timeout=0.001)


@contextlib.asynccontextmanager
async def _client(address: str, token: str, mode: str = "auto") -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=WAIT_S) as http,
        Client(streamable_http_client(address, http_client=http), mode=mode) as client,
    ):
        yield client


async def _schemas(address: str, token: str) -> dict[str, Any]:
    async with _client(address, token) as client:
        return {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}


def _require_alive(address: str, token: str) -> None:
    async def ask() -> Any:
        async with _client(address, token) as client:
            return await client.call_tool("check_quotes", {"quotes": [FALSE]})

    if asyncio.run(ask()).structured_content["results"][0]["verdict"] != "altered":
        raise FaultError("the server checks wrongly")


@contextmanager
def _served(data: Path) -> Iterator[tuple[str, str]]:
    port = free_port()
    with (data.parent / "served.log").open("wb") as log:
        running = subprocess.Popen(
            command(data, "--http", "--port", str(port)), env=environment(), stdout=log, stderr=subprocess.STDOUT
        )
        try:
            address, token = f"http://127.0.0.1:{port}/mcp", data / "mcp-token"
            _wait_until(lambda: token.exists() and _answers(address))
            yield address, token.read_text()
            if running.poll() is not None:
                raise FaultError("the server ended")
        finally:
            running.terminate()
            running.wait(WAIT_S)
    said = (data.parent / "served.log").read_text()
    # The SDK logs a client that went in the middle of its request as an error, and what it then could not write.
    gone = ("starlette.requests.ClientDisconnect", "anyio.ClosedResourceError", "anyio.BrokenResourceError")
    # A group of exceptions has a head of its own above those of its members.
    if said.count("Traceback") - said.count("Exception Group Traceback") > sum(map(said.count, gone)):
        print(said[-6_000:])
        raise FaultError("the server's log has a traceback")


def _answers(address: str) -> bool:
    try:
        return httpx2.get(address).status_code == 401
    except httpx2.HTTPError:
        return False


def _wait_until(there: Callable[[], bool]) -> None:
    until = time.monotonic() + WAIT_S
    while not there():
        if time.monotonic() > until:
            raise TimeoutError("the server did not start")
        time.sleep(0.1)


def _leaves(group: BaseExceptionGroup[Any]) -> Sequence[BaseException]:
    return [
        leaf for one in group.exceptions for leaf in (_leaves(one) if isinstance(one, BaseExceptionGroup) else [one])
    ]


async def _timed(data: Path, calls: int, paper_id: str) -> list[float]:
    first, *rest = command(data)
    times = []
    async with Client(StdioServerParameters(command=first, args=rest, env=environment())) as client:
        for number in range(calls + 10):
            began = time.perf_counter()
            await client.call_tool("check_quotes", {"quotes": [(TRUE, FALSE)[number % 2]], "paper_ids": [paper_id]})
            times.append((time.perf_counter() - began) * 1_000)
    return times[10:]


if __name__ == "__main__":
    raise SystemExit(main())
