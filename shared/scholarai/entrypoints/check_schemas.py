"""What checks of quotes and of whole texts answer, over HTTP and as lines of the command line, and what a paper is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, Self

from msgspec import Struct, ValidationError

from scholarai.domain.checked_text import (
    CheckedSentence,
    CheckedText,
    Difference,
    FoundSource,
    Outcome,
    QuoteInText,
    Reading,
    SourcePaper,
    TitledPaper,
)
from scholarai.domain.checking import Brief, CheckedQuote, FirstQuestion, QuoteFault, QuoteId
from scholarai.domain.content import Box
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import PaperId
from scholarai.domain.values import from_plain, to_plain
from scholarai.domain.verdicts import Verdict
from scholarai.entrypoints.calls import View
from scholarai.entrypoints.chat_requests import Id
from scholarai.entrypoints.chat_schemas import ChangeV1, MissingWordsV1, SelectorV1, selectors_of


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


class NearPassageV1(View, frozen=True, kw_only=True):
    """A passage near to a sentence; `start` and `end` count in the paper's text, those of `differs` in the checked text."""

    paper_id: PaperId
    title: str
    text: str
    start: int
    end: int
    section_path: tuple[str, ...]
    page_numbers: tuple[int, ...]
    places: tuple[QuotePlaceV1, ...]
    differs: tuple[Difference, ...]


class QuoteInTextV1(View, frozen=True, kw_only=True):
    """A quote at characters `start` to `end` of the text; of several papers, what the best one says to it.

    `quote` is what was looked for: `changes` of `checked` count in it.
    """

    start: int
    end: int
    quote: str
    checked: CheckedQuoteV1
    paper_id: PaperId | None
    title: str

    @classmethod
    def of(cls, quote: QuoteInText) -> Self:
        return cls.showing(quote, checked=CheckedQuoteV1.of(quote.checked))


class ClaimReadingV1(View, frozen=True, kw_only=True):
    """What a model says of a sentence that it read beside passages; `evidence` are the sentences that it named."""

    says: Reading
    reason: str
    evidence: tuple[NearPassageV1, ...]


class CheckedSentenceV1(View, frozen=True, kw_only=True):
    """A sentence at characters `start` to `end` of the text.

    `outcome`: `said`, the papers say it; `changed`, `cut`, `joined`, the words of a quote were changed, cut off from what turns
    them, or put together; `not_found`, a quote that no paper has; `closest`, no quote: `nearest` has the passages nearest to it and
    what differs from the first; `not_checkable`, it claims nothing.
    """

    start: int
    end: int
    text: str
    outcome: Outcome
    quotes: tuple[QuoteInTextV1, ...]
    nearest: tuple[NearPassageV1, ...]
    reading: ClaimReadingV1 | None

    @classmethod
    def of(cls, sentence: CheckedSentence) -> Self:
        return cls.showing(sentence, quotes=tuple(map(QuoteInTextV1.of, sentence.quotes)))


class CheckedTextV1(View, frozen=True, kw_only=True):
    """A text without its HTML and hidden characters, its sentences, and how many have each outcome."""

    text: str
    sentences: tuple[CheckedSentenceV1, ...]
    counts: Mapping[Outcome, int]
    papers: tuple[TitledPaper, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, checked: CheckedText) -> Self:
        return cls.showing(checked, sentences=tuple(map(CheckedSentenceV1.of, checked.sentences)))


class ExportCheck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A checked text as `POST /check` answered it, to be written as a document; with `pdf`, the paper in which it is marked."""

    checked: CheckedTextV1
    form: Literal["md", "html", "pdf"] = "md"
    paper_id: Id | None = None


class SourcePaperV1(View, frozen=True, kw_only=True):
    """A paper that has a sentence, with its verdict."""

    paper_id: PaperId
    title: str
    checked: CheckedQuoteV1

    @classmethod
    def of(cls, paper: SourcePaper) -> Self:
        return cls.showing(paper, checked=CheckedQuoteV1.of(paper.checked))


class FoundSourceV1(View, frozen=True, kw_only=True):
    """The papers that have a sentence, best first; where none says it, the passages nearest to it."""

    sentence: str
    papers: tuple[SourcePaperV1, ...]
    nearest: tuple[NearPassageV1, ...]

    @classmethod
    def of(cls, found: FoundSource) -> Self:
        return cls.showing(found, papers=tuple(map(SourcePaperV1.of, found.papers)))


class FoundSources(Struct, frozen=True, kw_only=True):
    """A result per sentence, in their order."""

    results: tuple[FoundSourceV1, ...]


def value_of(checked: CheckedTextV1) -> CheckedText:
    """Return the checked text that a payload shows.

    Raises:
        InvalidRequestError: If its fields do not belong together, as a page number without the page's size.
    """
    try:
        return from_plain(CheckedText, _as_value(to_plain(checked)))
    except ValidationError as error:
        raise InvalidRequestError("body_invalid", f"checked is no checked text: {error}") from None


def _as_value(plain: Any) -> Any:
    """Return JSON in which each place has its page as a value of its own, and each part of a quote its words as the only selector."""
    match plain:
        case list():
            return [_as_value(item) for item in plain]
        case {"boxes": boxes, "page_number": number, "width_pt": width, "height_pt": height, **rest}:
            page = {"page_number": number, "width_pt": width, "height_pt": height, "boxes": boxes}
            return rest | {"page": None if number is None else page}
        case {"selectors": list(selectors), **rest}:
            parts = [selector for selector in selectors if selector["type"] == "TextQuoteSelector"]
            return _as_value(rest) | {"selectors": parts}
        case dict():
            return {name: _as_value(value) for name, value in plain.items()}
        case _:
            return plain
