"""Every operation of the HTTP API, by the cloud function that serves it."""

from __future__ import annotations

from scholarai.entrypoints import (
    account,
    chat,
    citing,
    deployment,
    exports,
    health,
    model_settings,
    own,
    papers,
    reviews,
    sign_in,
    tables,
    works,
    zotero,
)
from scholarai.entrypoints.operations import FunctionName, Match, Operation, match_of

# The first that fits a path serves it: `/papers/export` comes before `/papers/{paper_id}`.
OPERATIONS: tuple[Operation, ...] = tuple(
    operation
    for module in (
        exports,
        papers,
        chat,
        citing,
        own,
        works,
        zotero,
        reviews,
        tables,
        account,
        deployment,
        sign_in,
        model_settings,
        health,
    )
    for operation in module.routes.operations
)


def operations_of(function: FunctionName | None) -> tuple[Operation, ...]:
    """Return the operations of a cloud function; None: all."""
    return tuple(operation for operation in OPERATIONS if function in {None, operation.function})


def find(method: str, path: str, function: FunctionName | None = None) -> Match:
    """Return the operation that serves a call to a function, None: to any; HEAD is served as GET.

    Raises:
        NotFoundError: If no operation has this path.
        MethodNotAllowedError: If an operation has the path, but none has it with this method.
    """
    return match_of(method, path, operations_of(function))


def allowed_methods(path: str, function: FunctionName | None = None) -> tuple[str, ...]:
    """Return the methods that a path takes, sorted; empty for an unknown path."""
    return tuple(
        sorted({operation.method for operation in operations_of(function) if operation.match(path) is not None})
    )
