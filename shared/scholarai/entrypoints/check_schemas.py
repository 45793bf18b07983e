"""What a check of quotes answers, over HTTP and as lines of the command line."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from scholarai.domain.checking import CheckedQuote, QuoteFault, QuoteId, QuotePlace
from scholarai.domain.content import Box
from scholarai.domain.verdicts import Verdict
from scholarai.entrypoints.chat_schemas import ChangeV1, MissingWordsV1
from scholarai.entrypoints.selectors import SelectorV1, selectors_of


class QuotePlaceV1(Struct, frozen=True, kw_only=True):
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

    @classmethod
    def of(cls, place: QuotePlace) -> QuotePlaceV1:
        page = place.page
        return cls(
            start=place.start,
            end=place.end,
            page_number=None if page is None else page.page_number,
            width_pt=None if page is None else page.width_pt,
            height_pt=None if page is None else page.height_pt,
            boxes=() if page is None else page.boxes,
        )


class CheckedQuoteV1(Struct, frozen=True, kw_only=True):
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
    def of(cls, checked: CheckedQuote) -> CheckedQuoteV1:
        return cls(
            quote_id=checked.quote_id,
            verdict=checked.verdict,
            text=checked.text,
            changes=tuple(map(ChangeV1.of, checked.changes)),
            similarity=checked.similarity,
            places=tuple(map(QuotePlaceV1.of, checked.places)),
            proves=checked.proves,
            gap=checked.gap,
            sentence=checked.sentence,
            missing=tuple(map(MissingWordsV1.of, checked.missing)),
            selectors=tuple(_selectors(checked)),
            error=checked.error,
        )


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
