"""The client looks until a thing is over, and no longer than it was told to."""

from __future__ import annotations

import pytest

from scholarai.client.transport import ApiError, wait_for


def test_what_is_over_is_returned_after_its_progress_was_told() -> None:
    told: list[int] = []

    found = wait_for(lambda: len(told), told.append, lambda count: count == 1, timeout_s=60, late="it is not counted")

    assert (found, told) == (1, [0, 1])


def test_a_wait_that_takes_too_long_says_for_what() -> None:
    with pytest.raises(ApiError, match="timeout: it is not counted after -1 s") as raised:
        wait_for(lambda: 0, lambda _: None, lambda _: False, timeout_s=-1, late="it is not counted")

    assert raised.value.retryable
