"""Checks of callers' tokens, the accounts and owners that exist, and the trace that a call is part of."""

from __future__ import annotations

import contextvars
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from scholarai.domain.ids import OwnerId
from scholarai.domain.values import Value


class Account(Value, frozen=True, kw_only=True):
    """The owner that an ID token names; `email_verified` is False only if the token says so."""

    owner: OwnerId
    email_verified: bool = True


class TokenVerifier(Protocol):
    def verify(self, token: str) -> Account:
        """Return the account that an ID token names.

        Raises:
            InvalidRequestError: With status 401, unless the token is genuine, current and meant for this project.
            TransientError: If the keys to check it with cannot be fetched.
        """
        ...


class PushVerifier(Protocol):
    def verify(self, token: str) -> None:
        """Check that the token is that of an account that may push events to this function.

        Raises:
            InvalidRequestError: With status 401, unless the token is genuine, current, meant for this function, and of an account
                that may push to it.
            TransientError: If the keys to check it with cannot be fetched.
        """
        ...


class SignInAccounts(Protocol):
    def existing(self, owners: Sequence[OwnerId]) -> frozenset[OwnerId]:
        """Return those of at most a hundred owners who have an account; a disabled account exists.

        Raises:
            TransientError: If the accounts cannot be looked up now.
        """
        ...


class StoredOwners(Protocol):
    def all(self) -> Sequence[OwnerId]:
        """Return all owners of whom anything is stored, even collections alone, sorted.

        Raises:
            TransientError: If the store cannot be reached.
        """
        ...


class OwnerDirectory(Protocol):
    """The owners of stored data. Every method raises TransientError if the store cannot be reached."""

    def take(self, limit: int) -> Sequence[OwnerId]:
        """Return the next owners in order of their ids, starting again after the last one; all callers share the position."""
        ...

    def missing(self, owner: OwnerId, now: datetime) -> datetime:
        """Record that an owner has no account, and return when that was first recorded."""
        ...

    def clear_missing(self, owner: OwnerId) -> None:
        """Forget that an owner had no account."""
        ...


class TraceContext(Value, frozen=True, kw_only=True):
    """A request's position in a distributed trace; its ids are lower-case hexadecimal digits."""

    trace_id: str
    span_id: str
    sampled: bool


TRACE: contextvars.ContextVar[TraceContext | None] = contextvars.ContextVar("scholarai_trace", default=None)
"""The trace of the current work, None without one; set where a call comes in, and sent with our messages."""


def traceparent() -> str | None:
    """Return the current trace as a W3C `traceparent` (https://www.w3.org/TR/trace-context/), None without one."""
    trace = TRACE.get()
    return None if trace is None else f"00-{trace.trace_id}-{trace.span_id}-{int(trace.sampled):02x}"
