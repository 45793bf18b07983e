"""What a check of quotes answers, over HTTP and as lines of the command line, and what a paper is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from msgspec import Struct

from scholarai.domain.brief import Brief, FirstQuestion
from scholarai.domain.checking import CheckedQuote, QuoteFault, QuoteId
from scholarai.domain.content import Box
from scholarai.domain.verdicts import Verdict
from scholarai.entrypoints.calls import View
from scholarai.entrypoints.chat_schemas import ChangeV1, MissingWordsV1
from scholarai.entrypoints.selectors import SelectorV1, selectors_of


class QuotePlaceV1(View, frozen=True, kw_only=True):
    """Characters `start` to `end` of the paper's text, on one page.

    A box per line, in points from the top left of the displayed page, whose size stands beside them. A paper without
    pages (LaTeX, Markdown) has nulls and no boxes.
    """

    start: int
    end: int
    page_number: int | None
    width_pt: float | None
    height_pt: float | None
    boxes: tuple[Box, ...]


class CheckedQuoteV1(View, frozen=True, kw_only=True):
    """What a paper says to a quote; `verdict`, `text`, `changes`, `similarity`, `proves`, `gap` and `missing` as in a citation.

    `places` are in the text's order, and `sentence` is the paper's whole sentences around them. `selectors` are those of
    the W3C Web Annotation Data Model, part by part: the words, their characters, and a rectangle of the page per printed line. A quote that could not be checked has an `error` and a null verdict.
    """

    quote_id: QuoteId
    verdict: Verdict | None
    text: str
    changes: tuple[ChangeV1, ...]
    similarity: float
    places: tuple[QuotePlaceV1, ...]
    proves: bool
    gap: bool
    sentence: str
    missing: tuple[MissingWordsV1, ...]
    selectors: tuple[SelectorV1, ...]
    error: QuoteFault | None

    @classmethod
    def of(cls, checked: CheckedQuote) -> Self:
        return cls.showing(checked, selectors=tuple(_selectors(checked)))


def _selectors(checked: CheckedQuote) -> Iterator[SelectorV1]:
    """Yield the selectors of each part of a quote; a part that runs over the end of a page has a place on each page."""
    places = iter(checked.places)
    for part in checked.selectors:
        run = [next(places)]
        while run[-1].end - run[0].start < len(part.exact):
            run.append(next(places))
        pages = [place.page for place in run if place.page is not None]
        yield from selectors_of(part.exact, part.prefix, part.suffix, run[0].start, run[-1].end, pages)


class CheckedQuotes(Struct, frozen=True, kw_only=True):
    """A result per quote, in their order."""

    results: tuple[CheckedQuoteV1, ...]


class BriefView(View, frozen=True, kw_only=True):
    """What a paper is about: the sentences that say it best, in its order and checked, and questions to ask it first."""

    sentences: tuple[CheckedQuoteV1, ...]
    questions: tuple[FirstQuestion, ...]

    @classmethod
    def of(cls, brief: Brief) -> Self:
        return cls.showing(brief, sentences=tuple(map(CheckedQuoteV1.of, brief.sentences)))
