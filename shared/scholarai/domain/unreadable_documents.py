"""What is shown for stored documents that this version of the program cannot read completely."""

from __future__ import annotations

from scholarai.domain.paper import Failure

NEEDS_ATTENTION = "needs_attention"
"""The code of their failure."""
ODD_TITLE = "Needs attention: stored by another version of the program"
"""The title of such a conversation, which has no failure of its own."""
ODD_PAPER = Failure(
    code=NEEDS_ATTENTION,
    message="This version of the program does not understand all that is stored about this paper.",
    action="Read it again, or use the version of the program that stored it.",
    retryable=True,
)
ODD_REVIEW = Failure(
    code=NEEDS_ATTENTION,
    message="This version of the program does not understand all that is stored about this review.",
    action="Delete it, or use the version of the program that stored it.",
    retryable=False,
)
