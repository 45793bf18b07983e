"""Answers requests that the framework rejects itself: paths with a line break, malformed or endlessly nested events."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from flask import Response

from scholarai.domain.errors import NotFoundError
from scholarai.domain.limits import MIB
from scholarai.entrypoints.bodies import bound_bodies
from scholarai.entrypoints.problems import PROBLEM_TYPE, problem_of
from scholarai.entrypoints.replies import render_json

if TYPE_CHECKING:
    from flask import Flask

_LOG = logging.getLogger(__name__)

# An object's own metadata may take 8 KiB, an order of a review less. A guess.
_EVENT_BYTES = MIB


def answer_unrouted(app: Flask) -> None:
    """Answer a problem document where the application has no route; called while the application is built."""
    bound_bodies(app)
    problem = problem_of(NotFoundError("path_unknown", "there is nothing at this path"))
    headers = {"X-Content-Type-Options": "nosniff", **problem.headers}
    app.register_error_handler(
        404, lambda _: Response(render_json(problem.to_plain()), problem.status, headers, content_type=PROBLEM_TYPE)
    )


def refuse_unreadable(app: Flask) -> None:
    """Answer 400 to requests that are not CloudEvents."""
    bound_bodies(app, unsized_bytes=_EVENT_BYTES)

    def refuse(error: Exception) -> Response:
        _LOG.error("event malformed", extra={"reason": type(error).__name__})
        return Response(status=400)

    for kind in (UnicodeDecodeError, RecursionError):
        app.register_error_handler(kind, refuse)
