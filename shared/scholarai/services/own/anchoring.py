"""Finds the place of a note in the current extraction of a paper."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from scholarai.citations.anchoring import anchor
from scholarai.domain.chat import PageBoxes
from scholarai.domain.content import Box
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.limits import MARKED_CHARACTERS
from scholarai.domain.notes import CONTEXT_CHARACTERS, AnchorState, Target, TextPositionSelector, TextQuoteSelector
from scholarai.domain.plurals import counted
from scholarai.domain.values import Value
from scholarai.services.library.open_papers import OpenPaper


class Region(Value, frozen=True, kw_only=True):
    """Rectangles on a page, as somebody drew them."""

    page_number: int
    boxes: tuple[Box, ...]


class Marked(Value, frozen=True, kw_only=True):
    """What somebody marked: characters of the paper's text, a text with its context, or regions of pages."""

    exact: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int | None = None
    end: int | None = None
    regions: tuple[Region, ...] = ()


def place(marked: Marked, paper: OpenPaper) -> Target:
    """Return the place of what was marked; a text that the paper does not have is kept with the regions that were given.

    Raises:
        InvalidRequestError: If nothing was marked, too much, or a place that the paper has not.
    """
    if len(marked.exact) > MARKED_CHARACTERS:
        raise InvalidRequestError("mark_too_long", f"at most {MARKED_CHARACTERS} characters can be marked at once")
    drawn = _drawn(marked.regions, paper)
    given = TextQuoteSelector(exact=marked.exact, prefix=marked.prefix, suffix=marked.suffix)
    if marked.start is not None and marked.end is not None:
        ranges: Sequence[tuple[int, int]] = [_checked(marked.start, marked.end, marked.exact, paper)]
        state: AnchorState = "found"
    elif marked.exact.strip():
        anchored = anchor(given, paper.grounding)
        ranges, state = anchored.ranges, anchored.state
    elif drawn:
        return Target(generation=paper.generation, state="found", quote=given, pages=drawn)
    else:
        raise InvalidRequestError(
            "mark_empty", "a highlight needs a text, a range of characters, or a region of a page"
        )
    if not ranges:
        return Target(generation=paper.generation, state="not_found", quote=given, pages=drawn)
    text = paper.index.text
    exact = text[slice(*ranges[0])] if len(ranges) == 1 else marked.exact
    quote = TextQuoteSelector(
        exact=exact,
        prefix=text[max(ranges[0][0] - CONTEXT_CHARACTERS, 0) : ranges[0][0]],
        suffix=text[ranges[-1][1] : ranges[-1][1] + CONTEXT_CHARACTERS],
    )
    return _at(Target(generation=paper.generation, state=state, quote=quote, pages=drawn), ranges, paper)


def placed_again(target: Target, paper: OpenPaper) -> Target:
    """Return a place in a newer extraction; one that is not there keeps its text and the pages that were known."""
    if not target.quote.exact.strip():
        return replace(target, generation=paper.generation)
    near = target.positions[0].start if target.positions else None
    anchored = anchor(target.quote, paper.grounding, near)
    again = replace(target, generation=paper.generation, state=anchored.state, positions=())
    return _at(again, anchored.ranges, paper) if anchored.ranges else again


def _at(target: Target, ranges: Sequence[tuple[int, int]], paper: OpenPaper) -> Target:
    positions = tuple(TextPositionSelector(start=start, end=end) for start, end in ranges)
    return replace(target, positions=positions, pages=paper.locator.locate(ranges) or target.pages)


def _checked(start: int, end: int, exact: str, paper: OpenPaper) -> tuple[int, int]:
    text = paper.index.text
    if not 0 <= start < end <= len(text) or end - start > MARKED_CHARACTERS:
        raise InvalidRequestError(
            "mark_invalid", f"the range must lie in the {counted(len(text), 'character')} of the paper's text"
        )
    if exact and text[start:end] != exact:
        raise InvalidRequestError(
            "mark_invalid",
            "another text stands at these characters",
            action="Load the paper again, or send the text alone.",
        )
    return start, end


def _drawn(regions: Sequence[Region], paper: OpenPaper) -> tuple[PageBoxes, ...]:
    pages = paper.locator.pages
    unknown = [region.page_number for region in regions if region.page_number not in pages]
    if unknown:
        raise InvalidRequestError("mark_invalid", f"the paper has no page {unknown[0]}")
    return tuple(
        PageBoxes(
            page_number=region.page_number,
            width_pt=pages[region.page_number].width_pt,
            height_pt=pages[region.page_number].height_pt,
            boxes=region.boxes,
        )
        for region in regions
    )
