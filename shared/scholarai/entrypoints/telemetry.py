"""Writes logs, one JSON object a line, ties them to the trace of the request, and records spans.

Spans and metrics are exported over OTLP where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector (`entrypoints.otlp`).
Without it, nothing is imported for them and nothing is recorded.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from scholarai.ports.callers import TRACE, TraceContext

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from scholarai.entrypoints.otlp import Exporter

T = TypeVar("T")

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"

# Characters of the parts of a `traceparent` (https://www.w3.org/TR/trace-context/): version, trace, span and flags.
_TRACEPARENT = (2, 32, 16, 2)
_HEX_DIGITS = frozenset("0123456789abcdef")
_CLOUD_TRACE = re.compile(r"([0-9a-f]{32})(?:/(\d{1,20}))?(?:;o=([01]))?")
_STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

_exporter: Exporter | None = None
# An instance may get several first calls at the same time.
_setting_up = threading.Lock()


class Headers(Protocol):
    """Request headers by name, whatever their case."""

    def get(self, key: str, default: str, /) -> str: ...


def set_up(project: str = "", level: int = logging.INFO) -> None:
    """Send the logs of this package to stdout, one JSON object a line, unless they have a handler already.

    Fields come as `extra={...}`. They never hold a paper's text, a question, an answer or a key.
    """
    logger = logging.getLogger("scholarai")
    with _setting_up:
        if logger.handlers:
            return
        handler = logging.StreamHandler(sys.stdout)
        handler.setFormatter(JsonFormatter(project))
        logger.addHandler(handler)
        logger.setLevel(level)
        logger.propagate = False


def begin(environment: Mapping[str, str], service: str, authorized: Callable[[], Any] = lambda: None) -> None:
    """Start to export if the environment names a collector; a second call changes nothing.

    Args:
        environment: Environment variables.
        service: The name of the service that spans and metrics are recorded under.
        authorized: Makes the HTTP session with credentials that Google's collector needs; None is a plain session.
    """
    global _exporter  # noqa: PLW0603  - one process, one telemetry; made at the first call, never at import
    with _setting_up:
        endpoint = environment.get(ENDPOINT, "").rstrip("/")
        if endpoint and _exporter is None:
            from scholarai.entrypoints.otlp import Exporter

            _exporter = Exporter(endpoint, service, authorized)
            logging.getLogger("scholarai").addHandler(_exporter.handler)


def end() -> None:
    """Export what is left, and stop."""
    global _exporter  # noqa: PLW0603  - see begin
    if _exporter is not None:
        logging.getLogger("scholarai").removeHandler(_exporter.handler)
        _exporter.close()
        _exporter = None


@contextmanager
def traced(headers: Headers) -> Iterator[None]:
    """Run the body as part of the trace that the headers of a request name, if any."""
    with inside(trace_of(headers)):
        yield


@contextmanager
def inside(trace: TraceContext | None) -> Iterator[None]:
    """Run the body as part of a trace; None is no trace."""
    token = TRACE.set(trace)
    try:
        yield
    finally:
        TRACE.reset(token)


def trace_of(headers: Headers) -> TraceContext | None:
    """Return the trace that W3C's or Google's header names; a malformed header counts as none."""
    parts = headers.get("traceparent", "").split("-")
    if tuple(map(len, parts)) == _TRACEPARENT and _HEX_DIGITS.issuperset("".join(parts)):
        _, trace_id, span_id, flags = parts
        return TraceContext(trace_id=trace_id, span_id=span_id, sampled=bool(int(flags, 16) & 1))
    header = headers.get("X-Cloud-Trace-Context", "")
    if header and (found := _CLOUD_TRACE.fullmatch(header)):
        trace_id, span, sampled = found.groups()
        return TraceContext(trace_id=trace_id, span_id=f"{int(span or 0):016x}", sampled=sampled == "1")
    return None


def spanned(name: str, *, linked: bool = False) -> AbstractContextManager[None]:
    """Run the body in a span of the current trace, and export the span at the end.

    `linked` begins a new trace with a link to the current one: a message may be delivered again, hours later.
    """
    return nullcontext() if _exporter is None else _exporter.spanned(name, linked=linked)


@contextmanager
def delivered(name: str, parent: object) -> Iterator[None]:
    """Handle a message in a trace linked to the sender's, which its `traceparent` names if there is one."""
    headers = {"traceparent": parent} if isinstance(parent, str) else {}
    with traced(headers), spanned(name, linked=True):
        yield


def followed(events: Iterator[T], name: str, *, is_last: Callable[[T], bool]) -> Iterator[T]:
    """Yield from a stream in a span that is exported before the last piece, since that piece ends the response."""
    last: list[T] = []
    with spanned(name):
        for event in events:
            if is_last(event):
                last[:] = [event]
            else:
                yield event
    yield from last


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
        trace = TRACE.get()
        if trace is None:
            return {}
        return {
            "logging.googleapis.com/trace": f"projects/{self._project}/traces/{trace.trace_id}",
            "logging.googleapis.com/spanId": trace.span_id,
            "logging.googleapis.com/trace_sampled": trace.sampled,
        }


def _without_message(error: BaseException) -> str:
    """Return the types and tracebacks of an error and its causes, without messages: these may quote a paper or a question."""
    places = "".join(traceback.format_tb(error.__traceback__))
    cause = error.__cause__ or error.__context__
    before = f"{_without_message(cause)}\nthen:\n" if cause is not None else ""
    return f"{before}{places}{type(error).__module__}.{type(error).__qualname__}"
