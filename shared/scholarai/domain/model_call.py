"""A stored call of a review's model."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import field

from scholarai.domain.review import Spent
from scholarai.domain.values import Value


class ModelCall(Value, frozen=True, kw_only=True):
    """One call of a model, kept so that nothing is paid twice: its purpose, usage and result.

    `error` is the code of a call that gave nothing to use; asking the same again would not help.
    """

    kind: str
    name: str
    model: str
    asked_at: datetime
    seconds: float
    spent: Spent = Spent()
    data: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
