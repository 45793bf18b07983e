"""Who calls, who has an account, and the trace that a call is part of."""

from __future__ import annotations

import contextvars
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from scholarai.domain.ids import OwnerId
from scholarai.domain.values import Value


class Account(Value, frozen=True, kw_only=True):
    """Whom an ID token names; `email_verified` is False only where the token says so."""

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
        """Return if the token is that of an account that may push events to this function.

        Raises:
            InvalidRequestError: With status 401, unless the token is genuine, current, meant for this function, and that of an account
                that may push to it.
            TransientError: If the keys to check it with cannot be fetched.
        """
        ...


class SignInAccounts(Protocol):
    def existing(self, owners: Sequence[OwnerId]) -> frozenset[OwnerId]:
        """Return the owners who have an account, of a hundred at most; one that is disabled exists.

        Raises:
            TransientError: If the accounts cannot be looked up now.
        """
        ...


class StoredOwners(Protocol):
    def all(self) -> Sequence[OwnerId]:
        """Return the owners who have stored anything, be it collections alone, sorted.

        Raises:
            TransientError: If the store cannot be reached.
        """
        ...


class OwnerDirectory(Protocol):
    """The owners of what is stored. Every method raises TransientError when the store is away."""

    def take(self, limit: int) -> Sequence[OwnerId]:
        """Return the next owners in order of their ids; after the last one it starts again, for all callers together."""
        ...

    def missing(self, owner: OwnerId, now: datetime) -> datetime:
        """Note that an owner has no account, and return when that was first noted."""
        ...

    def found(self, owner: OwnerId) -> None:
        """Forget that an owner had no account."""
        ...


class TraceContext(Value, frozen=True, kw_only=True):
    """Where a request stands in a distributed trace: set at the border, carried in the messages that we send.

    Its ids are lower-case hexadecimal digits.
    """

    trace_id: str
    span_id: str
    sampled: bool


TRACE: contextvars.ContextVar[TraceContext | None] = contextvars.ContextVar("scholarai_trace", default=None)
"""The trace of the work at hand, None outside of one."""


def traceparent() -> str | None:
    """Return the work's place as W3C's header writes it (https://www.w3.org/TR/trace-context/), None outside of a trace."""
    trace = TRACE.get()
    return None if trace is None else f"00-{trace.trace_id}-{trace.span_id}-{int(trace.sampled):02x}"
