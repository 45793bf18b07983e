"""Evidence from several papers as one list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.domain.chat import Evidence
from scholarai.retrieval.search import Found


def merge(found: Sequence[Found], *, k: int) -> tuple[Evidence, ...]:
    """Return at most `k` passages of several papers, numbered from 1, papers with the strongest evidence first.

    Papers take turns: each gives its best passage before any gives its second, so none drowns the others; papers
    whose evidence is weak give none as long as one is strong.
    """
    strong = [item for item in found if not item.weak] or list(found)
    strong.sort(key=lambda item: -item.strength.value)
    turns = max((len(item.evidence) for item in strong), default=0)
    taken = [item.evidence[turn] for turn in range(turns) for item in strong if turn < len(item.evidence)]
    return tuple(replace(item, number=number) for number, item in enumerate(taken[:k], start=1))
