"""The health of a function when a dependency is away: an answer in time, and no heap of waiting checks."""

from __future__ import annotations

import threading

import pytest

from scholarai.domain.errors import NotFoundError, TransientError
from scholarai.entrypoints import health


def test_a_dependency_that_never_answers_is_named_and_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_MOST_SECONDS", 0.05)
    monkeypatch.setattr(health, "_asked", {})
    back, calls = threading.Event(), []

    def away() -> None:
        calls.append(1)
        back.wait()

    for _ in range(3):
        reply = health.check({"papers": away, "objects": lambda: None})
        assert (reply.status, [(one.name, one.ok) for one in reply.value.checks]) == (
            503,
            [("papers", False), ("objects", True)],
        )
    assert len(calls) == 1
    back.set()


def test_a_fault_is_told_in_one_line_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "_asked", {})

    def fails() -> None:
        raise TransientError("store_down", "no answer")

    def answers() -> None:
        raise NotFoundError("no_paper", "none")

    reply = health.check({"papers": fails, "objects": answers})

    assert [one.ok for one in reply.value.checks] == [False, True]
    assert [(record.message, record.exc_info) for record in caplog.records] == [("dependency not well", None)]
