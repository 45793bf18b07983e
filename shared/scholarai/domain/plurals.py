"""Writes a count with its noun in the singular or the plural."""

from __future__ import annotations


def counted(count: int, one: str, several: str = "") -> str:
    """Return "1 line" or "1,200 lines"; `several` is the plural of a word that does not just take an "s"."""
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"
