"""Writes logs, one JSON object a line, ties them to the trace of the request, and records spans.

Spans and metrics are exported over OTLP where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector. Without it, OpenTelemetry is not
imported and nothing is recorded. Metrics are derived from log lines, which are stable messages with fields that hold no content.
An instance has no CPU once its answer is sent, so everything is exported before that.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
import traceback
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from scholarai.ports.callers import TRACE, TraceContext

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import SpanContext

T = TypeVar("T")

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
GOOGLES = "https://telemetry.googleapis.com"
# A guess: nobody waits longer for an answer because a collector is slow.
FLUSH_S = 2.0
# Metrics are exported at most this often, since an instance may get ten calls a second. A guess.
METRICS_EVERY_S = 10.0

# By log message, its metrics: name, unit, the field that is added (None adds 1), and the fields that become attributes.
COUNTED: Mapping[str, tuple[tuple[str, str, str | None, tuple[str, ...]], ...]] = {
    "request answered": (("scholarai.request.duration", "ms", "duration_ms", ("function", "method", "status")),),
    "request refused": (("scholarai.problems", "{problem}", None, ("code", "http_status")),),
    "request failed": (("scholarai.failures", "{failure}", None, ()),),
    "extraction ended": (
        ("scholarai.extractions", "{paper}", None, ("ended",)),
        ("scholarai.extraction.duration", "s", "seconds", ("ended",)),
    ),
    "paper failed": (("scholarai.papers.failed", "{paper}", None, ("code",)),),
    "paper read": (
        ("scholarai.papers.pages", "{page}", "pages", ("media_type",)),
        ("scholarai.papers.chunks", "{chunk}", "chunks", ("media_type",)),
    ),
    "answer saved": (
        ("scholarai.answers", "{answer}", None, ("state", "refused", "degraded")),
        ("scholarai.citations.grounded", "{citation}", "grounded", ()),
        ("scholarai.citations.not_found", "{citation}", "not_found", ()),
    ),
    "model called": (
        ("scholarai.model.input_tokens", "{token}", "input_tokens", ("model",)),
        ("scholarai.model.output_tokens", "{token}", "output_tokens", ("model",)),
        ("scholarai.model.cost", "USD", "cost_usd", ("model",)),
    ),
    "model_call_failed": (("scholarai.model.failures", "{call}", None, ("model", "code")),),
    "review step ended": (("scholarai.review.steps", "{step}", None, ("step", "ended")),),
    "outbox entry not delivered": (("scholarai.outbox.undelivered", "{entry}", None, ("code",)),),
}
# Recorded as histograms rather than sums.
_DISTRIBUTED = frozenset({"scholarai.request.duration", "scholarai.extraction.duration"})
# OpenTelemetry's names of fields, for events of spans (semantic conventions for GenAI, in development).
_GEN_AI = {
    "model": "gen_ai.request.model",
    "input_tokens": "gen_ai.usage.input_tokens",
    "output_tokens": "gen_ai.usage.output_tokens",
}

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
            _exporter = Exporter(endpoint, service, authorized)
            logging.getLogger("scholarai").addHandler(_exporter.handler)


def end() -> None:
    """Export the remaining spans and metrics, and stop."""
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
    if header and (match := _CLOUD_TRACE.fullmatch(header)):
        trace_id, span, sampled = match.groups()
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


class Exporter:
    """Exports spans, and the metrics that its `handler` derives from log records."""

    def __init__(self, endpoint: str, service: str, authorized: Callable[[], Any]) -> None:
        """Make the SDK's providers; `authorized` makes the HTTP session with credentials that Google's collector needs."""
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        session = authorized() if endpoint == GOOGLES else None
        # Without an instance id, counters of two instances look like one that resets.
        names = {"service.name": f"scholarai-{service}", "service.instance.id": uuid.uuid4().hex}
        resource = Resource.create(names)
        spans = OTLPSpanExporter(f"{endpoint}/v1/traces", timeout=FLUSH_S, session=session)
        metrics = OTLPMetricExporter(f"{endpoint}/v1/metrics", timeout=FLUSH_S, session=session)
        # Cloud Run throttles background threads between requests, so we flush explicitly.
        reader = PeriodicExportingMetricReader(metrics, export_interval_millis=float("inf"))
        self._tracers: TracerProvider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._tracers.add_span_processor(BatchSpanProcessor(spans))
        self._meters: MeterProvider = MeterProvider(resource=resource, metric_readers=[reader], shutdown_on_exit=False)
        self._tracer = self._tracers.get_tracer("scholarai")
        self._lock = threading.Lock()
        self._sent_at = float("-inf")
        self.handler = _Counting(self._meters)

    @contextmanager
    def spanned(self, name: str, *, linked: bool) -> Iterator[None]:
        """Run the body in a span; `linked` begins a new trace with a link to the current one."""
        from opentelemetry.trace import Link, NonRecordingSpan, set_span_in_context, use_span

        above = TRACE.get()
        context = links = None
        if above is not None and linked:
            links = [Link(_span_context(above))]
        elif above is not None:
            context = set_span_in_context(NonRecordingSpan(_span_context(above)))
        span = self._tracer.start_span(name, context=context, links=links)
        made = span.get_span_context()
        here = TraceContext(
            trace_id=f"{made.trace_id:032x}", span_id=f"{made.span_id:016x}", sampled=made.trace_flags.sampled
        )
        try:
            # An exception's message may quote a paper, so only its type is kept.
            with inside(here), use_span(span, record_exception=False, set_status_on_exception=False):
                yield
        except Exception as error:
            span.set_attribute("error.type", type(error).__qualname__)
            raise
        finally:
            span.end()
            self._flush(sampled=here.sampled)

    def close(self) -> None:
        """Export the remaining spans and metrics, and stop."""
        self._tracers.shutdown()
        self._meters.shutdown()

    def _flush(self, *, sampled: bool) -> None:
        if sampled:
            self._tracers.force_flush(int(FLUSH_S * 1000))
        with self._lock:
            due = time.monotonic() >= self._sent_at + METRICS_EVERY_S
            if due:
                self._sent_at = time.monotonic()
        if due:
            self._meters.force_flush(FLUSH_S * 1000)


class _Counting(logging.Handler):
    """Derives metrics from log lines, and adds each of these lines to the current span as an event."""

    def __init__(self, meters: MeterProvider) -> None:
        super().__init__(logging.INFO)
        meter = meters.get_meter("scholarai")
        self._add: dict[str, list[Callable[[Mapping[str, Any]], None]]] = {
            message: [_adder(meter, *metric) for metric in metrics] for message, metrics in COUNTED.items()
        }

    def emit(self, record: logging.LogRecord) -> None:
        from opentelemetry.trace import get_current_span

        fields = vars(record)
        for add in self._add.get(record.msg, ()):
            add(fields)
        if record.msg in self._add:
            labels = {name for *_, names in COUNTED[record.msg] for name in names}
            labels |= {field for _, _, field, _ in COUNTED[record.msg] if field}
            attributes = {_GEN_AI.get(name, name): fields[name] for name in sorted(labels) if name in fields}
            get_current_span().add_event(record.msg, attributes)


def _adder(
    meter: Any, name: str, unit: str, field: str | None, labels: tuple[str, ...]
) -> Callable[[Mapping[str, Any]], None]:
    def attributes(fields: Mapping[str, Any]) -> dict[str, Any]:
        return {key: fields[key] for key in labels if key in fields}

    def amount(fields: Mapping[str, Any]) -> Any:
        return 1 if field is None else fields.get(field, 0)

    if name in _DISTRIBUTED:
        histogram = meter.create_histogram(name, unit)
        return lambda fields: histogram.record(amount(fields), attributes(fields))
    counter = meter.create_counter(name, unit)
    return lambda fields: counter.add(amount(fields), attributes(fields))


def _span_context(trace: TraceContext) -> SpanContext:
    from opentelemetry.trace import SpanContext, TraceFlags

    flags = TraceFlags(TraceFlags.SAMPLED if trace.sampled else TraceFlags.DEFAULT)
    return SpanContext(int(trace.trace_id, 16), int(trace.span_id, 16), is_remote=True, trace_flags=flags)
