"""What work is expected to cost, in words, before it begins."""

from __future__ import annotations

from scholarai.services.reviews.estimating import ReviewEstimate
from scholarai.services.tables.estimating import TableEstimate


def expected_cost(found: ReviewEstimate | TableEstimate) -> str:
    """Return what work is expected to take, empty where nobody is paid."""
    if found.cost.free:
        return ""
    calls, minutes = found.estimate.calls, found.estimate.seconds / 60
    return f"Expected: {found.cost} for {calls} calls of {found.model}, {minutes:.0f} min."
