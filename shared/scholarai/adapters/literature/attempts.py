"""Makes one call to a host, with all its attempts, as a sequence of steps: wait, or send.

`exchanged` takes them with a real clock and network, tests with simulated ones.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from scholarai.adapters.literature.rate_limiter import Gate, Verdict
from scholarai.domain.errors import ConflictError, TransientError

if TYPE_CHECKING:
    import httpx2

    from scholarai.ports.turns import HostTurns

# `json`: an object; `items`: an object or a list; `anything`: what the status alone decides.
Expected = Literal["json", "xml", "items", "anything"]
SEND: Literal["send"] = "send"
Step: TypeAlias = float | Literal["send"]
"""Seconds to wait, or SEND, to which the reply is sent back; None where the host could not be reached."""

# Requests that one call may send, and how long it may wait for its turn and its reply. Guesses.
TRIES = 4
DEADLINE_S = 90.0
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The reply of a host; names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A call that has not been made yet; `now` is the clock of `gate`, in seconds.

    `turns` are shared with other processes: a call that the gate lets through also waits for one of them.
    """

    gate: Gate
    turns: HostTurns | None = None
    host: str = ""
    now: Callable[[], float]
    expected: Expected = "json"
    deadline_s: float = DEADLINE_S

    def steps(self) -> Generator[Step, Reply | None, Reply]:
        """Yield the next action, and return the final reply: 200, 304, or a 4xx about the request itself.

        Raises:
            TransientError: If the host stays busy or unreachable, its replies stay malformed, or the turn comes too late.
            LimitReachedError: If the day's requests are used up.
            ConflictError: If the host refuses the key.
        """
        end = self.now() + self.deadline_s
        fault: TransientError | None = None
        try:
            for _ in range(TRIES):
                yield from self._turn(end, fault)
                reply = yield from self._sent()
                fault = _fault(self.gate.name, reply, self.expected)
                verdict = verdict_of(reply, answered=fault is None)
                self.gate.leave(self.now(), self, verdict)
                self._tell_others(verdict)
                if fault is None and reply is not None:
                    return _permitted(self.gate.name, reply)
            raise fault or _unreachable(self.gate.name)
        finally:
            self.gate.give_up(self)

    def _sent(self) -> Generator[Step, Reply | None, Reply | None]:
        try:
            return (yield SEND)
        except BaseException:  # interrupted: the request has ended all the same
            self.gate.leave(self.now(), self, Verdict(answered=False))
            raise

    def _turn(self, end: float, fault: TransientError | None) -> Generator[Step, Reply | None, None]:
        """Yield waits until the gate lets this call send; `fault` is the failure of its last attempt."""
        while True:
            now = self.now()
            wait_s = self.gate.enter(now, self)
            if wait_s <= 0:
                yield from self._shared_turn(end - now)
                return
            if now + wait_s > end:
                raise fault or _busy(self.gate.name, wait_s)
            yield wait_s

    def _shared_turn(self, most_wait_s: float) -> Generator[Step, Reply | None, None]:
        """Yield the wait for a turn among all processes, during which the gate holds back this one's other calls."""
        if self.turns is None:
            return
        try:
            wait_s = self.turns.reserve(self.host, self.gate.pace, most_wait_s=most_wait_s)
            if wait_s > 0:
                yield wait_s
        except BaseException:  # nothing was sent, which says nothing about the host
            self.gate.withdraw()
            raise

    def _tell_others(self, verdict: Verdict) -> None:
        if self.turns is not None and verdict.wait_s:
            with suppress(TransientError):  # the reply matters more than telling other processes to wait
                self.turns.postpone(self.host, verdict.wait_s)


def exchanged(exchange: Exchange, send: Callable[[], Reply | None], sleep: Callable[[float], None]) -> Reply:
    """Take the steps of a call with a real network and clock, and return its reply; raises what `Exchange.steps` does."""
    steps = exchange.steps()
    try:
        step = next(steps)
        while True:
            if step == SEND:
                step = steps.send(send())
            else:
                sleep(step)
                step = next(steps)
    except StopIteration as ended:
        return cast("Reply", ended.value)
    finally:
        steps.close()


def bounded_reply(response: httpx2.Response, *, timeout_s: float, most_bytes: int) -> Reply | None:
    """Read the body of a response and return the reply; None if it is longer than `most_bytes`, or takes too long."""
    parts, size, end = [], 0, time.monotonic() + timeout_s
    for part in response.iter_bytes():
        size += len(part)
        if size > most_bytes or time.monotonic() > end:
            return None
        parts.append(part)
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Reply(status=response.status_code, headers=headers, body=b"".join(parts))


def verdict_of(reply: Reply | None, *, answered: bool) -> Verdict:
    """Return what a reply says about its host's limits.

    Crossref: `x-rate-limit-limit`, `x-rate-limit-interval`, `x-concurrency-limit`
    (https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/). OpenAlex and others:
    `RateLimit-Remaining`, `RateLimit-Reset`, in seconds. `Retry-After` in seconds or as a date by the host's own clock;
    Zotero's `Backoff` beside an answer is taken for one.
    """
    if reply is None:
        return Verdict(answered=False)
    headers = reply.headers
    remaining = _number(headers.get("x-ratelimit-remaining", headers.get("ratelimit-remaining")))
    reset_s = _number(headers.get("x-ratelimit-reset", headers.get("ratelimit-reset")))
    wait_s = _retry_after_s(headers)
    # Some send the reset as a time of day instead of seconds; such large numbers are not waited for.
    if wait_s is None and remaining == 0 and reset_s is not None and reset_s <= 3_600:
        wait_s = reset_s
    requests = _number(headers.get("x-rate-limit-limit"))
    at_once = _number(headers.get("x-concurrency-limit"))
    return Verdict(
        answered=answered,
        wait_s=wait_s,
        requests=None if requests is None else int(requests),
        period_s=_number(headers.get("x-rate-limit-interval", "").rstrip("sS")),
        at_once=None if at_once is None else int(at_once),
    )


def text_of(reply: Reply) -> str:
    """Return a reply's body as text: as UTF-8, else in the declared encoding, else as Latin-1, which reads every byte."""
    declared = reply.headers.get("content-type", "").partition("charset=")[2].strip(" \"';")
    for encoding in ("utf-8-sig", declared, "latin-1"):
        try:
            return reply.body.decode(encoding or "utf-8")
        except (UnicodeDecodeError, LookupError):
            continue
    return ""


def _fault(name: str, reply: Reply | None, expected: Expected) -> TransientError | None:
    """Return why a reply is no usable answer, None if it is one."""
    if reply is None:
        return _unreachable(name)
    if reply.status in _PASSING:
        return _busy(name, _retry_after_s(reply.headers)) if reply.status == 429 else _unreachable(name)
    if reply.status == 200 and not _reads(reply, expected):
        return TransientError(
            "service_malformed", f"{name} answered with something else than {expected}", action="Try again later."
        )
    return None


def _permitted(name: str, reply: Reply) -> Reply:
    if reply.status in {401, 403}:
        raise ConflictError(
            "service_refused",
            f"{name} refuses the request (HTTP {reply.status})",
            action="Check its key and SCHOLARAI_LITERATURE_CONTACT (docs/literature.md).",
        )
    return reply


def _reads(reply: Reply, expected: Expected) -> bool:
    if expected == "anything":
        return True
    text = text_of(reply).lstrip()
    if expected == "xml":
        return text.startswith("<") and text.rstrip().endswith(">") and "<html" not in text[:500].lower()
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) or (expected == "items" and isinstance(data, list))


def _retry_after_s(headers: Mapping[str, str]) -> float | None:
    given = headers.get("retry-after", headers.get("backoff", "")).strip()
    seconds = _number(given)
    if seconds is not None or not given:
        return seconds
    try:
        then = parsedate_to_datetime(given)
        now = parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, (then - now).total_seconds())
    except (ValueError, TypeError, IndexError):  # no date, or none of the host's to compare it with
        return None


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


def _busy(name: str, wait_s: float | None) -> TransientError:
    return TransientError("service_busy", f"{name} takes no more requests now", retry_after_s=wait_s)


def _unreachable(name: str) -> TransientError:
    return TransientError("service_unreachable", f"{name} did not answer", action="Try again later.")
