"""An OTLP collector that keeps what it is sent, over HTTP as OpenTelemetry's own exporters send it."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

from doubles.serving import Quiet, Serving
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


class Collector(Serving):
    """Listens on a free port of this machine until it is closed.

    Attributes:
        bodies: Every request's bytes, for looking after what must not be in there.
    """

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self._traces: list[Any] = []
        self._metrics: list[Any] = []
        super().__init__(_Handler)
        self.start()

    def spans(self) -> list[Any]:
        return [
            span
            for request in self._traces
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def senders(self) -> list[dict[str, str]]:
        """Return how each request's sender describes itself."""
        sent = [
            *(r for t in self._traces for r in t.resource_spans),
            *(r for m in self._metrics for r in m.resource_metrics),
        ]
        return [{pair.key: pair.value.string_value for pair in found.resource.attributes} for found in sent]

    def sums(self) -> dict[str, float]:
        """Return the last value of each counter, over all attributes, and the count of each histogram."""
        found: dict[str, float] = {}
        for metric in self._last_metrics():
            kind = metric.WhichOneof("data")
            points = getattr(metric, kind).data_points
            found[metric.name] = sum(p.count if kind == "histogram" else p.as_int + p.as_double for p in points)
        return found

    def _last_metrics(self) -> Iterator[Any]:
        for request in self._metrics:
            for resource in request.resource_metrics:
                for scope in resource.scope_metrics:
                    yield from scope.metrics


class _Handler(Quiet):
    double: Collector

    def do_POST(self) -> None:
        body = self.sent()
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        self.double.bodies.append(body)
        if self.path == "/v1/traces":
            self.double._traces.append(ExportTraceServiceRequest.FromString(body))
        else:
            self.double._metrics.append(ExportMetricsServiceRequest.FromString(body))
        self.send(200)
