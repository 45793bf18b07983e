"""What can go wrong with a call to Gemini, in our words, and whether trying again can help."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from scholarai.domain.errors import ModelRefusedError, ScholarError, TransientError

if TYPE_CHECKING:
    from google.genai.errors import APIError

Again = Literal["here", "elsewhere", "never"]
_KEY_ACTION = "Whoever runs this service must check the Gemini key or account and the names of the models."
_LATER_ACTION = "Ask again in a moment."
_SECONDS = re.compile(r"^(\d+(?:\.\d+)?)s$")


# Of replies that are charged and of no use: empty ones, which a second call seldom cures, and ones that broke off, for
# which the same model is tried again and then the fallback. Guesses, kept low because each call is paid.
EMPTY_CALLS = 2
BROKEN_CALLS = 3


class CallFailedError(Exception):
    """A call failed with `error`; the same model (`here`), another one (`elsewhere`) or none (`never`) may do better.

    `paid_calls` is 0 for a failure that costs nothing; else the call is charged, and no more than so many may be in all.
    """

    def __init__(self, error: ScholarError, again: Again, *, paid_calls: int = 0) -> None:
        super().__init__(error.code)
        self.error = error
        self.again = again
        self.paid_calls = paid_calls


def failed(
    code: str, detail: str, *, again: Again = "here", retry_after_s: float | None = None, paid_calls: int = 0
) -> CallFailedError:
    """Return a failure that may pass."""
    error = TransientError(code, detail, action=_LATER_ACTION, retry_after_s=retry_after_s)
    return CallFailedError(error, again, paid_calls=paid_calls)


def refused(code: str, detail: str, *, again: Again = "never", paid_calls: int = 0) -> CallFailedError:
    """Return a failure that asking the same again will not cure."""
    error = ModelRefusedError(code, detail, action="Ask in other words, or about another passage.")
    return CallFailedError(error, again, paid_calls=paid_calls)


def broken_off(failure: CallFailedError) -> CallFailedError:
    """Return what a failure means after the first text: the reply broke off, unless its time was up or it was refused."""
    if not isinstance(failure.error, TransientError) or failure.paid_calls or failure.error.code == "model_timeout":
        return failure
    return failed("stream_broken", "the model's answer broke off", paid_calls=BROKEN_CALLS)


@contextmanager
def library_errors_are_ours() -> Iterator[None]:
    """Raise the errors of google-genai and its HTTP client as CallFailedError.

    Their messages are dropped: they may hold the prompt, and their requests hold the key.
    """
    import httpx2
    from google.auth.exceptions import GoogleAuthError, TransportError
    from google.genai.errors import APIError

    try:
        yield
    except APIError as error:
        failure = _from_status(error)
    except httpx2.TimeoutException:
        failure = failed("model_timeout", "the model did not answer in time")
    except (httpx2.HTTPError, TransportError):
        failure = failed("model_unreachable", "the connection to the model broke")
    except GoogleAuthError:
        failure = _misconfigured("the account's credentials were not accepted")
    except ValueError:  # json.JSONDecodeError, UnknownApiResponseError, pydantic.ValidationError
        failure = failed("model_malformed", "the model's answer could not be read")
    else:
        return
    raise failure from None


def _from_status(error: APIError) -> CallFailedError:
    details = _details(error.details)
    match error.code:
        case 429:
            delay = _retry_delay_s(details) or _retry_after_s(error)
            again: Again = "elsewhere" if _is_daily_quota(details) else "here"
            return failed("model_busy", "the model takes no more requests now", again=again, retry_after_s=delay)
        case 404:
            return failed("model_missing", "the model is unknown to the service or was shut down", again="elsewhere")
        case 401 | 403:
            return _misconfigured(f"the service refused the key or account (HTTP {error.code})")
        case 400 if any(detail.get("reason") == "API_KEY_INVALID" for detail in details):
            return _misconfigured("the service does not know the key")
        case 408 | 500 | 502 | 503 | 504:
            return failed("model_unavailable", f"the model is out of service (HTTP {error.code})")
        case _:
            return refused("model_request_refused", f"the service took the request for wrong (HTTP {error.code})")


def _misconfigured(detail: str) -> CallFailedError:
    """Return a failure that its operator can cure, hence transient: a redelivery after the cure succeeds."""
    return CallFailedError(TransientError("model_misconfigured", detail, action=_KEY_ACTION), "never")


def _details(body: Any) -> list[dict[str, Any]]:
    """Return the google.rpc details of an error body, whatever its shape."""
    error = body.get("error") if isinstance(body, dict) else None
    details = error.get("details") if isinstance(error, dict) else None
    return [detail for detail in details if isinstance(detail, dict)] if isinstance(details, list) else []


def _retry_delay_s(details: list[dict[str, Any]]) -> float | None:
    delays = [_SECONDS.match(str(detail.get("retryDelay", ""))) for detail in details]
    return next((float(match[1]) for match in delays if match), None)


def _retry_after_s(error: APIError) -> float | None:
    """Return what the Retry-After header says, in its form of seconds; proxies write it, Gemini does not."""
    headers = getattr(error.response, "headers", None) or {}
    value = str(headers.get("retry-after", ""))
    return float(value) if value.isdigit() else None


def _is_daily_quota(details: list[dict[str, Any]]) -> bool:
    violations = [violation for detail in details for violation in detail.get("violations", [])]
    return any("PerDay" in str(violation.get("quotaId", "")) for violation in violations if isinstance(violation, dict))
