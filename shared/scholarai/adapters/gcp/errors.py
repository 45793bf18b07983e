"""What Google's libraries raise, as errors of ours."""

from __future__ import annotations

import concurrent.futures
import contextlib
from collections.abc import Iterator
from typing import NamedTuple

import google.auth.exceptions as auth_errors
import requests.exceptions as http_errors
from google.api_core import exceptions as api_errors

from scholarai.domain.errors import ScholarError, TransientError


@contextlib.contextmanager
def our_errors(neighbour: str) -> Iterator[None]:
    """Turn whatever Google's libraries raise in the body into an error of ours; `neighbour` names who failed.

    Raises:
        TransientError: `rate_limited`, `…_timeout`, `…_busy`, `…_unavailable`, `…_denied`, `…_missing`, with `neighbour`
            before the underscore; what an operator forgot to set up counts as passing, since it can be made good.
        ScholarError: `…_rejected`: the same request can never succeed.
    """
    try:
        yield
    except api_errors.RetryError as error:
        raise (_ours(neighbour, error.cause) if error.cause else _passing(neighbour, _TIMEOUT)) from error
    except api_errors.GoogleAPICallError as error:
        raise _ours(neighbour, error) from error
    except (http_errors.Timeout, concurrent.futures.TimeoutError) as error:
        raise _passing(neighbour, _TIMEOUT) from error
    except (http_errors.RequestException, auth_errors.TransportError) as error:
        raise _passing(neighbour, _UNAVAILABLE) from error
    except auth_errors.GoogleAuthError as error:
        raise _passing(neighbour, _DENIED) from error


class _Passing(NamedTuple):
    """A family of errors that may pass; the code is `{neighbour}_{code}`."""

    kinds: tuple[type[api_errors.GoogleAPICallError], ...]
    code: str
    detail: str
    action: str = ""


_TIMEOUT = _Passing((api_errors.GatewayTimeout, api_errors.Cancelled), "timeout", "did not answer in time")
_DENIED = _Passing(
    (api_errors.Unauthorized, api_errors.Forbidden),
    "denied",
    "does not let this service in",
    "Check the permissions of the service's account.",
)
_UNAVAILABLE = _Passing((api_errors.ServerError,), "unavailable", "is not available")
# Read from above: the first family that fits counts.
_FAMILIES = (
    _TIMEOUT,
    _DENIED,
    _Passing((api_errors.Conflict, api_errors.PreconditionFailed), "busy", "had others changing the same thing"),
    # Things that may be missing are asked for where that is expected; what is left is set up wrongly.
    _Passing(
        (api_errors.NotFound,),
        "missing",
        "lacks what the settings name",
        "Check that database, bucket and topics exist.",
    ),
    _UNAVAILABLE,
)


def _ours(neighbour: str, error: BaseException | None) -> ScholarError:
    retry_after_s = _retry_after_s(error)
    if isinstance(error, api_errors.TooManyRequests):
        return TransientError("rate_limited", f"{neighbour} asks us to slow down", retry_after_s=retry_after_s)
    for family in _FAMILIES:
        if isinstance(error, family.kinds):
            return _passing(neighbour, family, retry_after_s)
    # Google's message may quote what was sent, so it stays with the cause.
    return ScholarError(f"{neighbour}_rejected", f"{neighbour} rejected a request as {type(error).__name__}")


def _passing(neighbour: str, family: _Passing, retry_after_s: float | None = None) -> TransientError:
    return TransientError(
        f"{neighbour}_{family.code}", f"{neighbour} {family.detail}", action=family.action, retry_after_s=retry_after_s
    )


def _retry_after_s(error: BaseException | None) -> float | None:
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
