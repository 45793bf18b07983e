"""Checks whether a function can do its work, by one small call to each dependency."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping

from scholarai.domain.errors import NotFoundError
from scholarai.entrypoints.calls import Call, JsonReply
from scholarai.entrypoints.schemas import Check, Health

_log = logging.getLogger(__name__)


def check_health(_: Call, checks: Mapping[str, Callable[[], object]]) -> JsonReply:
    """Check every store."""
    return check(checks)


def check(checks: Mapping[str, Callable[[], object]]) -> JsonReply:
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
