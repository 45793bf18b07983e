"""Quotes from any source to check against a paper, the results, and a paper's brief."""

from __future__ import annotations

from typing import TypeAlias

from scholarai.domain.chat import Change, MissingWords, PageBoxes
from scholarai.domain.content import Box
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import QUOTE_CHARACTERS
from scholarai.domain.notes import TextQuoteSelector
from scholarai.domain.values import Value
from scholarai.domain.verdicts import Verdict

QuoteId: TypeAlias = str | int


class QuoteToCheck(Value, frozen=True, kw_only=True):
    """A quote to look for in a paper; its id is returned with the result and need not be unique."""

    quote_id: QuoteId
    quote: str


class QuotePlace(Value, frozen=True, kw_only=True):
    """A run of the paper's text on one page; no page where the paper has none (LaTeX, Markdown)."""

    start: int
    end: int
    page: PageBoxes | None = None

    @property
    def page_number(self) -> int | None:
        return None if self.page is None else self.page.page_number

    @property
    def width_pt(self) -> float | None:
        return None if self.page is None else self.page.width_pt

    @property
    def height_pt(self) -> float | None:
        return None if self.page is None else self.page.height_pt

    @property
    def boxes(self) -> tuple[Box, ...]:
        return () if self.page is None else self.page.boxes


class QuoteFault(Value, frozen=True, kw_only=True):
    """Why a quote could not be checked: a stable code and a sentence."""

    code: str
    detail: str


class CheckedQuote(Value, frozen=True, kw_only=True):
    """The result of checking a quote; the fields are those of `Citation`. Without a verdict there is an `error`.

    `places` are in the text's order: one for each part of a quote that was put together or shortened, cut where a page
    ends. `sentence` is the paper's whole sentences around them; here, every quote that was found has one. `selectors` have
    the paper's words at each part, with what stands around them.

    `quote`, `paper_id` and `title` are set where one quote is checked in Python: the quote, and the paper that it was held against, of
    several the one with the best verdict.
    """

    quote_id: QuoteId
    verdict: Verdict | None = None
    text: str = ""
    changes: tuple[Change, ...] = ()
    similarity: float = 0.0
    places: tuple[QuotePlace, ...] = ()
    proves: bool = True
    gap: bool = False
    sentence: str = ""
    missing: tuple[MissingWords, ...] = ()
    selectors: tuple[TextQuoteSelector, ...] = ()
    error: QuoteFault | None = None
    quote: str = ""
    paper_id: PaperId | None = None
    title: str = ""


def fault_of(quote: str) -> QuoteFault | None:
    """Return why a quote cannot be checked against any paper, None where it can."""
    if len(quote) > QUOTE_CHARACTERS:
        detail = f"a quote may have {QUOTE_CHARACTERS} characters at most, got {len(quote)}"
        return QuoteFault(code="quote_too_long", detail=detail)
    if not any(map(str.isalnum, quote)):
        return QuoteFault(code="quote_empty", detail="the quote holds no letter and no digit")
    return None


class FirstQuestion(Value, frozen=True, kw_only=True):
    """A suggested first question about a paper; `about` quotes what it leads to, or is empty if the question says so itself."""

    question: str
    about: str = ""


class Brief(Value, frozen=True, kw_only=True):
    """The sentences that best say what a paper is about, in its order and checked, and questions made from its parts."""

    sentences: tuple[CheckedQuote, ...]
    questions: tuple[FirstQuestion, ...]
