"""Where a quote stands in its paper, how true it is, and the paper's own words there."""

from __future__ import annotations

from msgspec.structs import replace

from scholarai.citations.words import GroundingText, Span
from scholarai.domain.chat import Change, MissingWords
from scholarai.domain.values import Value
from scholarai.domain.verdicts import Verdict

# Joins the parts of a citation's text that stand in several places.
PARTS_JOINT = " … "


class Grounding(Value, frozen=True, kw_only=True):
    """Where a quote stands: ranges of the paper's text in order, none when it was not found.

    `changes` are the differences; their text ranges count in the paper's text.
    """

    verdict: Verdict
    similarity: float
    ranges: tuple[Span, ...] = ()
    changes: tuple[Change, ...] = ()
    missing: tuple[MissingWords, ...] = ()


NOT_FOUND = Grounding(verdict="not_found", similarity=0.0)


class PapersWords(Value, frozen=True, kw_only=True):
    """The paper's own words at the places of a quote, as `Citation` shows them; `changes` count in `text`."""

    text: str
    changes: tuple[Change, ...]


def in_the_papers_words(grounding: Grounding, source: GroundingText) -> PapersWords:
    """Return the paper's words at the places of a quote, joined by an ellipsis, and the changes as ranges of them."""
    starts: list[int] = []
    text = ""
    for start, end in grounding.ranges:
        text += PARTS_JOINT if text else ""
        starts.append(len(text))
        text += source.text[start:end]

    def moved(place: int) -> int:
        for (start, end), at in zip(grounding.ranges, starts, strict=True):
            if place <= end:
                return at + max(place - start, 0)
        return len(text)

    changes = tuple(
        replace(change, text_start=moved(change.text_start), text_end=moved(change.text_end))
        for change in grounding.changes
    )
    return PapersWords(text=text, changes=changes)
