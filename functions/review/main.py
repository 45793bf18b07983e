"""The review function: one step of a literature review per message."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import functions_framework
from flask import current_app, request

from scholarai import bootstrap
from scholarai.entrypoints import instance
from scholarai.entrypoints.event_functions import put_off_when_stopped, require_push_token
from scholarai.entrypoints.events import receive_order
from scholarai.entrypoints.framework_app import set_up_event_app

if TYPE_CHECKING:
    from cloudevents.http import CloudEvent

    from scholarai.ports.callers import PushVerifier
    from scholarai.services.reviews.run import RunStep

# The framework loads this file while it builds the application.
set_up_event_app(current_app)


@functools.cache
def _push_verifier() -> PushVerifier | None:
    instance.begin(bootstrap.process.settings().project, bootstrap.process.authorized_session)
    return bootstrap.process.push_verifier()


@functools.cache
def _service() -> RunStep:
    bootstrap.process.models.require_models()
    put_off_when_stopped(bootstrap.process)
    return bootstrap.process.reviews.run_review_step()


@functions_framework.cloud_event
def review(event: CloudEvent) -> None:
    """Handle one step message. Returning acknowledges it; raising asks for redelivery."""
    require_push_token(_push_verifier(), request.headers.get("Authorization"))
    receive_order(event, lambda message: _service().run(message))
