"""Paths that the framework itself does not hand on, such as one with a line break: answered like any other unknown one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response

from scholarai.domain.errors import NotFoundError
from scholarai.entrypoints.problems import PROBLEM_TYPE, problem_of
from scholarai.entrypoints.replies import render_json

if TYPE_CHECKING:
    from flask import Flask


def answer_unrouted(app: Flask) -> None:
    """Have the application of a function answer a problem document where it has no route; called while it is made."""
    problem = problem_of(NotFoundError("path_unknown", "there is nothing at this path"))
    headers = {"X-Content-Type-Options": "nosniff", **problem.headers}
    app.register_error_handler(
        404, lambda _: Response(render_json(problem.to_plain()), problem.status, headers, content_type=PROBLEM_TYPE)
    )
