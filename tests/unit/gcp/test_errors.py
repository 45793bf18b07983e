"""How failures of Google's libraries reach the rest of the system."""

from __future__ import annotations

import concurrent.futures

import pytest
import requests
from google.api_core import exceptions as api_errors
from google.auth import exceptions as auth_errors
from google.rpc.error_details_pb2 import RetryInfo

from scholarai.adapters.gcp.errors import STORE, translated_errors
from scholarai.domain.errors import NotFoundError, ScholarError, TransientError


def seen(error: Exception) -> ScholarError:
    with pytest.raises(ScholarError) as raised, translated_errors(STORE):
        raise error
    assert raised.value.__cause__ is error
    return raised.value


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (api_errors.ResourceExhausted("x"), "rate_limited"),
        (api_errors.TooManyRequests("x"), "rate_limited"),
        (api_errors.DeadlineExceeded("x"), "store_timeout"),
        (api_errors.GatewayTimeout("x"), "store_timeout"),
        (api_errors.RetryError("x", cause=None), "store_timeout"),
        (concurrent.futures.TimeoutError(), "store_timeout"),
        (requests.exceptions.ReadTimeout(), "store_timeout"),
        (api_errors.ServiceUnavailable("x"), "store_unavailable"),
        (api_errors.InternalServerError("x"), "store_unavailable"),
        (api_errors.BadGateway("x"), "store_unavailable"),
        (api_errors.RetryError("x", cause=api_errors.ServiceUnavailable("y")), "store_unavailable"),
        (api_errors.RetryError("x", cause=requests.exceptions.ConnectionError()), "store_unavailable"),
        (requests.exceptions.ConnectionError(), "store_unavailable"),
        (ConnectionResetError(), "store_unavailable"),
        (auth_errors.TransportError("x"), "store_unavailable"),
        (api_errors.Aborted("x"), "store_busy"),
        (api_errors.AlreadyExists("x"), "store_busy"),
        (api_errors.PreconditionFailed("x"), "store_busy"),
        (api_errors.PermissionDenied("x"), "store_denied"),
        (api_errors.Unauthenticated("x"), "store_denied"),
        (auth_errors.RefreshError("x"), "store_denied"),
        (auth_errors.DefaultCredentialsError("x"), "store_denied"),
        (api_errors.NotFound("x"), "store_missing"),
        (api_errors.FailedPrecondition("needs an index"), "store_indexing"),
    ],
    ids=lambda value: value if isinstance(value, str) else repr(value),
)
def test_what_may_pass_is_transient_with_a_code(error: Exception, code: str) -> None:
    ours = seen(error)

    assert isinstance(ours, TransientError)
    assert ours.code == code


@pytest.mark.parametrize("error", [api_errors.InvalidArgument("x"), api_errors.OutOfRange("x")])
def test_what_can_never_succeed_is_not_transient(error: Exception) -> None:
    ours = seen(error)

    assert not ours.retryable
    assert ours.code == "store_rejected"


def test_googles_message_stays_out_of_ours_since_it_may_quote_what_was_sent() -> None:
    assert "secret" not in str(seen(api_errors.InvalidArgument("the value 'secret text of a paper' is too long")))


def test_the_wait_that_grpc_asks_for_is_kept() -> None:
    info = RetryInfo()
    info.retry_delay.seconds, info.retry_delay.nanos = 7, 500_000_000

    assert seen(api_errors.ResourceExhausted("x", details=[info])).retry_after_s == 7.5


@pytest.mark.parametrize(("header", "wait_s"), [("12", 12.0), ("Wed, 21 Oct 2026 07:28:00 GMT", None), ("", None)])
def test_the_wait_that_http_asks_for_is_kept(header: str, wait_s: float | None) -> None:
    answer = requests.Response()
    answer.headers["Retry-After"] = header

    assert seen(api_errors.TooManyRequests("x", response=answer)).retry_after_s == wait_s


def test_errors_of_ours_pass_through() -> None:
    with pytest.raises(NotFoundError), translated_errors(STORE):
        raise NotFoundError("x", "y")
