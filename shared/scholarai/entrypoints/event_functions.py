"""Verifies the sender of a pushed event, and releases leases when the platform stops the instance."""

from __future__ import annotations

import logging
import os
import signal
import sys
from typing import TYPE_CHECKING, Protocol

from flask import abort

from scholarai.domain.errors import InvalidRequestError
from scholarai.entrypoints.callers import bearer_token

if TYPE_CHECKING:
    from scholarai.config import Settings
    from scholarai.ports.callers import PushVerifier
    from scholarai.services.leases import HeldLeases

# Cloud Run kills an instance 10 s after SIGTERM (https://cloud.google.com/run/docs/container-contract). Work that has not
# ended within these seconds is put off in the remaining ones. A guess.
GRACE_S = 4

_LOG = logging.getLogger(__name__)


def require_push_token(verifier: PushVerifier | None, authorization: str | None) -> None:
    """Check that the header carries the token of an account that may push events; without a verifier, every call passes.

    Raises:
        HTTPException: 401 if it does not. The event is redelivered, and finally dead-lettered.
        TransientError: If the token could not be checked; the event is redelivered, too.
    """
    if verifier is None:
        return
    try:
        verifier.verify(bearer_token(authorization))
    except InvalidRequestError as error:
        _LOG.warning("push refused", extra={"code": error.code})
        abort(401)


class Composition(Protocol):
    """The part of an `App` whose leases are given back."""

    def settings(self) -> Settings: ...
    def held_leases(self) -> HeldLeases: ...


def put_off_when_stopped(services: Composition) -> None:
    """Let gunicorn's worker give its leases back `GRACE_S` after SIGTERM, before it ends; does nothing under another server.

    functions-framework configures gunicorn itself and takes no hooks. But the worker's handler of SIGTERM is a method of the
    worker, and the worker has the configuration.
    """
    worker = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    configuration = getattr(worker, "cfg", None)
    if configuration is None or services.settings().backend == "embedded":  # the local server stops its worker itself
        return
    configuration.set("graceful_timeout", GRACE_S)
    configuration.set("worker_exit", lambda _arbiter, _worker: _leave(services.held_leases()))


def _leave(held: HeldLeases) -> None:
    """Give the leases back and end the process without waiting for its threads: other workers may take over now."""
    _LOG.info("instance stopped", extra={"put_off": held.release()})
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
