"""The sweeper's event: a scheduler says that debts of crashed processes are due, and they are paid."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from scholarai.domain.errors import TransientError

# terraform/scheduler.tf sends it to the function that may announce and remove.
DEBTS_DUE = "scholarai.debts.due.v1"

_LOG = logging.getLogger(__name__)


def sweep(payers: Mapping[str, Callable[[], int]]) -> None:
    """Let every payer pay what is due, whatever becomes of the others, and log how many debts each paid.

    Raises:
        TransientError: The last one that kept a payer from looking; the scheduler tries again.
    """
    failure: TransientError | None = None
    paid: dict[str, int] = {}
    for name, pay in payers.items():
        try:
            paid[name] = pay()
        except TransientError as error:
            _LOG.warning("debts not looked at", extra={"debtors": name, "code": error.code})
            failure = error
    if failure is not None:
        raise failure
    _LOG.info("debts swept", extra={"paid": paid})
