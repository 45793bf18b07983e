"""Errors as problem documents (RFC 9457)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from msgspec import Struct, field

from scholarai.domain.errors import (
    ChangedMeanwhileError,
    ClaimLostError,
    ConflictError,
    DimensionMismatchError,
    InvalidRequestError,
    LimitReachedError,
    ModelRefusedError,
    NotFoundError,
    NotReadyError,
    PaperFaultError,
    ScholarError,
    TransientError,
)
from scholarai.domain.values import to_plain
from scholarai.entrypoints.operations import MethodNotAllowedError

PROBLEM_TYPE = "application/problem+json"

_STATUS: tuple[tuple[type[ScholarError], int], ...] = (
    (NotFoundError, 404),
    (ConflictError, 409),
    (ClaimLostError, 409),
    (DimensionMismatchError, 409),
    (PaperFaultError, 422),
    (ModelRefusedError, 422),
    (NotReadyError, 425),
    (LimitReachedError, 429),
    (TransientError, 503),
)
# Guesses, for errors that name no time themselves: extraction moves within seconds, a busy dependency takes longer.
_RETRY_AFTER_S = {425: 2.0, 503: 5.0}


class Problem(Struct, frozen=True, kw_only=True):
    """A problem document with the headers that belong to it."""

    status: int
    code: str
    detail: str
    retryable: bool
    action: str = ""
    instance: str | None = None
    current: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def to_plain(self) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "type": f"urn:scholarai:problem:{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "retryable": self.retryable,
        }
        if self.action:
            plain["action"] = self.action
        if self.instance:
            plain["instance"] = self.instance
        if self.current is not None:
            plain["current"] = self.current
        return plain


class ProblemDetails(Struct, frozen=True, kw_only=True):
    """RFC 9457: what went wrong, what to do about it, and whether trying again can help.

    `code` is a stable name. `instance` is the id under which the log has an unexpected error, `current` the thing as it stands,
    where it was changed since it was read.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    retryable: bool
    action: str | None = None
    instance: str | None = None
    current: Mapping[str, Any] | None = None


def problem_of(error: ScholarError) -> Problem:
    """Return the problem document of a ScholarError."""
    status = _status_of(error)
    return Problem(
        status=status,
        code=error.code,
        detail=error.detail,
        action=error.action,
        retryable=error.retryable,
        current=to_plain(error.current) if isinstance(error, ChangedMeanwhileError) else None,
        headers=_headers(error, status),
    )


def unexpected(error_id: str) -> Problem:
    """Return the problem document of an unexpected error: only the id under which it was logged."""
    return Problem(
        status=500,
        code="internal",
        detail="something failed that should not have; the log has it under this instance",
        retryable=False,
        instance=f"urn:scholarai:error:{error_id}",
    )


def _status_of(error: ScholarError) -> int:
    if isinstance(error, InvalidRequestError):
        return error.status
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def _headers(error: ScholarError, status: int) -> dict[str, str]:
    headers: dict[str, str] = {}
    retry_after_s = error.retry_after_s if error.retry_after_s is not None else _RETRY_AFTER_S.get(status)
    if retry_after_s is not None:
        headers["Retry-After"] = str(max(1, math.ceil(retry_after_s)))
    if isinstance(error, MethodNotAllowedError):
        headers["Allow"] = ", ".join(error.allowed)
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return headers
