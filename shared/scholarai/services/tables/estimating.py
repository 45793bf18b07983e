"""What filling cells of a table is expected to take, said before it begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.money import FREE, Cost
from scholarai.domain.review import Estimate, Filters
from scholarai.domain.values import Value
from scholarai.ports.reviews import LibraryCatalog
from scholarai.reviewing import schedule
from scholarai.services.tables.rules import TableRules


class TableEstimate(Value, frozen=True, kw_only=True):
    """What filling cells is expected to take, and its cost: `estimate.cost_usd` is 0 for unknown prices."""

    model: str
    papers: int
    estimate: Estimate
    cost: Cost


class EstimateTable(Value, frozen=True, kw_only=True):
    """Estimates without calling a model; `cost` returns the price of tokens read and written."""

    catalog: LibraryCatalog
    rules: TableRules
    cost: Callable[[int, int], Cost]

    def run(
        self, owner: OwnerId, columns: int, paper_ids: Sequence[PaperId] | None = None, filters: Filters | None = None
    ) -> TableEstimate:
        """Return what filling so many columns takes, of the named papers or of all that pass the filters."""
        papers = len(set(paper_ids) if paper_ids is not None else self.catalog.select(owner, filters or Filters()))
        expected = schedule.table_estimate(papers, columns, self.rules.price_per_token())
        cost = self.cost(expected.input_tokens, expected.output_tokens) if self.rules.asks_model else FREE
        return TableEstimate(model=self.rules.model(), papers=papers, estimate=expected, cost=cost)
