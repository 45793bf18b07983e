"""Which model fills tables, what its tokens cost, and the owner's daily limits."""

from __future__ import annotations

from collections.abc import Callable

from scholarai.domain.ids import OwnerId
from scholarai.domain.review import Notice
from scholarai.domain.values import Value
from scholarai.services.spending import Spending

NOTE = (
    "No language model is connected: a cell is a candidate, the passage of the paper that comes closest, and nothing has judged it."
    " A model that SCHOLARAI_MODEL names fills cells with answers."
)
WITHOUT_MODEL = Notice(code="without_model", detail=NOTE)


class TableRules(Value, frozen=True, kw_only=True):
    """What tables are filled with: `model` names who fills them, `price_per_token` is None where no model is asked."""

    model: Callable[[], str]
    price_per_token: Callable[[], tuple[float, float] | None]
    spending: Spending | None = None

    @property
    def asks_model(self) -> bool:
        return self.price_per_token() is not None

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Return what readers of a table must know of how its cells are filled."""
        return () if self.asks_model else (WITHOUT_MODEL,)

    def room(self, owner: OwnerId) -> Callable[[], None]:
        """Return a check that raises LimitReachedError where the owner has taken a day's worth."""
        return self.spending.room_of(owner, "review") if self.spending and self.asks_model else lambda: None
