"""What is shown for stored documents that are damaged, or that this version of the program cannot read completely."""

from __future__ import annotations

from scholarai.domain.errors import ConflictError
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import Failure, Paper

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


def damaged(paper_id: PaperId) -> Failure:
    """Return the failure of a paper whose document does not fit its sum; nothing in it is used."""
    return Failure(
        code="paper_damaged",
        message=f"What is stored about the paper {paper_id} is not what was written.",
        action="Restore a backup, or delete the paper and add it again.",
        retryable=False,
    )


def is_damaged(paper: Paper | None) -> bool:
    """Tell whether a paper's document does not match its checksum."""
    return paper is not None and paper.failure == damaged(paper.id)


def damage_of(paper_id: PaperId, title: str | None) -> ConflictError:
    """Return the error for what was read from a paper and does not fit its sum."""
    name = paper_id if title in {None, paper_id} else f"{paper_id} (“{title}”)"
    return ConflictError(
        "paper_damaged",
        f"what is stored of the paper {name} is not what was written",
        action="Extract it again, restore a backup, or delete it and add it again; "
        "`scholarai verify` names all that is damaged.",
    )
