"""The review function: one step of a literature review per message."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import functions_framework

from scholarai import bootstrap
from scholarai.entrypoints import instance
from scholarai.entrypoints.reviews import receive_order

if TYPE_CHECKING:
    from cloudevents.http import CloudEvent

    from scholarai.services.reviews.run import RunStep


@functools.cache
def _service() -> RunStep:
    instance.begin(bootstrap.settings().project)
    return bootstrap.run_review_step()


@functions_framework.cloud_event
def review(event: CloudEvent) -> None:
    """Return to acknowledge the order, raise to have it delivered again."""
    receive_order(event, lambda message: _service().run(message))
