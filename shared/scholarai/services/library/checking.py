"""Checks quotes from any source against a paper, as the quotes of answers are checked; no model is called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from scholarai.citations import ground_quote, in_the_papers_words
from scholarai.citations.borders import sentences_around
from scholarai.citations.grounding import proves
from scholarai.domain.checking import CheckedQuote, QuotePlace, QuoteToCheck, fault_of
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import QUOTES_PER_CALL
from scholarai.domain.notes import CONTEXT_CHARACTERS, TextQuoteSelector
from scholarai.domain.values import Value
from scholarai.ports.stores import PaperStore
from scholarai.services.library.open_papers import OpenPaper, OpenPapers
from scholarai.services.papers.owned_papers import require_owned


class CheckQuotes(Value, frozen=True, kw_only=True):
    papers: PaperStore
    open_papers: OpenPapers

    def check(self, owner: OwnerId, paper_id: PaperId, quotes: Sequence[QuoteToCheck]) -> tuple[CheckedQuote, ...]:
        """Return what the paper says to each quote, in their order.

        At most `QUOTES_PER_CALL`. One that is empty or too long (`quote_empty`, `quote_too_long`) has an error of its
        own, and the others are checked all the same.

        Raises:
            InvalidRequestError: With code `too_many_quotes`.
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
            NotReadyError: If it is not extracted yet.
            ConflictError: If it failed.
        """
        if len(quotes) > QUOTES_PER_CALL:
            raise InvalidRequestError(
                "too_many_quotes",
                f"a call may have {QUOTES_PER_CALL} quotes at most, got {len(quotes)}",
                action="Send the quotes in several calls.",
            )
        opened = self.open_papers.open(require_owned(self.papers.get(paper_id), owner))
        return tuple(check_quote(quote, opened) for quote in quotes)


def check_quote(quote: QuoteToCheck, paper: OpenPaper) -> CheckedQuote:
    """Return what an opened paper says to a quote; one that is empty or too long has an error."""
    fault = fault_of(quote.quote)
    if fault is not None:
        return CheckedQuote(quote_id=quote.quote_id, proves=False, error=fault)
    grounded = ground_quote(quote.quote, paper.grounding)
    printed = in_the_papers_words(grounded, paper.grounding)
    return CheckedQuote(
        quote_id=quote.quote_id,
        verdict=grounded.verdict,
        text=printed.text,
        changes=printed.changes,
        similarity=grounded.similarity,
        places=tuple(place for start, end in grounded.ranges for place in _places(start, end, paper)),
        proves=proves(quote.quote, in_table=paper.locator.in_table(grounded.ranges)),
        gap=paper.locator.has_gap(grounded.ranges),
        sentence=paper.grounding.text[slice(*sentences_around(grounded.ranges, paper.grounding))]
        if grounded.ranges
        else "",
        missing=grounded.missing,
        selectors=tuple(_selector(start, end, paper.grounding.text) for start, end in grounded.ranges),
    )


def _selector(start: int, end: int, text: str) -> TextQuoteSelector:
    before, behind = text[max(start - CONTEXT_CHARACTERS, 0) : start], text[end : end + CONTEXT_CHARACTERS]
    return TextQuoteSelector(exact=text[start:end], prefix=before, suffix=behind)


def _places(start: int, end: int, paper: OpenPaper) -> Iterator[QuotePlace]:
    """Split a range of the text at page breaks, and yield each part with the boxes of its lines."""
    for low, high in pairwise([start, *_page_borders(start, end, paper), end]):
        pages = paper.locator.locate([(low, high)])
        yield QuotePlace(start=low, end=high, page=pages[0] if pages else None)


def _page_borders(start: int, end: int, paper: OpenPaper) -> Iterator[int]:
    page_number: int | None = None
    for block in paper.index.blocks_between(start, end):
        for line in block.lines:
            low, high = block.start + line.start, block.start + line.end
            if low < end and high > start:
                if page_number not in {None, line.page_number}:
                    yield low
                page_number = line.page_number
