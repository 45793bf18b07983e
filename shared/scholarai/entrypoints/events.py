"""Handles events: a bucket's, which start extractions, a scheduler's, which start the sweepers, and orders of steps of reviews.

Returning acknowledges an event; raising has it redelivered.
"""

from __future__ import annotations

import base64
import binascii
import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Protocol

import msgspec

from scholarai.domain.errors import TransientError
from scholarai.domain.paper import ObjectFinalized
from scholarai.domain.review import STEP_EVENT, StepMessage
from scholarai.domain.values import from_json, from_plain
from scholarai.entrypoints.telemetry import delivered
from scholarai.reviewing.chain import KINDS, kind_of

# terraform/scheduler.tf has this name, and so have deployed schedulers.
SWEEP_DUE = "scholarai.debts.due.v1"
FINALIZED = "google.cloud.storage.object.v1.finalized"
# Generations and sizes are 64-bit integers; a larger number does not come from a bucket.
_NUMBER_LIMIT = 2**63
_NUMBER_DIGITS = 19

PUBLISHED = "google.cloud.pubsub.topic.v1.messagePublished"

_LOG = logging.getLogger(__name__)


class CloudEvent(Protocol):
    """What the functions framework hands over."""

    @property
    def data(self) -> Any:
        """Whatever the body held; bytes when it is not JSON."""
        ...

    def get(self, key: str) -> Any:
        """Return an attribute such as `type`, or None."""
        ...


class MalformedEventError(ValueError):
    """The event is not a valid storage event; retrying cannot help."""


def receive(event: CloudEvent, extract: Callable[[ObjectFinalized], object]) -> None:
    """Pass a bucket's event to `extract`; log and acknowledge a malformed one.

    Raises:
        TransientError: If `extract` raises it: the platform must redeliver the event.
    """
    with delivered("extract", event.get("traceparent")):
        try:
            uploaded = read_event(event)
        except MalformedEventError as error:
            _LOG.error("event malformed", extra={"reason": str(error)})
            return
        extract(uploaded)


def read_event(event: CloudEvent) -> ObjectFinalized:
    """Return the object that a storage CloudEvent is about.

    Raises:
        MalformedEventError: If the event has another type, or its data do not describe an object.
    """
    if event.get("type") != FINALIZED:
        raise MalformedEventError(f"the type must be {FINALIZED}")
    data = event.data
    if not isinstance(data, Mapping):
        raise MalformedEventError("the data must be a JSON object")
    return ObjectFinalized(
        bucket=_text(data, "bucket"),
        name=_text(data, "name"),
        generation=_number(data, "generation", low=1),
        size_bytes=_number(data, "size", low=0) if "size" in data else 0,
        content_type=_text(data, "contentType") if data.get("contentType") else "application/octet-stream",
        happened_at=_time(event.get("time")),
    )


def _time(text: object) -> datetime | None:
    """Return the time of an event, or None if it has none with a time zone in ISO 8601."""
    try:
        time = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return time if time.tzinfo else None


def _text(data: Mapping[str, Any], field: str) -> str:
    value = data.get(field)
    if not isinstance(value, str) or not value:
        raise MalformedEventError(f"{field} must be a text")
    return value


def _number(data: Mapping[str, Any], field: str, *, low: int) -> int:
    """Return a 64-bit integer; Google's JSON has it as text."""
    value = data.get(field)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _NUMBER_DIGITS:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value < _NUMBER_LIMIT:
        raise MalformedEventError(f"{field} must be a whole number from {low}")
    return value


def sweep(sweepers: Mapping[str, Callable[[], int]]) -> None:
    """Run every sweeper, even if another one fails, and log how many items each handled.

    Raises:
        TransientError: The last one that a sweeper raised; the scheduler tries again.
    """
    failure: TransientError | None = None
    done: dict[str, int] = {}
    for name, run in sweepers.items():
        try:
            done[name] = run()
        except TransientError as error:
            _LOG.warning("outbox not swept", extra={"sweeper": name, "code": error.code})
            failure = error
    if failure is not None:
        raise failure
    _LOG.info("outbox swept", extra={"done": done})


def receive_order(event: CloudEvent, run: Callable[[StepMessage], object]) -> None:
    """Pass a step message to `run` in a span of its own; log and acknowledge a malformed one.

    Raises:
        TransientError: If `run` raises it: the platform must redeliver the message.
    """
    message = read_order(event)
    with delivered(f"review {_step_kind(message)}", _traceparent(event.data)):
        if message is None:
            _LOG.error("order malformed", extra={"type": str(event.get("type"))[:64]})
            return
        run(message)


def read_order(event: CloudEvent) -> StepMessage | None:
    """Return the step message of an event of Pub/Sub or of the local server; None if it is malformed."""
    data = event.data
    try:
        if event.get("type") == PUBLISHED and isinstance(data, Mapping):
            return from_json(StepMessage, base64.b64decode(data["message"]["data"], validate=True))
        if event.get("type") == STEP_EVENT and isinstance(data, Mapping):
            return from_plain(StepMessage, dict(data))
    except (msgspec.MsgspecError, UnicodeDecodeError, binascii.Error, KeyError, TypeError, ValueError):
        return None
    return None


def _step_kind(message: StepMessage | None) -> str:
    kind = "" if message is None else kind_of(message.step)
    return kind if kind in KINDS else "order"


def _traceparent(data: Any) -> object:
    """Return the `traceparent` that a message of Pub/Sub was sent with, if any."""
    message = data.get("message") if isinstance(data, Mapping) else None
    attributes = message.get("attributes") if isinstance(message, Mapping) else None
    return attributes.get("traceparent") if isinstance(attributes, Mapping) else None
