"""Sets up the framework's Flask application: bounded bodies, and responses to errors outside of our handlers."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from flask import Response
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from scholarai.domain.errors import NotFoundError, TransientError
from scholarai.domain.limits import MIB
from scholarai.entrypoints.callers import bound_bodies
from scholarai.entrypoints.calls import render_json
from scholarai.entrypoints.problems import PROBLEM_TYPE, problem_of

if TYPE_CHECKING:
    from flask import Flask

_LOG = logging.getLogger(__name__)

# An object's custom metadata may take 8 KiB, a message about a review step less. A guess.
_EVENT_BYTES = MIB


def set_up_http_app(app: Flask) -> None:
    """Bound bodies, and answer an unknown route with a problem document; called while the application is built."""
    bound_bodies(app)
    problem = problem_of(NotFoundError("path_unknown", "there is nothing at this path"))
    headers = {"X-Content-Type-Options": "nosniff", **problem.headers}
    app.register_error_handler(
        404, lambda _: Response(render_json(problem.to_plain()), problem.status, headers, content_type=PROBLEM_TYPE)
    )


def set_up_event_app(app: Flask) -> None:
    """Bound bodies, and answer 400 to requests that are not CloudEvents, and 429 to events that must be redelivered.

    Pub/Sub and a scheduler redeliver after every status but 2xx. For a 5xx, alerts would count a failure, and the framework
    would log an error with a traceback. The framework's own answers to malformed events quote the request's headers, also
    those that proxies added, and the messages of exceptions.
    """
    bound_bodies(app, unsized_bytes=_EVENT_BYTES)

    def refuse(error: Exception) -> Response:
        _LOG.error("event malformed", extra={"reason": type(error).__name__})
        return Response(status=400)

    def put_off(error: TransientError) -> Response:
        _LOG.warning("event put off", extra={"code": error.code})
        return Response(status=429)

    app.register_error_handler(TransientError, put_off)
    for kind in (BadRequest, UnsupportedMediaType, UnicodeDecodeError, RecursionError):
        app.register_error_handler(kind, refuse)
