"""What a reader is shown of a paper before the first question."""

from __future__ import annotations

from scholarai.domain.checking import CheckedQuote
from scholarai.domain.values import Value


class FirstQuestion(Value, frozen=True, kw_only=True):
    """A suggested first question about a paper; `about` quotes what it leads to, or is empty if the question says so itself."""

    question: str
    about: str = ""


class Brief(Value, frozen=True, kw_only=True):
    """The sentences that best say what a paper is about, in its order and checked, and questions made from its parts."""

    sentences: tuple[CheckedQuote, ...]
    questions: tuple[FirstQuestion, ...]
