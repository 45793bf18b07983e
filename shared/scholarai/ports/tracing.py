"""Where the work at hand stands in a distributed trace: set at the border, carried in the messages that we send."""

from __future__ import annotations

import contextvars
from collections.abc import Iterator
from contextlib import contextmanager

from scholarai.domain.values import Value


class TraceContext(Value, frozen=True, kw_only=True):
    """Where a request stands in a distributed trace; ids in lower-case hexadecimal digits."""

    trace_id: str
    span_id: str
    sampled: bool


_trace: contextvars.ContextVar[TraceContext | None] = contextvars.ContextVar("scholarai_trace", default=None)


def current_trace() -> TraceContext | None:
    return _trace.get()


@contextmanager
def inside(trace: TraceContext | None) -> Iterator[None]:
    """Do what follows as part of a trace."""
    token = _trace.set(trace)
    try:
        yield
    finally:
        _trace.reset(token)


def traceparent() -> str | None:
    """Return the work's place as W3C's header writes it (https://www.w3.org/TR/trace-context/), None outside of a trace."""
    trace = _trace.get()
    return None if trace is None else f"00-{trace.trace_id}-{trace.span_id}-{int(trace.sampled):02x}"
