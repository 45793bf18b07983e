"""Translates errors of Google's libraries."""

from __future__ import annotations

import concurrent.futures
import contextlib
from collections.abc import Iterator
from typing import NamedTuple

import google.auth.exceptions as auth_errors
import requests.exceptions as http_errors
import urllib3.exceptions as transport_errors
from google.api_core import exceptions as api_errors

from scholarai.domain.errors import ScholarError, TransientError


class Dependency(NamedTuple):
    """Who failed: `code` begins the codes of the errors, `name` their sentences."""

    code: str
    name: str


STORE = Dependency("store", "the database")
OBJECTS = Dependency("objects", "the file store")
EVENTS = Dependency("events", "the event service")
SIGNING = Dependency("signing", "the signing service")


@contextlib.contextmanager
def translated_errors(dependency: Dependency) -> Iterator[None]:
    """Turn errors of Google's libraries in the body into errors of `domain.errors`.

    Raises:
        TransientError: `rate_limited`, `…_timeout`, `…_busy`, `…_unavailable`, `…_denied`, `…_missing`, `…_indexing`, with the
            dependency before the underscore; a missing set-up counts as transient, since an operator can fix it.
        ScholarError: `…_rejected`: the same request can never succeed.
    """
    try:
        yield
    except _LIBRARY_ERRORS as error:
        cause = error.cause if isinstance(error, api_errors.RetryError) else None
        raise _translated(dependency, cause or error) from error


_LIBRARY_ERRORS = (
    api_errors.GoogleAPIError,
    auth_errors.GoogleAuthError,
    http_errors.RequestException,
    transport_errors.HTTPError,
    concurrent.futures.TimeoutError,
    ConnectionError,
)


class _Passing(NamedTuple):
    """A family of transient errors; the code is `{dependency.code}_{code}`."""

    kinds: tuple[type[BaseException], ...]
    code: str
    detail: str
    action: str = ""


# The first family that fits counts.
_FAMILIES = (
    _Passing(
        (
            api_errors.GatewayTimeout,
            api_errors.Cancelled,
            api_errors.RetryError,
            http_errors.Timeout,
            transport_errors.TimeoutError,
            concurrent.futures.TimeoutError,
        ),
        "timeout",
        "did not answer in time",
    ),
    _Passing(
        (
            api_errors.ServerError,
            auth_errors.TransportError,
            http_errors.RequestException,
            transport_errors.HTTPError,
            ConnectionError,
        ),
        "unavailable",
        "is not available",
    ),
    _Passing((api_errors.Conflict, api_errors.PreconditionFailed), "busy", "had others changing the same thing"),
    _Passing(
        (api_errors.Unauthorized, api_errors.Forbidden, auth_errors.GoogleAuthError),
        "denied",
        "does not let this service in",
        "Check the permissions of the service's account.",
    ),
    # Writes handle FAILED_PRECONDITION themselves; from a query it means a missing index, which takes hours to build.
    _Passing(
        (api_errors.FailedPrecondition,),
        "indexing",
        "lacks an index, or is still building it",
        "Wait until it is built; if there is none, apply Terraform.",
    ),
    # Expected 404s are handled by callers; any other is misconfiguration.
    _Passing(
        (api_errors.NotFound,),
        "missing",
        "lacks what the settings name",
        "Check that database, bucket and topics exist.",
    ),
)


def _translated(dependency: Dependency, error: BaseException) -> ScholarError:
    retry_after_s = _retry_after_s(error)
    if isinstance(error, api_errors.TooManyRequests):
        return TransientError("rate_limited", f"{dependency.name} asks us to slow down", retry_after_s=retry_after_s)
    for family in _FAMILIES:
        if isinstance(error, family.kinds):
            return TransientError(
                f"{dependency.code}_{family.code}",
                f"{dependency.name} {family.detail}",
                action=family.action,
                retry_after_s=retry_after_s,
            )
    # Google's message may quote what was sent, so it stays with the cause.
    return ScholarError(
        f"{dependency.code}_rejected", f"{dependency.name} rejected a request as {type(error).__name__}"
    )


def _retry_after_s(error: BaseException) -> float | None:
    """Return how long the answer asks us to wait: gRPC's RetryInfo or HTTP's Retry-After in seconds."""
    if not isinstance(error, api_errors.GoogleAPICallError):
        return None
    for detail in error.details or ():
        delay = getattr(detail, "retry_delay", None)
        if delay is not None:
            return float(delay.seconds + delay.nanos / 1e9)
    headers = getattr(error.response, "headers", None) or {}
    seconds = str(headers.get("Retry-After", ""))
    return float(seconds) if seconds.isdecimal() else None
