"""Splits a paper's content into chunks that break no equation, citation or section; without I/O."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scholarai.splitting.chunks import split
    from scholarai.splitting.windows import cut_windows

__all__ = ["cut_windows", "split"]


def __getattr__(name: str) -> object:
    """Import on first use: a question wants to know where sentences end, not how papers are split."""
    if name == "split":
        from scholarai.splitting.chunks import split

        return split
    if name == "cut_windows":
        from scholarai.splitting.windows import cut_windows

        return cut_windows
    raise AttributeError(name)
