"""From a paper's content to chunks that break no equation, citation or section; pure."""

from scholarai.splitting.chunks import split
from scholarai.splitting.windows import cut_windows

__all__ = ["cut_windows", "split"]
