"""Checks the token of a pushed event before the event is handled."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from flask import abort

from scholarai.domain.errors import InvalidRequestError
from scholarai.entrypoints.callers import bearer_token

if TYPE_CHECKING:
    from scholarai.ports.callers import PushVerifier

_LOG = logging.getLogger(__name__)


def require_push_token(verifier: PushVerifier | None, authorization: str | None) -> None:
    """Return if the header carries the token of an account that may push events; without a verifier everything passes.

    Raises:
        HTTPException: 401 when it does not. The event is redelivered, and in the end it is dead-lettered.
        TransientError: If the token could not be checked; the event is redelivered too.
    """
    if verifier is None:
        return
    try:
        verifier.verify(bearer_token(authorization))
    except InvalidRequestError as error:
        _LOG.warning("push refused", extra={"code": error.code})
        abort(401)
