"""The chat function: questions about papers, answered with checked quotes, over HTTP."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import functions_framework
from flask import current_app

from scholarai import bootstrap
from scholarai.entrypoints import instance
from scholarai.entrypoints.framework_app import set_up_http_app
from scholarai.entrypoints.http import http_function

if TYPE_CHECKING:
    from flask import Request, Response

    from scholarai.entrypoints.http import HttpFunction

# The framework loads this file while it builds the application.
set_up_http_app(current_app)


@functools.cache
def _function() -> HttpFunction:
    instance.begin(bootstrap.process.settings().project, bootstrap.process.authorized_session)
    bootstrap.process.models.require_models()
    return http_function("chat", bootstrap.process)


@functions_framework.http
def chat(request: Request) -> Response:
    """Answer one call; clients and models are created on first use and kept."""
    return _function()(request)
