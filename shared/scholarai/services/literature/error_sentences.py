"""Puts an error into a sentence for users: what failed, and what to do about it."""

from __future__ import annotations

from scholarai.domain.errors import ScholarError


def sentence_of(error: ScholarError) -> str:
    """Return an error's sentence and what can be done about it."""
    first = error.detail.partition(" ")[0]
    detail = f"{first.capitalize() if first.islower() else first}{error.detail[len(first) :].rstrip('.')}"  # "arXiv"
    return f"{detail}. {error.action}".strip()
