"""What every SpendingStore promises."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from contract.making import ADA, BOB
from msgspec.structs import replace

from scholarai.bootstrap import Backend
from scholarai.domain.ids import OwnerId
from scholarai.domain.spending import Spent
from scholarai.ports.stores import SpendingStore

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

    def test_what_reading_papers_takes_is_summed_beside_questions(self, spending: SpendingStore) -> None:
        spending.add(ADA, TODAY, ONE)
        spending.add(ADA, TODAY, Spent(uploads=1, pages=12, reading_s=0.5))

        assert spending.read(ADA, TODAY) == replace(ONE, uploads=1, pages=12, reading_s=0.5)

    def test_an_addition_that_comes_again_counts_once_even_on_another_day(self, spending: SpendingStore) -> None:
        for day in (TODAY, TODAY, TOMORROW):
            spending.add(ADA, day, ONE, once="read-p1-7")

        assert (spending.read(ADA, TODAY), spending.read(ADA, TOMORROW)) == (ONE, Spent())

    def test_additions_of_other_papers_and_owners_count_beside_it(self, spending: SpendingStore) -> None:
        for owner, once in ((ADA, "read-p1-7"), (ADA, "read-p1-8"), (BOB, "read-p1-7")):
            spending.add(owner, TODAY, ONE, once=once)

        assert (spending.read(ADA, TODAY).questions, spending.read(BOB, TODAY).questions) == (2, 1)

    def test_the_cost_of_a_day_is_that_of_all_owners(self, spending: SpendingStore) -> None:
        for owner in (ADA, BOB):
            spending.add(owner, TODAY, ONE, once="call-1")
        spending.add(ADA, TOMORROW, ONE)

        assert spending.cost_usd(TODAY) == 0.5
        assert spending.cost_usd(date(2026, 1, 1)) == 0.0

    def test_the_days_of_an_owner_are_those_with_sums(self, spending: SpendingStore) -> None:
        spending.add(ADA, TODAY, ONE, once="call-1")
        spending.add(ADA, TOMORROW, ONE)
        spending.add(BOB, date(2026, 1, 1), ONE)

        assert sorted(spending.days(ADA)) == [TODAY, TOMORROW]
        assert list(spending.days(OwnerId("nobody"))) == []

    def test_an_owner_who_left_leaves_no_key_behind(self, spending: SpendingStore) -> None:
        spending.add(ADA, TODAY, ONE, once="call-1")
        spending.forget(ADA)

        spending.add(ADA, TODAY, ONE, once="call-1")

        assert spending.read(ADA, TODAY) == ONE

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
