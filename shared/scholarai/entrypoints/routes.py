"""Every operation of the HTTP API, by the cloud function that serves it."""

from __future__ import annotations

from collections.abc import Iterator

from scholarai.entrypoints.operations import FunctionName, Match, Operation, match_of


def operations_of(function: FunctionName | None = None) -> Iterator[Operation]:
    """Yield the operations of a cloud function; None: all.

    The first that fits a path serves it: `/papers/export` comes before `/papers/{paper_id}`. Modules of handlers are imported on
    the way, those that a new instance is mostly started for first.
    """
    return (operation for operation in _modules(function) if function in {None, operation.function})


def _modules(function: FunctionName | None) -> Iterator[Operation]:
    if function != "status":
        from scholarai.entrypoints import exports

        yield from exports.routes.operations
    if function != "chat":
        from scholarai.entrypoints import papers

        yield from papers.routes.operations
    if function != "status":
        from scholarai.entrypoints import chat

        yield from chat.routes.operations
    from scholarai.entrypoints import (
        account,
        citing,
        connections,
        deployment,
        health,
        model_settings,
        own,
        reference,
        reviews,
        sign_in,
        tables,
        works,
        zotero,
    )

    for module in (
        citing,
        connections,
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
        reference,
    ):
        yield from module.routes.operations


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
