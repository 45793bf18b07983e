"""The failures of calls to models, and whether trying again can help."""

from __future__ import annotations

from typing import Literal

from scholarai.domain.errors import ModelRefusedError, ScholarError, TransientError
from scholarai.domain.usage import ModelUsage

Again = Literal["here", "elsewhere", "never"]
_LATER_ACTION = "Ask again in a moment."
# Failures that mean, after the first text of a reply, that it broke off.
_BROKEN = frozenset({"model_busy", "model_malformed", "model_unavailable", "model_unreachable"})


class CallFailedError(Exception):
    """A call failed with `error`; a retry may help with the same model (`here`), only with another one (`elsewhere`), or not at all (`never`).

    Attributes:
        is_paid: Whether the call is charged all the same, as useless replies are.
        part: The part of the request that the service refuses, for which the request can do without it (`adapting.PARTS`).
        usage: What the call took, where that is known.
    """

    def __init__(self, error: ScholarError, again: Again, *, is_paid: bool = False) -> None:
        super().__init__(error.code)
        self.error = error
        self.again = again
        self.is_paid = is_paid
        self.part = ""
        self.usage: ModelUsage | None = None


def failed(
    code: str,
    detail: str,
    *,
    action: str = _LATER_ACTION,
    again: Again = "here",
    retry_after_s: float | None = None,
    is_paid: bool = False,
) -> CallFailedError:
    """Return a failure after which a retry may succeed."""
    error = TransientError(code, detail, action=action, retry_after_s=retry_after_s)
    return CallFailedError(error, again, is_paid=is_paid)


def refused(code: str, detail: str, *, again: Again = "never", is_paid: bool = False) -> CallFailedError:
    """Return a failure that repeating the call will not cure."""
    error = ModelRefusedError(code, detail, action="Ask in other words, or about another passage.")
    return CallFailedError(error, again, is_paid=is_paid)


def broken_off(failure: CallFailedError) -> CallFailedError:
    """Return what a failure after the first text means: the reply broke off, if the connection or the server failed."""
    if failure.error.code in _BROKEN:
        return failed("stream_broken", "the model's answer broke off", is_paid=True)
    return failure


def misconfigured(detail: str, action: str) -> CallFailedError:
    """Return a failure that the operator can cure; it is transient, since a redelivery after that succeeds."""
    return CallFailedError(TransientError("model_misconfigured", detail, action=action), "never")
