"""`scholarai mcp`: serves the papers of this machine to agents, over stdio or over HTTP."""

from __future__ import annotations

import hmac
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from scholarai.api.library import Library
from scholarai.bootstrap import App, settings_of
from scholarai.config import Settings
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.entrypoints.callers import identity_of
from scholarai.local.data_commands import data_folder
from scholarai.local.terminal import DONE, SOME_FAILED, complain, keep_logs_quiet
from scholarai.local.tokens import token_in
from scholarai.mcp.places import Links
from scholarai.mcp.tools import Desk

HOST = "127.0.0.1"
# How long calls may run on after a signal.
GRACE_S = 5
KEY_FILE = "mcp-token"
_NO_EXTRA = "mcp_missing: The server for agents needs the extra `mcp`: pip install 'scholarai-papers[mcp]'"


def mcp(*, http: bool, port: int, page: str | None, data: Path | None = None) -> int:
    """Serve until the client leaves, or over HTTP until a signal comes, and return the exit code.

    Args:
        http: Serve over streamable HTTP instead of stdin and stdout.
        port: The port for HTTP.
        page: Address of the page that links open; None: where `scholarai serve` has it.
        data: The data folder.
    """
    if find_spec("mcp") is None:
        return complain(_NO_EXTRA, SOME_FAILED)
    keep_logs_quiet()
    folder = {} if data is None else {"SCHOLARAI_DATA": str(data_folder(data))}
    settings = settings_of({**os.environ, **folder, "SCHOLARAI_BACKEND": "embedded"})
    if not (http or settings.default_owner):
        return complain("owner_missing: Without a default owner, agents are served over HTTP only: --http", SOME_FAILED)
    links = Links(page or settings.public_url)
    with Library(data, progress=False) as library:
        return _serve_http(library, settings, port, links) if http else _serve_stdio(library, settings, links)


def _serve_stdio(library: Library, settings: Settings, links: Links) -> int:
    import anyio
    from mcp.server.stdio import stdio_server

    from scholarai.mcp.server import make_server

    desk = Desk(library=library.of(settings.default_owner), links=links, takes_files=True)
    server = make_server(lambda _context: desk)

    async def serve() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
        _leave(library)

    anyio.run(serve)
    return DONE


def _serve_http(library: Library, settings: Settings, port: int, links: Links) -> int:
    import uvicorn

    from scholarai.mcp.http import PATH, make_app, token_of
    from scholarai.mcp.server import Context, make_server

    owner_of, signed_in = _owner_of(library, settings), settings.identity != "local"

    def desk(context: Context) -> Desk:
        token, owner = token_of(context)
        return Desk(
            library=library.of(owner),
            links=links,
            takes_files=not signed_in,
            require_costs=lambda: owner_of(token, costs=True),
        )

    print(f"Agents are served at http://{HOST}:{port}{PATH} (for this machine only).", file=sys.stderr, flush=True)
    app = make_app(make_server(desk), owner_of, port)
    uvicorn.run(app, host=HOST, port=port, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE_S)
    return DONE


def _owner_of(library: Library, settings: Settings) -> Callable[..., OwnerId]:
    """Return what says whose a token is: an account's where users sign in, else the one user's, whose token is in a file."""
    identity = identity_of(
        App(settings).token_verifier(), settings.default_owner, verified_email=settings.verified_email
    )
    ours = None
    if settings.identity == "local":
        file = library.data_folder / KEY_FILE
        ours = token_in(file)
        print(f"The token is in {file}.", file=sys.stderr, flush=True)

    def owner_of(token: str, *, costs: bool = False) -> OwnerId:
        if ours is not None and not hmac.compare_digest(token.encode(), ours.encode()):
            raise InvalidRequestError("unauthenticated", "this is not the token of this server", status=401)
        return identity.owner_of(f"Bearer {token}", costs=costs)

    return owner_of


def _leave(library: Library) -> None:
    """End without waiting for the threads of calls that nobody waits for any more; what they hold can be taken up again."""
    library.close()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(DONE)
