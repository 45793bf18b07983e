"""What every SpendingStore promises."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from contract.making import ADA, BOB

from scholarai.bootstrap import Backend
from scholarai.domain.ids import OwnerId
from scholarai.domain.spending import Spent
from scholarai.ports.spending import SpendingStore

TODAY, TOMORROW = date(2026, 11, 20), date(2026, 11, 21)
ONE = Spent(questions=1, input_tokens=100, output_tokens=20, cost_usd=0.25)


@pytest.fixture
def spending(backend: Backend) -> SpendingStore:
    return backend.spending


class TestSpendingStore:
    @pytest.mark.parametrize("owner", [ADA, OwnerId("odd/owner.. __x__\n"), OwnerId("")])
    def test_nothing_is_spent_at_first(self, spending: SpendingStore, owner: OwnerId) -> None:
        assert spending.read(owner, TODAY) == Spent()

    def test_additions_are_summed(self, spending: SpendingStore) -> None:
        spending.add(ADA, TODAY, ONE)
        spending.add(ADA, TODAY, ONE)

        assert spending.read(ADA, TODAY) == Spent(questions=2, input_tokens=200, output_tokens=40, cost_usd=0.5)

    def test_owners_and_days_are_kept_apart(self, spending: SpendingStore) -> None:
        spending.add(ADA, TODAY, ONE)

        assert spending.read(BOB, TODAY) == Spent()
        assert spending.read(ADA, TOMORROW) == Spent()

    def test_an_owner_may_be_any_text(self, spending: SpendingStore) -> None:
        owner = OwnerId("odd/owner.. __x__\n")
        spending.add(owner, TODAY, ONE)

        assert spending.read(owner, TODAY) == ONE

    def test_additions_at_once_all_count(self, spending: SpendingStore) -> None:
        with ThreadPoolExecutor(5) as pool:
            list(pool.map(lambda _: spending.add(ADA, TODAY, ONE), range(10)))

        assert spending.read(ADA, TODAY).questions == 10

    def test_an_owner_who_leaves_is_forgotten_with_every_day_and_nobody_else_is(self, spending: SpendingStore) -> None:
        for owner in (ADA, BOB):
            for day in (TODAY, TOMORROW):
                spending.add(owner, day, ONE)

        spending.forget(ADA)
        spending.forget(OwnerId("unknown"))

        assert (spending.read(ADA, TODAY), spending.read(ADA, TOMORROW)) == (Spent(), Spent())
        assert spending.read(BOB, TODAY) == ONE

    def test_a_second_instance_reads_what_the_first_one_wrote(self, backend: Backend, reopened: Backend) -> None:
        backend.spending.add(ADA, TODAY, ONE)

        assert reopened.spending.read(ADA, TODAY) == ONE
