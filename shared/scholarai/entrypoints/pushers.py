"""Who pushed an event: checked before anything is made of it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from flask import abort

from scholarai.domain.errors import InvalidRequestError, TransientError
from scholarai.entrypoints.identity import bearer_token

if TYPE_CHECKING:
    from scholarai.ports.identity import PusherVerifier

_LOG = logging.getLogger(__name__)


def require_pusher(verifier: PusherVerifier | None, authorization: str | None) -> None:
    """Return if the header names somebody who may push events; None checks nothing.

    Raises:
        HTTPException: 401 when it does not, 503 when that could not be checked: either way the event comes again, and in the end
            it lies with the dead letters for people to see.
    """
    if verifier is None:
        return
    try:
        verifier.verify(bearer_token(authorization))
    except InvalidRequestError as error:
        _LOG.warning("push refused", extra={"code": error.code})
        abort(401)
    except TransientError as error:
        _LOG.warning("push not checked", extra={"code": error.code})
        abort(503)
