"""Translates the errors of servers of models."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scholarai.adapters.models.adapting import refused_part
from scholarai.adapters.models.faults import CallFailedError, failed, misconfigured, refused
from scholarai.domain.errors import ModelRefusedError

# Messages of OpenAI, vLLM, llama.cpp, LM Studio, OpenRouter, Ollama and Anthropic.
_TOO_LONG = re.compile(
    r"context[_ ](?:length|size|window|overflow|limit)|maximum context|exceeds? the (?:available )?context"
    r"|prompt is too long|too many tokens|input (?:is )?too long|exceed_context",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(r"model[^.]{0,80}(?:not found|not exist|not loaded|unknown)|no models? loaded", re.IGNORECASE)

# Messages of nginx, Go and Caddy.
_WANTS_TLS = re.compile(r"HTTP request (?:was sent )?to (?:an )?HTTPS (?:port|server)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server as errors speak of it: its name, the setting that holds its address and the one that holds its key.

    `pull` says how a missing model is fetched, `window` how the model is given more room.
    """

    name: str
    base_url: str
    setting: str
    key_setting: str
    pull: str = ""
    window: str = ""


def connection_refused(server: Server) -> CallFailedError:
    detail, action = (
        f"nothing answers at {server.base_url}",
        f"Start {server.name}, or set {server.setting} to where it is.",
    )
    return failed("model_unreachable", detail, action=action)


def no_tls(server: Server) -> CallFailedError:
    """Return the failure of an https address where no TLS is spoken, or where the certificate is not trusted."""
    detail = f"{server.base_url} does not speak HTTPS, or its certificate is not trusted"
    return misconfigured(detail, f"Check {server.setting}; servers of one's own mostly want http://.")


def no_http(server: Server) -> CallFailedError:
    """Return the failure of a connection that ended in the middle, or where no HTTP is spoken."""
    action = f"Ask again in a moment; if it stays so, check whether {server.setting} needs https://."
    return failed("model_unreachable", f"the connection to {server.base_url} broke", action=action)


def from_status(
    server: Server, path: str, status: int, headers: Mapping[str, str], body: bytes, sent: Collection[str] = ()
) -> CallFailedError:
    """Return the error for an HTTP status, or a more specific one if the body has a known message.

    `sent` are parts of the request that it can do without; the failure says which of them the server does not take.
    """
    said = _message(body)
    if status in {400, 413, 500} and _TOO_LONG.search(said):
        return prompt_too_long(server)
    if status == 400 and _WANTS_TLS.search(said):
        return misconfigured(f"{server.base_url} wants HTTPS", f"Write {server.setting} with https://.")
    if status == 404 or (status in {400, 500} and _NO_MODEL.search(said)):
        return _missing(server, path, said)
    if status == 429:
        return failed("model_busy", f"{server.name} takes no more requests now", retry_after_s=_retry_after_s(headers))
    # 529: Anthropic's word for overloaded.
    if status in {408, 500, 502, 503, 504, 529}:
        return failed("model_unavailable", f"{server.name} is out of service (HTTP {status})")
    failure = _refused(server, status)
    if status in {400, 422}:
        failure.part = refused_part(said, sent)
    return failure


def _refused(server: Server, status: int) -> CallFailedError:
    match status:
        case 401 | 403:
            detail = f"{server.name} refused the key (HTTP {status})"
            return misconfigured(detail, f"Check {server.key_setting} and the account behind it.")
        case 501:
            # llama.cpp's server, of vectors that it was not started for.
            action = f"Start {server.name} so that it does, or choose another server."
            return misconfigured(f"{server.name} does not do what it is asked for (HTTP 501)", action)
        case 402:
            return misconfigured(f"{server.name} wants to be paid (HTTP 402)", "Check the account's credit.")
        case _:
            return refused("model_request_refused", f"{server.name} took the request for wrong (HTTP {status})")


def prompt_too_long(server: Server) -> CallFailedError:
    error = ModelRefusedError(
        "prompt_too_long",
        f"the question and its passages are longer than the model of {server.name} reads at once",
        action=server.window or "Choose a model with a larger context window.",
    )
    return CallFailedError(error, "never")


def prompt_truncated(server: Server, sent: int, read: int) -> CallFailedError:
    """Return the error for a server that read only part of the prompt: its answer would rest on part of the evidence."""
    error = ModelRefusedError(
        "prompt_truncated",
        f"{server.name} read {read} tokens of about {sent}: it cut the passages without saying so",
        action=server.window or "Give the model a larger context window.",
    )
    return CallFailedError(error, "never")


def stream_failed(server: Server, error: Any) -> CallFailedError:
    """Return the failure that an error within a stream means."""
    said = json.dumps(error)
    if _TOO_LONG.search(said):
        return prompt_too_long(server)
    return failed("model_unavailable", f"{server.name} failed while it answered")


def _missing(server: Server, path: str, said: str) -> CallFailedError:
    if not _NO_MODEL.search(said) and "model" not in said.lower():
        return misconfigured(
            f"{server.base_url} does not know {path}", f"Check {server.setting}; such addresses often end in /v1."
        )
    action = server.pull or "Check the model's name in SCHOLARAI_MODEL."
    return failed("model_missing", f"{server.name} does not have the model", action=action, again="elsewhere")


def _message(body: bytes) -> str:
    """Return the words of an error body, whatever its shape; they are searched and never shown."""
    return body[:4_096].decode("utf-8", "replace")


def _retry_after_s(headers: Mapping[str, str]) -> float | None:
    value = headers.get("retry-after", "")
    return float(value) if re.fullmatch(r"\d{1,6}(?:\.\d+)?", value) else None
