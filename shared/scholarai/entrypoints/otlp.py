"""Exports spans and metrics over OTLP; loaded where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector.

Metrics are derived from log lines, which are stable messages with fields that hold no content. An instance has no CPU once
its answer is sent, so everything is exported before that.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from scholarai.entrypoints.telemetry import inside
from scholarai.ports.callers import TRACE, TraceContext

if TYPE_CHECKING:
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import SpanContext

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
        """Export what is left, and stop."""
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
