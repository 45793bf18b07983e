"""The extract function: reads the papers that arrive in the bucket, and runs the sweepers."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import functions_framework
from flask import current_app, request

from scholarai import bootstrap
from scholarai.entrypoints import instance
from scholarai.entrypoints.event_functions import put_off_when_stopped, require_push_token
from scholarai.entrypoints.events import SWEEP_DUE, receive, sweep
from scholarai.entrypoints.framework_app import set_up_event_app

if TYPE_CHECKING:
    from cloudevents.http import CloudEvent

    from scholarai.ports.callers import PushVerifier
    from scholarai.services.extraction import ExtractPaper

# The framework loads this file while it builds the application.
set_up_event_app(current_app)


@functools.cache
def _push_verifier() -> PushVerifier | None:
    instance.begin(bootstrap.process.settings().project, bootstrap.process.authorized_session)
    return bootstrap.process.push_verifier()


@functools.cache
def _service() -> ExtractPaper:
    put_off_when_stopped(bootstrap.process)
    return bootstrap.process.extraction.extract_paper()


@functions_framework.cloud_event
def extract(event: CloudEvent) -> None:
    """Handle one event. Returning acknowledges it; raising asks for redelivery."""
    require_push_token(_push_verifier(), request.headers.get("Authorization"))
    service = _service()
    if event.get("type") == SWEEP_DUE:
        sweep(bootstrap.process.deletion.sweepers())
    else:
        receive(event, service.extract)
