"""What the framework itself does not hand on: paths such as one with a line break, events that are no text or nested without end."""

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
    """Have the application of a function answer a problem document where it has no route; called while it is made."""
    bound_bodies(app)
    problem = problem_of(NotFoundError("path_unknown", "there is nothing at this path"))
    headers = {"X-Content-Type-Options": "nosniff", **problem.headers}
    app.register_error_handler(
        404, lambda _: Response(render_json(problem.to_plain()), problem.status, headers, content_type=PROBLEM_TYPE)
    )


def refuse_unreadable(app: Flask) -> None:
    """Have the application of an event function answer 400 to what is no event at all, rather than fail at it."""
    bound_bodies(app, unsized_bytes=_EVENT_BYTES)

    def refuse(error: Exception) -> Response:
        _LOG.error("event malformed", extra={"reason": type(error).__name__})
        return Response(status=400)

    for kind in (UnicodeDecodeError, RecursionError):
        app.register_error_handler(kind, refuse)
