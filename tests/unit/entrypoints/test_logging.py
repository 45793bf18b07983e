"""Log lines as Cloud Logging reads them."""

from __future__ import annotations

import json
import logging

import pytest

from scholarai.entrypoints.telemetry import JsonFormatter, trace_of, traced
from scholarai.ports.callers import TraceContext

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


def line(record: logging.LogRecord) -> dict[str, object]:
    parsed: dict[str, object] = json.loads(JsonFormatter("my-project").format(record))
    return parsed


def record(**fields: object) -> logging.LogRecord:
    return logging.makeLogRecord({"levelname": "INFO", "name": "scholarai.x", "msg": "paper claimed", **fields})


def test_a_record_is_one_object_with_its_fields_beside_the_message() -> None:
    assert line(record(generation=3)) == {
        "severity": "INFO",
        "message": "paper claimed",
        "logger": "scholarai.x",
        "generation": 3,
    }


def test_a_record_inside_a_request_is_tied_to_its_trace() -> None:
    with traced({"traceparent": PARENT}):
        entry = line(record())

    assert entry["logging.googleapis.com/trace"] == f"projects/my-project/traces/{TRACE}"
    assert entry["logging.googleapis.com/spanId"] == "00f067aa0ba902b7"
    assert entry["logging.googleapis.com/trace_sampled"] is True


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"traceparent": PARENT}, TraceContext(trace_id=TRACE, span_id="00f067aa0ba902b7", sampled=True)),
        (
            {"X-Cloud-Trace-Context": f"{TRACE}/255;o=1"},
            TraceContext(trace_id=TRACE, span_id="00000000000000ff", sampled=True),
        ),
        (
            {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-02"},
            TraceContext(trace_id=TRACE, span_id="00f067aa0ba902b7", sampled=False),
        ),
        ({"traceparent": "00-zz"}, None),
        ({"traceparent": PARENT + "\n"}, None),
        ({"traceparent": PARENT.upper()}, None),
        ({"traceparent": PARENT + "-00"}, None),
        ({"X-Cloud-Trace-Context": f"{TRACE}/x"}, None),
        ({}, None),
    ],
)
def test_both_trace_headers_are_read(headers: dict[str, str], expected: TraceContext | None) -> None:
    assert trace_of(headers) == expected


def test_an_errors_message_stays_out_of_the_log() -> None:
    secret = "text of " + "the paper"
    try:
        int(secret)
    except ValueError as error:
        entry = line(record(exc_info=(ValueError, error, error.__traceback__)))

    assert "builtins.ValueError" in str(entry["exception"])
    assert secret not in json.dumps(entry)
