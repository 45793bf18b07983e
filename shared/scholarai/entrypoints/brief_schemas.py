"""What the operation answers that tells what a paper is about."""

from __future__ import annotations

from msgspec import Struct

from scholarai.domain.brief import Brief, FirstQuestion
from scholarai.entrypoints.calls import View
from scholarai.entrypoints.check_schemas import CheckedQuoteV1


class FirstQuestionView(FirstQuestion, View, frozen=True, kw_only=True):
    """A question that the paper can be asked first; `about` says in the paper's words what it leads to, "" where that is plain."""


class BriefView(Struct, frozen=True, kw_only=True):
    """What a paper is about: the sentences that say it best, in its order and checked, and questions to ask it first."""

    sentences: tuple[CheckedQuoteV1, ...]
    questions: tuple[FirstQuestionView, ...]

    @classmethod
    def of(cls, brief: Brief) -> BriefView:
        return cls(
            sentences=tuple(map(CheckedQuoteV1.of, brief.sentences)),
            questions=tuple(map(FirstQuestionView.of, brief.questions)),
        )
