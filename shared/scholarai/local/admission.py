"""Admits callers of the account that runs the local server, and those that show its token."""

from __future__ import annotations

import hmac
import html
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from werkzeug.wrappers import Request, Response

from scholarai.adapters.embedded.signing import OBJECTS_PATH
from scholarai.domain.errors import InvalidRequestError
from scholarai.entrypoints.page import HTML, PAGE_HEADERS, is_document, wants_page
from scholarai.local.functions import WsgiApp
from scholarai.local.peers import account_of, own_account
from scholarai.local.tokens import token_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIEnvironment

FILE = "serve-token"
QUERY = "token"
_ROOT = 0
# A guess, as of Jupyter: a bookmark works from month to month.
_COOKIE_LIFE = timedelta(days=30)
# Made by the page itself, the next request carries the cookie, which browsers keep back from requests that another site began.
_ONWARD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>ScholarAI</title><meta http-equiv="refresh" content="0; url={url}">
<p><a href="{url}">Open ScholarAI</a></p></html>
"""
_REFUSED = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>ScholarAI</title>
<h1>This page is not open to you</h1><p>{detail}.</p><p>{action}</p></html>
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """Tells apart who may call a server that listens on this machine, where every account can reach it.

    Attributes:
        token: What a caller shows whose account the system does not tell: once in the address, in the cookie that is set then,
            or as `Authorization: Bearer`.
        account: The user id of the server; None where there are none.
        account_of: Returns the user id at the other end of a connection, None if the system does not tell.
    """

    token: str
    account: int | None = field(default_factory=own_account)
    account_of: Callable[[socket.socket], int | None] = account_of
    _known: WeakKeyDictionary[socket.socket, int | None] = field(default_factory=WeakKeyDictionary, init=False)

    @classmethod
    def of(cls, folder: Path) -> Admission:
        """Return that of a data folder, whose token lasts; where none can be kept, it lasts as long as the server."""
        try:
            return cls(token=token_in(folder / FILE))
        except OSError:
            return cls(token=secrets.token_urlsafe())

    def admit(self, request: Request, answer: Callable[[], WsgiApp]) -> WsgiApp:
        """Return the answer to a caller that is admitted, which gets a cookie if it showed the token in the address.

        Raises:
            InvalidRequestError: With status 403, if it is not.
        """
        if not request.path.startswith(OBJECTS_PATH) and self._is_token(request.args.get(QUERY)):
            return self._with_cookie(request, answer)
        account = self._account(request)
        if account is None and not (request.path.startswith(OBJECTS_PATH) or self._shows_token(request)):
            raise _unknown()  # the signature of an object's address is as good as the token
        if account not in {None, self.account, _ROOT} and not self._shows_token(request):
            raise _another()
        return answer()

    def refusal(self, request: Request, error: InvalidRequestError) -> Response | None:
        """Return what a browser shows instead of a problem document; None for programs."""
        if request.method not in {"GET", "HEAD"} or not wants_page(request):
            return None
        if is_document(request) and request.headers.get("Sec-Fetch-Site") in {"cross-site", "same-site"}:
            return _page(_ONWARD.format(url=html.escape(request.full_path.rstrip("?"))))
        return _page(_REFUSED.format(detail=error.detail.capitalize(), action=html.escape(error.action)), error.status)

    def _account(self, request: Request) -> int | None:
        """Return the account of a connection, looked up at its first request: later the other end may be closed."""
        connection = request.environ.get("gunicorn.socket")
        if connection is None:
            return None
        if connection not in self._known:
            self._known[connection] = self.account_of(connection)
        return self._known[connection]

    def _shows_token(self, request: Request) -> bool:
        scheme, _, shown = request.headers.get("Authorization", "").partition(" ")
        return (scheme.lower() == "bearer" and self._is_token(shown.strip())) or self._is_token(
            request.cookies.get(_cookie(request))
        )

    def _is_token(self, shown: str | None) -> bool:
        return shown is not None and hmac.compare_digest(shown.encode(), self.token.encode())

    def _with_cookie(self, request: Request, answer: Callable[[], WsgiApp]) -> WsgiApp:
        """Answer with a cookie; a browser is led to the address without the token, which stays out of its history."""
        left = urlencode([pair for pair in request.args.items(multi=True) if pair[0] != QUERY])
        request.environ["QUERY_STRING"] = left
        kept = Response()
        kept.set_cookie(_cookie(request), self.token, max_age=_COOKIE_LIFE, path="/", httponly=True, samesite="Strict")
        if is_document(request):
            onward = _page(_ONWARD.format(url=html.escape(request.path + (f"?{left}" if left else ""))))
            onward.headers["Set-Cookie"] = kept.headers["Set-Cookie"]
            return onward
        return _setting(kept.headers["Set-Cookie"], answer())


def _cookie(request: Request) -> str:
    """Return the cookie's name: browsers send cookies to all ports of a machine, where other servers may run."""
    return f"scholarai-{request.environ['SERVER_PORT']}"


def _page(text: str, status: int = 200) -> Response:
    return Response(text, status, headers={**PAGE_HEADERS, "Cache-Control": "no-store"}, content_type=HTML)


def _setting(cookie: str, app: WsgiApp) -> WsgiApp:
    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *more: object) -> object:
            return start_response(status, [*headers, ("Set-Cookie", cookie)], *more)  # type: ignore[arg-type]

        return app(environ, start)  # type: ignore[arg-type]

    return answer


def _another() -> InvalidRequestError:
    return InvalidRequestError(
        "another_account",
        "this server belongs to another account of this machine",
        action="Start `scholarai serve` of your own, on another port.",
        status=403,
    )


def _unknown() -> InvalidRequestError:
    return InvalidRequestError(
        "account_unknown",
        "the system does not tell which account of this machine is calling",
        action=f"Open the address that `scholarai serve` printed, or add ?{QUERY}= or `Authorization: Bearer` with what is in "
        f"{FILE} in the data folder. In containers and behind forwarded ports: `scholarai serve --all-accounts`.",
        status=403,
    )
