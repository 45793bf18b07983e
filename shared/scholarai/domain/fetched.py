"""What a review adds from beyond the library before it searches: the works that it chose, and what became of them."""

from __future__ import annotations

from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value


class Sought(Value, frozen=True, kw_only=True):
    """The works with an open PDF that fit best, as `POST /works` takes them, best first."""

    works: tuple[str, ...]


class Fetched(Value, frozen=True, kw_only=True):
    """The papers that works became; titles are left out, so that nothing of a deleted paper stays."""

    papers: tuple[PaperId, ...]
