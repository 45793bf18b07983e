"""Checks whether a function can do its work, by one small call to each dependency."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future

from scholarai.bootstrap import App
from scholarai.domain.errors import NotFoundError
from scholarai.entrypoints.calls import Call, JsonReply
from scholarai.entrypoints.operations import Routes
from scholarai.entrypoints.schemas import Check, Health

routes = Routes()

_log = logging.getLogger(__name__)
_SUMMARY = "Whether the function's dependencies answer"
# Before the checks begin a cold instance starts, which took up to 2.1 s on two busy cores (2026-11-29): with that an answer comes within
# 5 s. An uptime check waits 10 s. The clients of stores load in 0.5 s of CPU; that of one that is away waits much longer by itself.
_MOST_SECONDS = 2.5
# The last check of each dependency: one that has not ended is not begun again.
_asked: dict[str, Future[Check]] = {}


# Twice, as Google's front ends keep /healthz of Cloud Run for themselves.
@routes.add("GET", "/health", "status", _SUMMARY, public=True)
@routes.add("GET", "/healthz", "status", _SUMMARY, public=True)
def check_health(_: Call, app: App) -> JsonReply[Health]:
    """Check every store."""
    return check(app.store_checks())


@routes.add("GET", "/health", "chat", _SUMMARY, public=True)
@routes.add("GET", "/healthz", "chat", _SUMMARY, public=True)
def check_health_of_chat(_: Call, app: App) -> JsonReply[Health]:
    """Check the store of papers and sessions; this function has no access to the bucket."""
    return check({"papers": app.store_checks()["papers"]})


def check(checks: Mapping[str, Callable[[], object]]) -> JsonReply[Health]:
    """Answer 200 when every check passes within some seconds, else 503; a NotFoundError passes: the store answered."""
    started = time.monotonic()
    asked = {name: _ask(name, one) for name, one in checks.items()}
    results = tuple(_result(name, future, started) for name, future in asked.items())
    healthy = all(result.ok for result in results)
    return JsonReply(
        value=Health(status="ok" if healthy else "degraded", checks=results), status=200 if healthy else 503
    )


def _ask(name: str, check: Callable[[], object]) -> Future[Check]:
    """Begin a check in a thread of its own, unless the one before still waits for its dependency."""
    if name not in _asked or _asked[name].done():
        future = _asked[name] = Future()
        threading.Thread(target=lambda: future.set_result(_run(name, check)), daemon=True).start()
    return _asked[name]


def _result(name: str, future: Future[Check], started: float) -> Check:
    try:
        return future.result(timeout=max(0.0, started + _MOST_SECONDS - time.monotonic()))
    except TimeoutError:
        _log.error("dependency gives no answer", extra={"dependency": name})
        return Check(name=name, ok=False, duration_ms=_milliseconds_since(started))


def _run(name: str, check: Callable[[], object]) -> Check:
    started = time.monotonic()
    ok = True
    try:
        check()
    except NotFoundError:
        pass
    except Exception as error:  # noqa: BLE001  - whatever a dependency raises, it is reported as unhealthy
        _log.error("dependency not well", extra={"dependency": name, "error": type(error).__name__})
        ok = False
    return Check(name=name, ok=ok, duration_ms=_milliseconds_since(started))


def _milliseconds_since(started: float) -> int:
    return round(1000 * (time.monotonic() - started))
