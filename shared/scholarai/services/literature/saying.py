"""What went wrong, as a sentence for the person who asked."""

from __future__ import annotations

from scholarai.domain.errors import ScholarError


def sentence_of(error: ScholarError) -> str:
    """Return an error's sentence and what can be done about it."""
    return f"{error.detail[:1].upper()}{error.detail[1:].rstrip('.')}. {error.action}".strip()
