"""What a reader is shown of a paper before the first question."""

from __future__ import annotations

from scholarai.domain.checking import CheckedQuote
from scholarai.domain.values import Value


class FirstQuestion(Value, frozen=True, kw_only=True):
    """A question that a paper can be asked first; `about` says in the paper's words what it leads to, "" where that is plain."""

    question: str
    about: str = ""


class Brief(Value, frozen=True, kw_only=True):
    """The sentences that best say what a paper is about, in its order and checked, and questions made from its parts."""

    sentences: tuple[CheckedQuote, ...]
    questions: tuple[FirstQuestion, ...]
