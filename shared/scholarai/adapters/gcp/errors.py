"""What Google's libraries raise, as errors of ours."""

from __future__ import annotations

import concurrent.futures
import contextlib
from collections.abc import Iterator

import google.auth.exceptions as auth_errors
import requests.exceptions as http_errors
from google.api_core import exceptions as api_errors

from scholarai.domain.errors import ScholarError, TransientError


@contextlib.contextmanager
def our_errors(neighbour: str) -> Iterator[None]:
    """Turn whatever Google's libraries raise in the body into an error of ours; `neighbour` names who failed.

    Raises:
        TransientError: `rate_limited`, `…_timeout`, `…_busy`, `…_unavailable`, `…_denied`, with `neighbour` before the
            underscore; a permission that is missing counts as passing, since an operator can give it.
        ScholarError: `…_rejected`: the same request can never succeed.
    """
    try:
        yield
    except api_errors.RetryError as error:
        cause = error.cause
        raise (
            _ours(neighbour, cause) if isinstance(cause, api_errors.GoogleAPICallError) else _timeout(neighbour)
        ) from error
    except api_errors.GoogleAPICallError as error:
        raise _ours(neighbour, error) from error
    except (http_errors.Timeout, concurrent.futures.TimeoutError) as error:
        raise _timeout(neighbour) from error
    except (http_errors.RequestException, auth_errors.TransportError) as error:
        raise TransientError(f"{neighbour}_unavailable", f"{neighbour} could not be reached") from error
    except auth_errors.GoogleAuthError as error:
        raise _denied(neighbour) from error


def _ours(neighbour: str, error: api_errors.GoogleAPICallError) -> ScholarError:
    match error:
        case api_errors.TooManyRequests():
            return TransientError(
                "rate_limited", f"{neighbour} asks us to slow down", retry_after_s=_retry_after_s(error)
            )
        case api_errors.GatewayTimeout() | api_errors.Cancelled():
            return _timeout(neighbour)
        case api_errors.Aborted() | api_errors.Conflict() | api_errors.PreconditionFailed():
            return TransientError(f"{neighbour}_busy", f"{neighbour} had others changing the same thing")
        case (
            api_errors.Unauthenticated()
            | api_errors.PermissionDenied()
            | api_errors.Unauthorized()
            | api_errors.Forbidden()
        ):
            return _denied(neighbour)
        case api_errors.ServerError():
            return TransientError(
                f"{neighbour}_unavailable", f"{neighbour} is not available", retry_after_s=_retry_after_s(error)
            )
    # Google's message may quote what was sent, so it stays with the cause.
    return ScholarError(f"{neighbour}_rejected", f"{neighbour} rejected a request as {type(error).__name__}")


def _timeout(neighbour: str) -> TransientError:
    return TransientError(f"{neighbour}_timeout", f"{neighbour} did not answer in time")


def _denied(neighbour: str) -> TransientError:
    return TransientError(
        f"{neighbour}_denied",
        f"{neighbour} does not let this service in",
        action="Check the permissions of the service's account.",
    )


def _retry_after_s(error: api_errors.GoogleAPICallError) -> float | None:
    """Return how long the answer asks us to wait: gRPC's RetryInfo or HTTP's Retry-After in seconds."""
    for detail in error.details or ():
        delay = getattr(detail, "retry_delay", None)
        if delay is not None:
            return float(delay.seconds + delay.nanos / 1e9)
    headers = getattr(error.response, "headers", None) or {}
    seconds = str(headers.get("Retry-After", ""))
    return float(seconds) if seconds.isdecimal() else None
