"""Checks whether a function can do its work, by one small call to each dependency."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping

from scholarai.bootstrap import App
from scholarai.domain.errors import NotFoundError
from scholarai.entrypoints.calls import Call, JsonReply
from scholarai.entrypoints.operations import Routes
from scholarai.entrypoints.schemas import Check, Health

routes = Routes()

_log = logging.getLogger(__name__)
_SUMMARY = "Whether the function's dependencies answer"


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
    """Answer 200 when every check passes, else 503; a NotFoundError passes: the store answered."""
    results = tuple(_run(name, one) for name, one in checks.items())
    healthy = all(result.ok for result in results)
    return JsonReply(
        value=Health(status="ok" if healthy else "degraded", checks=results), status=200 if healthy else 503
    )


def _run(name: str, check: Callable[[], object]) -> Check:
    started = time.monotonic()
    ok = True
    try:
        check()
    except NotFoundError:
        pass
    except Exception as error:  # noqa: BLE001  - whatever a dependency raises, it is reported as unhealthy
        _log.error("dependency not well", extra={"dependency": name}, exc_info=error)
        ok = False
    return Check(name=name, ok=ok, duration_ms=round(1000 * (time.monotonic() - started)))
