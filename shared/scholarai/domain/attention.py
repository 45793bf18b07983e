"""How things are shown of which this version of the program does not understand all that is stored."""

from __future__ import annotations

NEEDS_ATTENTION = "needs_attention"
"""The code of their failure."""
ODD_TITLE = "Needs attention: stored by another version of the program"
"""The title of such a conversation, which has no failure of its own."""
