"""The extract function: a file arrived in the bucket, so a paper is read from it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import functions_framework

from scholarai import bootstrap
from scholarai.entrypoints import instance
from scholarai.entrypoints.events import receive

if TYPE_CHECKING:
    from cloudevents.http import CloudEvent

    from scholarai.services.extraction import ExtractPaper


@functools.cache
def _service() -> ExtractPaper:
    instance.begin(bootstrap.settings().project)
    return bootstrap.extract_paper()


@functions_framework.cloud_event
def extract(event: CloudEvent) -> None:
    """Return to acknowledge the event, raise to have it delivered again."""
    receive(event, _service().run)
