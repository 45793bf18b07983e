"""Turns at outside hosts that several processes share, so that all of them together keep a host's pace."""

from __future__ import annotations

from typing import Protocol

from scholarai.domain.values import Value


class Pace(Value, frozen=True, kw_only=True):
    """What all processes together may send to a host: one request in `gap_s`, `daily` of them from midnight UTC on."""

    gap_s: float
    daily: int


class HostTurns(Protocol):
    """The turns of each host; a host is named as in its address."""

    def reserve(self, host: str, pace: Pace, *, most_wait_s: float) -> float:
        """Take the next free turn, and return the seconds until then.

        A turn that is taken counts for the day, also if nothing is sent then.

        Raises:
            TransientError: If the next free turn is later than `most_wait_s`, then nothing is taken; or if the store fails.
            LimitReachedError: If the day's requests are used up.
        """
        ...

    def postpone(self, host: str, wait_s: float) -> None:
        """Record that a host asked for no requests for so long.

        Raises:
            TransientError: If the store fails.
        """
        ...
