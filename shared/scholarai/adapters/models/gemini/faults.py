"""Translates the errors of Gemini and of its HTTP client."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from scholarai.adapters.models.adapting import refused_part
from scholarai.adapters.models.faults import Again, CallFailedError, failed, misconfigured, refused

if TYPE_CHECKING:
    from google.genai.errors import APIError

_KEY_ACTION = "Whoever runs this service must check the Gemini key or account and the names of the models."
_SECONDS = re.compile(r"^(\d+(?:\.\d+)?)s$")


@contextmanager
def translated_errors(sent: Collection[str] = ()) -> Iterator[None]:
    """Raise the errors of google-genai and its HTTP client as CallFailedError.

    Their messages are dropped: they may hold the prompt, and their requests hold the key. `sent` are parts of the request that
    it can do without; the failure says which of them the service does not take.
    """
    import httpx2
    from google.auth.exceptions import GoogleAuthError, TransportError
    from google.genai.errors import APIError

    try:
        yield
    except APIError as error:
        failure = _from_status(error)
        if error.code == 400:
            failure.part = refused_part(str(error.message), sent)
    except httpx2.TimeoutException:
        failure = failed("model_timeout", "the model did not answer in time")
    except (httpx2.HTTPError, TransportError):
        failure = failed("model_unreachable", "the connection to the model broke")
    except GoogleAuthError:
        failure = misconfigured("the account's credentials were not accepted", _KEY_ACTION)
    # json.JSONDecodeError, UnknownApiResponseError, pydantic.ValidationError; JSON nested too deep, which the library reads.
    except (ValueError, RecursionError):
        failure = failed("model_malformed", "the model's answer could not be read", is_paid=True)
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
            return misconfigured(f"the service refused the key or account (HTTP {error.code})", _KEY_ACTION)
        case 400 if any(detail.get("reason") == "API_KEY_INVALID" for detail in details):
            return misconfigured("the service does not know the key", _KEY_ACTION)
        case 408 | 500 | 502 | 503 | 504:
            return failed("model_unavailable", f"the model is out of service (HTTP {error.code})")
        case _:
            return refused("model_request_refused", f"the service took the request for wrong (HTTP {error.code})")


def _details(body: Any) -> list[dict[str, Any]]:
    """Return the google.rpc details of an error body, whatever its shape."""
    error = body.get("error") if isinstance(body, dict) else None
    details = error.get("details") if isinstance(error, dict) else None
    return [detail for detail in details if isinstance(detail, dict)] if isinstance(details, list) else []


def _retry_delay_s(details: list[dict[str, Any]]) -> float | None:
    delays = [_SECONDS.match(str(detail.get("retryDelay", ""))) for detail in details]
    return next((float(match[1]) for match in delays if match), None)


def _retry_after_s(error: APIError) -> float | None:
    """Return the Retry-After header where it is in seconds; proxies send it, Gemini does not."""
    headers = getattr(error.response, "headers", None) or {}
    value = str(headers.get("retry-after", ""))
    return float(value) if value.isdigit() else None


def _is_daily_quota(details: list[dict[str, Any]]) -> bool:
    violations = [violation for detail in details for violation in detail.get("violations", [])]
    return any("PerDay" in str(violation.get("quotaId", "")) for violation in violations if isinstance(violation, dict))
