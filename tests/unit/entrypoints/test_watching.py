"""Progress as events: each change once, the end last, and an end after a while."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from scholarai.domain.errors import NotFoundError, NotReadyError
from scholarai.entrypoints.streams import watched


def events(values: list[Any], most_s: float = 9.0) -> Iterator[tuple[str, Any]]:
    steps = iter(values)

    def look() -> Any:
        value = next(steps)
        if isinstance(value, Exception):
            raise value
        return value

    for event in watched(look, lambda value: value == "ended", every_s=0, most_s=most_s).events:
        yield event.event, event.data


def test_each_change_comes_once_and_the_end_last() -> None:
    told = list(events([1, 1, 2, 2, 1, "ended", 3]))

    assert told == [("progress", 1), ("progress", 2), ("progress", 1), ("done", "ended")]


def test_what_has_ended_is_told_at_once() -> None:
    assert list(events(["ended"])) == [("done", "ended")]


def test_a_stream_ends_after_a_while_and_says_that_it_may_be_opened_again() -> None:
    stream = events([1] * 1_000_000, most_s=0.01)

    assert next(stream) == ("progress", 1)
    with pytest.raises(NotReadyError, match="not_finished"):
        list(stream)


def test_what_is_deleted_meanwhile_ends_it() -> None:
    stream = events([1, NotFoundError("paper_unknown", "gone")])

    assert next(stream) == ("progress", 1)
    with pytest.raises(NotFoundError):
        next(stream)
