"""Serves agents over streamable HTTP on this machine; a bearer token says whose papers a caller works on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.to_thread
from mcp.server import Server
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser, BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.mcp.server import Context

PATH = "/mcp"
_NAMES = ("127.0.0.1", "localhost", "[::1]")

OwnerOf = Callable[[str], OwnerId]
"""Returns the owner of a bearer token; raises InvalidRequestError for a token of nobody's."""


@dataclass(frozen=True, slots=True)
class _Verifier:
    """Implements the SDK's `TokenVerifier`; the owner is the principal, so that nobody can join another's session."""

    owner_of: OwnerOf

    async def verify_token(self, token: str) -> AccessToken | None:
        try:
            owner = await anyio.to_thread.run_sync(self.owner_of, token)
        except InvalidRequestError:
            return None
        return AccessToken(token=token, client_id=owner, subject=owner, scopes=[])


def make_app(server: Server[Any], owner_of: OwnerOf, port: int) -> Starlette:
    """Return the application; it answers to names of this machine alone, and to pages of no other origin."""
    security = TransportSecuritySettings(
        allowed_hosts=[f"{name}:{port}" for name in _NAMES],
        allowed_origins=[f"http://{name}:{port}" for name in _NAMES],
    )
    manager = StreamableHTTPSessionManager(app=server, security_settings=security)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    return Starlette(
        routes=[
            Route(PATH, endpoint=RequireAuthMiddleware(_OneAnswer(StreamableHTTPASGIApp(manager)), required_scopes=[]))
        ],
        middleware=[
            Middleware(AuthenticationMiddleware, backend=BearerAuthBackend(_Verifier(owner_of))),
            Middleware(AuthContextMiddleware),
        ],
        lifespan=lifespan,
        exception_handlers={ClientDisconnect: _gone},
    )


@dataclass(frozen=True, slots=True)
class _OneAnswer:
    """Ends quietly when a client goes while it is answered: the SDK then answers once more, and writes to a closed stream (2.3.0)."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        whole = False

        async def send_once(message: Message) -> None:
            nonlocal whole
            if not whole:
                whole = message["type"] == "http.response.body" and not message.get("more_body", False)
                await send(message)

        with suppress(anyio.ClosedResourceError):
            await self.app(scope, receive, send_once)


def _gone(_request: Request, _error: Exception) -> Response:
    """Answer a client that went before its request was whole; nobody reads it."""
    return Response(status_code=400)


def token_of(context: Context) -> tuple[str, OwnerId]:
    """Return the token that came with a request, and whose it is.

    Raises:
        TypeError: If none did; `RequireAuthMiddleware` lets no such request through, so this is a bug.
    """
    user = None if context.request is None else context.request.scope.get("user")
    if not isinstance(user, AuthenticatedUser):
        raise TypeError("a request without a caller reached a tool")
    return user.access_token.token, OwnerId(user.access_token.client_id)
