"""Splits a paper's content into chunks that break no equation, citation or section; without I/O."""

from scholarai.splitting.chunks import split
from scholarai.splitting.windows import cut_windows

__all__ = ["cut_windows", "split"]
