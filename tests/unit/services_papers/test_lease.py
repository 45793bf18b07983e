"""One heartbeat renews every lease: of papers, of review steps and of answers."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest

from scholarai.domain.errors import ClaimLostError, ScholarError, TransientError
from scholarai.services.leases import heartbeat

LENGTH = timedelta(seconds=0.03)
WAIT_S = 60.0


class Renewals:
    """Raises the given errors in turn, then succeeds; says when the first was tried, and when one succeeded."""

    def __init__(self, *errors: ScholarError) -> None:
        self.count = 0
        self.begun = threading.Event()
        self.all = threading.Event()
        self._errors = errors

    def __call__(self) -> None:
        self.count += 1
        self.begun.set()
        if self.count > len(self._errors):
            self.all.set()
            return
        raise self._errors[self.count - 1]


def test_a_renewal_that_fails_for_now_is_logged_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    renew = Renewals(TransientError("store_unavailable", "the store is away"))

    with heartbeat(renew, LENGTH, has_time=lambda: True, about={"paper_id": "p1"}):
        assert renew.all.wait(WAIT_S)

    (record,) = [found for found in caplog.records if found.message == "lease not renewed"]
    assert (vars(record)["paper_id"], vars(record)["code"]) == ("p1", "store_unavailable")


def test_a_lost_lease_is_renewed_no_more() -> None:
    renew = Renewals(ClaimLostError("claim_lost", "another worker took over"))

    with heartbeat(renew, LENGTH, has_time=lambda: True, about={}):
        assert renew.begun.wait(WAIT_S)
        assert not renew.all.wait(0.2)

    assert renew.count == 1


def test_a_lease_ends_with_the_time_of_its_worker() -> None:
    renew = Renewals()

    with heartbeat(renew, LENGTH, has_time=lambda: False, about={}):
        assert not renew.all.wait(0.2)


def test_nothing_is_renewed_after_the_work() -> None:
    renew = Renewals()
    with heartbeat(renew, LENGTH, has_time=lambda: True, about={}):
        assert renew.all.wait(WAIT_S)
    after = renew.count

    threading.Event().wait(0.1)

    assert renew.count == after
