"""The works from beyond the library that a review adds before it searches, and the papers that they became."""

from __future__ import annotations

from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value


class Sought(Value, frozen=True, kw_only=True):
    """The works with an open PDF that fit best, as `POST /works` takes them, best first."""

    works: tuple[str, ...]


class Fetched(Value, frozen=True, kw_only=True):
    """The papers that works became; titles are left out, so that nothing of a deleted paper stays."""

    papers: tuple[PaperId, ...]
