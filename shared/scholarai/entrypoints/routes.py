"""Which operation serves a path, for functions and for the servers in front of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.entrypoints.operation import FunctionName, Operation
from scholarai.entrypoints.operations import OPERATIONS


class Match(Struct, frozen=True, kw_only=True):
    operation: Operation
    parameters: Mapping[str, str]


class MethodNotAllowedError(InvalidRequestError):
    """The path exists, the method does not; `allowed` are those that do."""

    def __init__(self, method: str, allowed: tuple[str, ...]) -> None:
        super().__init__("method_not_allowed", f"this path takes {', '.join(allowed)}, got {method[:16]}", status=405)
        self.allowed = allowed


def find(
    method: str,
    path: str,
    function: FunctionName | None = None,
    operations: tuple[Operation, ...] = OPERATIONS,
) -> Match:
    """Return the operation of a call, among those of one function or of all; HEAD is served as GET.

    Raises:
        NotFoundError: If no operation has this path.
        MethodNotAllowedError: If some operation has the path, but none the method.
    """
    wanted = "GET" if method == "HEAD" else method
    matches = list(_matches(path, function, operations))
    for match in matches:
        if match.operation.method == wanted:
            return match
    if not matches:
        raise NotFoundError("path_unknown", "there is nothing at this path")
    raise MethodNotAllowedError(method, tuple(sorted({match.operation.method for match in matches})))


def allowed_methods(path: str, function: FunctionName | None = None) -> tuple[str, ...]:
    """Return the methods that a path takes, sorted; empty for an unknown path."""
    return tuple(sorted({match.operation.method for match in _matches(path, function, OPERATIONS)}))


def _matches(path: str, function: FunctionName | None, operations: tuple[Operation, ...]) -> Iterator[Match]:
    for operation in operations:
        if function is None or operation.function == function:
            parameters = operation.match(path)
            if parameters is not None:
                yield Match(operation=operation, parameters=parameters)
