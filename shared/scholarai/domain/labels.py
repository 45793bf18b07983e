"""What a place in a paper is called."""

from __future__ import annotations

from collections.abc import Sequence


def place_label(section_path: Sequence[str], page_numbers: Sequence[int]) -> str:
    """Return a place as a reader would name it: "p. 3, 2.1 Data", "pp. 3–4", "Method", or "paper"."""
    pages = sorted(set(page_numbers))
    parts = []
    if len(pages) == 1:
        parts.append(f"p. {pages[0]}")
    elif pages:
        parts.append(f"pp. {pages[0]}–{pages[-1]}")
    if section_path:
        parts.append(section_path[-1])
    return ", ".join(parts) or "paper"
