"""What tables cost counts in their owner's day: a day that has cost enough stops them, in plain words, and nothing is lost."""

from __future__ import annotations

import pytest
from unit.services_reviews.system import ADA
from unit.services_tables.system import TableSystem, states

from scholarai.domain.errors import LimitReachedError
from scholarai.domain.spending import DailyLimits, Spent
from scholarai.reviewing.chain import TABLE_PAPERS_PER_STEP
from scholarai.reviewing.tables import WantedColumn
from scholarai.services.spending import Spending

DAY_S = 86_400


def limited(system: TableSystem) -> Spending:
    system.spending = Spending(store=system.backend.spending, clock=system.clock, limits=DailyLimits(cost_usd=0.5))
    return system.spending


def test_a_table_counts_what_its_model_took(modelled: TableSystem) -> None:
    spending = limited(modelled)

    table = modelled.fill(modelled.start_table())

    assert spending.today(ADA).cost_usd == pytest.approx(table.review.spent.cost_usd)
    assert table.review.spent.calls == 4


def test_an_owner_who_spent_a_days_worth_is_told_so_and_the_table_goes_on_the_day_after(
    modelled: TableSystem,
) -> None:
    spending = limited(modelled)
    table_id = modelled.start_table(paper_ids=modelled.add_papers(2 * TABLE_PAPERS_PER_STEP))
    modelled.step()
    spending.count(ADA, Spent(cost_usd=0.5))

    stopped = modelled.fill(table_id)
    modelled.clock.advance(DAY_S)
    modelled.change_table(table_id, retry=True)
    table = modelled.fill(table_id)

    failure = stopped.review.failure
    assert failure is not None
    assert (failure.code, failure.retryable) == ("daily_limit_reached", True)
    assert failure.message.endswith(".")
    assert failure.action
    assert states(stopped).count("filled") == 2 * TABLE_PAPERS_PER_STEP
    assert set(states(table)) == {"filled"}
    assert modelled.writer.asked["row"] == 2 * TABLE_PAPERS_PER_STEP


def test_nothing_that_costs_begins_when_the_day_is_spent_and_what_costs_nothing_does(modelled: TableSystem) -> None:
    spending = limited(modelled)
    table_id = modelled.start_table()
    modelled.fill(table_id)
    spending.count(ADA, Spent(cost_usd=0.5))

    with pytest.raises(LimitReachedError):
        modelled.start_table()
    with pytest.raises(LimitReachedError):
        modelled.change_table(table_id, add_columns=(WantedColumn(question="Which trees?"),))

    modelled.change_table(table_id, title="Homes", rename_columns={"c1": "Entrance"})
    modelled.change_table(table_id, add_columns=(WantedColumn(kind="computed", expression="c1 + c2"),))
    assert [column.name for column in modelled.shown(table_id).spec.columns][::2] == ["Entrance", "c1 + c2"]
