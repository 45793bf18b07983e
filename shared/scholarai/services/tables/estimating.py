"""Estimates what filling the cells of a table will take before it begins."""

from __future__ import annotations

from collections.abc import Callable

from scholarai.domain.ids import OwnerId
from scholarai.domain.review import Estimate
from scholarai.domain.spending import FREE, Cost
from scholarai.domain.values import Value
from scholarai.reviewing import schedule
from scholarai.services.tables.choosing import ChoosePapers, PaperChoice
from scholarai.services.tables.rules import NOTE, TableRules


class TableEstimate(Value, frozen=True, kw_only=True):
    """What filling cells is expected to take, and its cost: `estimate.cost_usd` is 0 for unknown prices.

    `note` says what cells are without a model, and how to connect one; empty with one.
    """

    model: str
    papers: int
    estimate: Estimate
    cost: Cost
    note: str = ""


class EstimateTable(Value, frozen=True, kw_only=True):
    """Estimates without calling a model; `cost` returns the price of tokens read and written."""

    choose: ChoosePapers
    rules: TableRules
    cost: Callable[[int, int], Cost]

    def run(self, owner: OwnerId, columns: int, choice: PaperChoice) -> TableEstimate:
        """Return what filling so many columns of these papers takes; errors as in `ChoosePapers`."""
        papers = len(self.choose.run(owner, choice))
        expected = schedule.table_estimate(papers, columns, self.rules.price_per_token())
        cost = self.cost(expected.input_tokens, expected.output_tokens) if self.rules.asks_model else FREE
        note = "" if self.rules.asks_model else NOTE
        return TableEstimate(model=self.rules.model(), papers=papers, estimate=expected, cost=cost, note=note)
