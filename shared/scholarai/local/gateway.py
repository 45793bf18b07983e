"""Routes each call of the local server to its function, as the load balancer does in the cloud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from werkzeug.wrappers import Request, Response

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.database import read_only_error
from scholarai.adapters.embedded.signing import OBJECTS_PATH
from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.entrypoints.operations import MethodNotAllowedError
from scholarai.entrypoints.routes import allowed_methods, find
from scholarai.local.admission import Admission
from scholarai.local.functions import Functions, WsgiApp
from scholarai.local.page import WebPage
from scholarai.local.signed_files import ObjectGate, problem_response

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_CHANGING = frozenset({"PUT", "PATCH", "DELETE"})
LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """A WSGI application over all others.

    It answers only to names of this machine, so that a web page cannot reach it by DNS rebinding, under a name of its
    own that resolves to 127.0.0.1.

    Attributes:
        admission: Which callers are answered; None: all of them.
        store: Deletions from a full disk are given room in it; one that can only be read is not changed.
    """

    functions: Functions
    objects: ObjectGate
    page: WebPage
    admission: Admission | None
    store: EmbeddedBackend
    hosts: frozenset[str] = LOCAL_HOSTS

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        request = Request(environ)
        try:
            self._check_host(request)
            answer = self.page.moved(request) or self._admitted(request)
        except InvalidRequestError as error:
            answer = problem_response(error)
        if request.method != "DELETE" or isinstance(answer, Response):  # a refusal deletes nothing
            return answer(environ, start_response)
        with self.store.room_to_delete():  # the function has deleted what it deletes when it returns its answer
            return answer(environ, start_response)

    def _admitted(self, request: Request) -> WsgiApp:
        if self.admission is None:
            return self._route(request)
        try:
            return self.admission.admit(request, lambda: self._route(request))
        except InvalidRequestError as error:
            return self.admission.refusal(request, error) or problem_response(error)

    def _check_host(self, request: Request) -> None:
        host = request.host.rsplit(":", 1)[0] if not request.host.endswith("]") else request.host
        if host.lower() not in self.hosts:
            raise InvalidRequestError("host_unknown", "this server answers on this machine only", status=421)

    def _route(self, request: Request) -> WsgiApp:
        if self.store.read_only and request.method in _CHANGING:  # questions and checks are POSTs
            return problem_response(read_only_error(self.store.data_folder))
        page = self.page.answer(request)
        if page is not None:
            return page
        if request.path.startswith(OBJECTS_PATH):
            return self.objects.answer(request)
        if not allowed_methods(request.path) and (page := self.page.nothing_here(request)) is not None:
            return page
        return self._function(request.method, request.path)

    def _function(self, method: str, path: str) -> WsgiApp:
        """Return the function that serves the call; `status` answers what no function serves with a problem document."""
        try:
            name = find(method, path).operation.function
        except (NotFoundError, MethodNotAllowedError):
            name = "chat" if allowed_methods(path, "chat") else "status"
        apps: dict[str, WsgiApp] = {"status": self.functions.status, "chat": self.functions.chat}
        return apps[name]
