"""From a paper's content to chunks that break no equation, citation or section; pure."""

from scholarai.splitting.chunks import split
from scholarai.splitting.windows import cut_windows

__all__ = ["VERSION", "cut_windows", "split"]

VERSION = "1"
"""Grows whenever the same content may give other chunks; part of what resuming depends on."""
