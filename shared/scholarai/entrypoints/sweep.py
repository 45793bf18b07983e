"""The sweeper's event: a scheduler asks for delivery of what crashed processes left in the outbox."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from scholarai.domain.errors import TransientError

# terraform/scheduler.tf sends it to the function that may announce and remove. Deployed schedulers know this name.
SWEEP_DUE = "scholarai.debts.due.v1"

_LOG = logging.getLogger(__name__)


def sweep(sweepers: Mapping[str, Callable[[], int]]) -> None:
    """Run every sweeper, even if another one fails, and log how much each did.

    Raises:
        TransientError: The last error that kept a sweeper from running; the scheduler tries again.
    """
    failure: TransientError | None = None
    done: dict[str, int] = {}
    for name, run in sweepers.items():
        try:
            done[name] = run()
        except TransientError as error:
            _LOG.warning("outbox not swept", extra={"sweeper": name, "code": error.code})
            failure = error
    if failure is not None:
        raise failure
    _LOG.info("outbox swept", extra={"done": done})
