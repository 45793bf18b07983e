"""Which function serves which path: the one table that servers, the OpenAPI file and Terraform's test read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.limits import KIB, QUOTE_CHARACTERS, QUOTES_PER_CALL

Method = Literal["GET", "POST", "DELETE", "PATCH", "PUT"]
FunctionName = Literal["status", "chat"]

# Ids of ours are 26 characters; the bound keeps hostile paths out of stores and logs.
_ID_CHARACTERS = 128
# The longest question is 8,000 characters, at most 32,000 bytes of UTF-8 or 48,000 of \u escapes. Ours.
BODY_BYTES = 64 * KIB
# Six bytes a character as \u escapes, and room for the ids.
_QUOTES_BYTES = QUOTES_PER_CALL * (6 * QUOTE_CHARACTERS + KIB)


class Route(Struct, frozen=True, kw_only=True):
    """One call of the API.

    Attributes:
        pattern: The path, a parameter as `{name}`; parameters are opaque ids.
        function: The function that serves it.
        operation: Its name inside that function, the `operationId` of the OpenAPI file.
        takes_json: The call has a JSON body, checked for type and size before the operation sees it.
        body_bytes: The longest body that it takes.
        public: Answered without an identity.
    """

    method: Method
    pattern: str
    function: FunctionName
    operation: str
    takes_json: bool = False
    body_bytes: int = BODY_BYTES
    public: bool = False

    def match(self, path: str) -> Mapping[str, str] | None:
        """Return the path's parameters, or None when this is another path."""
        expected, given = self.pattern.split("/"), path.split("/")
        if len(expected) != len(given):
            return None
        parameters: dict[str, str] = {}
        for pattern, part in zip(expected, given, strict=True):
            if pattern.startswith("{"):
                if not _is_id(part):
                    return None
                parameters[pattern[1:-1]] = part
            elif pattern != part:
                return None
        return parameters


ROUTES: tuple[Route, ...] = (
    Route(method="POST", pattern="/papers", function="status", operation="create_paper", takes_json=True),
    Route(method="GET", pattern="/papers", function="status", operation="list_papers"),
    Route(method="GET", pattern="/papers/{paper_id}", function="status", operation="get_paper"),
    Route(method="DELETE", pattern="/papers/{paper_id}", function="status", operation="delete_paper"),
    Route(method="GET", pattern="/papers/{paper_id}/extraction", function="status", operation="get_extraction"),
    Route(method="POST", pattern="/papers/{paper_id}/extract", function="status", operation="restart_extraction"),
    Route(method="GET", pattern="/papers/{paper_id}/content", function="status", operation="get_content"),
    Route(method="GET", pattern="/papers/{paper_id}/file", function="status", operation="get_file"),
    Route(method="POST", pattern="/papers/{paper_id}/chat", function="chat", operation="ask_paper", takes_json=True),
    Route(method="GET", pattern="/papers/{paper_id}/chat", function="chat", operation="list_paper_sessions"),
    Route(
        method="POST",
        pattern="/papers/{paper_id}/check",
        function="chat",
        operation="check_quotes",
        takes_json=True,
        body_bytes=_QUOTES_BYTES,
    ),
    Route(method="POST", pattern="/chat", function="chat", operation="ask_papers", takes_json=True),
    Route(method="GET", pattern="/chat", function="chat", operation="list_sessions"),
    Route(method="GET", pattern="/chat/{session_id}", function="chat", operation="get_session"),
    Route(method="DELETE", pattern="/chat/{session_id}", function="chat", operation="delete_session"),
    Route(method="GET", pattern="/search", function="chat", operation="search_library"),
    Route(method="POST", pattern="/reviews", function="chat", operation="create_review", takes_json=True),
    Route(method="PATCH", pattern="/reviews/{review_id}", function="chat", operation="edit_review", takes_json=True),
    Route(method="GET", pattern="/reviews", function="status", operation="list_reviews"),
    Route(method="GET", pattern="/reviews/{review_id}", function="status", operation="get_review"),
    Route(method="DELETE", pattern="/reviews/{review_id}", function="status", operation="delete_review"),
    Route(method="POST", pattern="/reviews/{review_id}/cancel", function="status", operation="cancel_review"),
    Route(method="GET", pattern="/reviews/{review_id}/export", function="status", operation="export_review"),
    Route(method="GET", pattern="/healthz", function="status", operation="check_health", public=True),
    Route(method="GET", pattern="/healthz", function="chat", operation="check_health", public=True),
    # The same under a name that Google's front ends do not keep for themselves, as they do /healthz of Cloud Run.
    Route(method="GET", pattern="/health", function="status", operation="check_health", public=True),
    Route(method="GET", pattern="/health", function="chat", operation="check_health", public=True),
)


class Match(Struct, frozen=True, kw_only=True):
    route: Route
    parameters: Mapping[str, str]


class MethodNotAllowedError(InvalidRequestError):
    """The path exists, the method does not; `allowed` are those that do."""

    def __init__(self, method: str, allowed: tuple[str, ...]) -> None:
        super().__init__("method_not_allowed", f"this path takes {', '.join(allowed)}, got {method[:16]}", status=405)
        self.allowed = allowed


def find(method: str, path: str, function: FunctionName | None = None) -> Match:
    """Return the route of a call, among those of one function or of all; HEAD is served as GET.

    Raises:
        NotFoundError: If no route has this path.
        MethodNotAllowedError: If some route has the path, but none the method.
    """
    wanted = "GET" if method == "HEAD" else method
    matches = list(_matches(path, function))
    for match in matches:
        if match.route.method == wanted:
            return match
    if not matches:
        raise NotFoundError("path_unknown", "there is nothing at this path")
    raise MethodNotAllowedError(method, tuple(sorted({match.route.method for match in matches})))


def allowed_methods(path: str, function: FunctionName | None = None) -> tuple[str, ...]:
    """Return the methods that a path takes, sorted; empty for an unknown path."""
    return tuple(sorted({match.route.method for match in _matches(path, function)}))


def _matches(path: str, function: FunctionName | None) -> Iterator[Match]:
    for route in ROUTES:
        if function is None or route.function == function:
            parameters = route.match(path)
            if parameters is not None:
                yield Match(route=route, parameters=parameters)


def _is_id(part: str) -> bool:
    return 0 < len(part) <= _ID_CHARACTERS and part.isascii() and part.replace("-", "").replace("_", "").isalnum()
