"""Logs as one JSON object a line, tied to the trace of the request."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from scholarai.domain.patterns import lazy_pattern
from scholarai.ports.callers import TraceContext, current_trace, inside

_TRACEPARENT = lazy_pattern(r"[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})")
_CLOUD_TRACE = lazy_pattern(r"([0-9a-f]{32})(?:/(\d{1,20}))?(?:;o=([01]))?")
_STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Headers(Protocol):
    """Request headers by name, whatever their case."""

    def get(self, key: str, default: str, /) -> str: ...


def set_up(project: str = "", level: int = logging.INFO) -> None:
    """Send the logs of this package to stdout, one JSON object a line, unless they have a place already.

    Fields come as `extra={...}`. They never hold a paper's text, a question, an answer or a key.
    """
    logger = logging.getLogger("scholarai")
    if logger.handlers:
        return
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(JsonFormatter(project))
    logger.addHandler(handler)
    logger.setLevel(level)
    logger.propagate = False


@contextmanager
def traced(headers: Headers) -> Iterator[None]:
    """Tie everything logged inside to the trace that the headers of a request name, if any."""
    with inside(trace_of(headers)):
        yield


def trace_of(headers: Headers) -> TraceContext | None:
    """Return the trace that W3C's or Google's header names; a malformed header counts as none."""
    if found := _TRACEPARENT.fullmatch(headers.get("traceparent", "")):
        trace_id, span_id, flags = found.groups()
        return TraceContext(trace_id=trace_id, span_id=span_id, sampled=bool(int(flags, 16) & 1))
    if found := _CLOUD_TRACE.fullmatch(headers.get("X-Cloud-Trace-Context", "")):
        trace_id, span, sampled = found.groups()
        return TraceContext(trace_id=trace_id, span_id=f"{int(span or 0):016x}", sampled=sampled == "1")
    return None


class JsonFormatter(logging.Formatter):
    """Renders a record the way Cloud Logging reads it from stdout."""

    def __init__(self, project: str) -> None:
        super().__init__()
        self._project = project

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {"severity": record.levelname, "message": record.getMessage(), "logger": record.name}
        entry |= {name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS}
        if record.exc_info and record.exc_info[1] is not None:
            entry["exception"] = _without_message(record.exc_info[1])
        return json.dumps(entry | self._correlation(), ensure_ascii=False, default=str)

    def _correlation(self) -> dict[str, Any]:
        trace = current_trace()
        if trace is None:
            return {}
        return {
            "logging.googleapis.com/trace": f"projects/{self._project}/traces/{trace.trace_id}",
            "logging.googleapis.com/spanId": trace.span_id,
            "logging.googleapis.com/trace_sampled": trace.sampled,
        }


def _without_message(error: BaseException) -> str:
    """Return kinds and places of an error and its causes; messages may quote a paper or a question."""
    places = "".join(traceback.format_tb(error.__traceback__))
    cause = error.__cause__ or error.__context__
    before = f"{_without_message(cause)}\nthen:\n" if cause is not None else ""
    return f"{before}{places}{type(error).__module__}.{type(error).__qualname__}"
