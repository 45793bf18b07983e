"""Estimates what a review will take before it is started."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scholarai.domain.depth import Depth, require_depth
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.review import Estimate, Filters, Unjudged
from scholarai.domain.spending import FREE, Cost, sum_of
from scholarai.domain.values import Value
from scholarai.ports.reviews import LibraryCatalog
from scholarai.ports.stores import PaperStore
from scholarai.reviewing import schedule
from scholarai.services.papers.owned import require_owned
from scholarai.services.reviews.reading_list import NOTE
from scholarai.services.reviews.requests import papers_named


class ReviewEstimate(Value, frozen=True, kw_only=True):
    """Papers that count, what their review is expected to take, and its cost: `estimate.cost_usd` is 0 for unknown prices.

    `unjudged` are the papers that the filters leave out because too little is known of them. `note` says what a review is without a
    model, and how to connect one; empty with one.
    """

    model: str
    papers: int
    estimate: Estimate
    cost: Cost
    unjudged: Unjudged = Unjudged()
    note: str = ""


class EstimateReview(Value, frozen=True, kw_only=True):
    """Estimates what a review takes, without calling a model.

    Attributes:
        model: Returns the name of the model that writes, empty without one.
        price_per_token: Returns what a token read and one written cost, None without a model.
        cost: Returns the price of tokens read and written by the model of a role.
        depth: How far a review looks whose request does not say it.
        role_prices: Returns what tokens of the models of other roles cost, by role.
    """

    papers: PaperStore
    catalog: LibraryCatalog
    model: Callable[[], str]
    price_per_token: Callable[[], tuple[float, float] | None]
    cost: Callable[[int, int, schedule.ReviewRole], Cost]
    depth: Depth = "quick"
    role_prices: Callable[[], Mapping[str, tuple[float, float]]] = dict

    def run(
        self,
        owner: OwnerId,
        paper_ids: Sequence[PaperId] | None = None,
        filters: Filters | None = None,
        depth: Depth | None = None,
        fetch: int = 0,
    ) -> ReviewEstimate:
        """Return the estimate of a review of some papers, or of all that pass the filters, and of `fetch` found works.

        Raises:
            InvalidRequestError: If no paper, too many papers or an unknown depth is named.
            NotFoundError: If a named paper is unknown or another owner's.
        """
        looked = depth or self.depth
        require_depth(looked)
        paper_ids = papers_named(paper_ids)
        for paper_id in paper_ids or ():
            require_owned(self.papers.get(paper_id), owner)
        judged = None if paper_ids is not None else self.catalog.judged(owner, filters or Filters())
        count = len(judged.ids if judged is not None else paper_ids or ()) + fetch
        price = self.price_per_token()
        expected = schedule.estimate(count, price, looked, self.role_prices())
        tokens = schedule.expected_tokens(schedule.papers_expected(count), looked)
        cost = FREE if price is None else sum_of([self.cost(*taken, role) for role, taken in tokens.items()])
        unjudged = Unjudged() if judged is None else judged.unjudged
        return ReviewEstimate(
            model=self.model(),
            papers=count,
            estimate=expected,
            cost=cost,
            unjudged=unjudged,
            note=NOTE if price is None else "",
        )
