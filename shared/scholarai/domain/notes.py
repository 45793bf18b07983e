"""Highlights, notes, saved answers and saved quotes, with the place in a paper that each is about.

Places are selectors of the W3C Web Annotation Data Model (https://www.w3.org/TR/annotation-model/#selectors).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal, NewType

from scholarai.domain.chat import Citation, PageBoxes, TextSection
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.values import Value

NoteId = NewType("NoteId", str)
NoteKind = Literal["highlight", "note", "answer", "quote"]
Colour = Literal["yellow", "green", "blue", "pink", "purple"]
AnchorState = Literal["found", "changed", "not_found"]

# Characters of context before and after a highlighted text that tell equal sentences apart.
CONTEXT_CHARACTERS = 64
# Ours: room for the other fields in a document of Firestore.
ANSWER_BYTES = 600_000
# https://www.rfc-editor.org/rfc/rfc8118#section-3, `page` and `viewrect`, which names the corner, the width and the height.
_PDF_FRAGMENTS = "http://tools.ietf.org/rfc/rfc3778"


class TextQuoteSelector(Value, frozen=True, kw_only=True):
    type: Literal["TextQuoteSelector"] = "TextQuoteSelector"
    exact: str
    prefix: str = ""
    suffix: str = ""


class TextPositionSelector(Value, frozen=True, kw_only=True):
    """Characters of the paper's text, as citations count them."""

    type: Literal["TextPositionSelector"] = "TextPositionSelector"
    start: int
    end: int


class FragmentSelector(Value, frozen=True, kw_only=True):
    """A rectangle of a page as a fragment of the PDF's address: `page=3&viewrect=x,y,width,height`, in points from the top left."""

    type: Literal["FragmentSelector"] = "FragmentSelector"
    value: str
    conforms_to: str = _PDF_FRAGMENTS


class Target(Value, frozen=True, kw_only=True):
    """The place that a note is about.

    `quote` is as it was marked and never changes; an empty one stands for a region of a page without text. `positions` and
    `pages` are where it stands in the extraction `generation`; `changed` means that the words there are not quite the same. With
    `not_found` there are no positions, and `pages` are the last that were known.
    """

    generation: int
    state: AnchorState
    quote: TextQuoteSelector
    positions: tuple[TextPositionSelector, ...] = ()
    pages: tuple[PageBoxes, ...] = ()

    def fragments(self) -> Iterator[FragmentSelector]:
        """Yield a rectangle of a page for each line."""
        return fragments_of(self.pages)


def fragments_of(pages: Sequence[PageBoxes]) -> Iterator[FragmentSelector]:
    """Yield a rectangle of a page for each box."""
    for page in pages:
        for box in page.boxes:
            sides = (box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0)
            rectangle = ",".join(f"{side:.2f}".rstrip("0").rstrip(".") for side in sides)
            yield FragmentSelector(value=f"page={page.page_number}&viewrect={rectangle}")


class Note(Value, frozen=True, kw_only=True):
    """One thing that an owner keeps.

    `version` grows with every change of its owner's. `paper_ids` is empty for what is about no paper. `question` and `sections`
    are those of a saved answer, `citation` that of a saved quote, as they stood when they were saved. `request_digest` is that of the
    call with an `Idempotency-Key` that made it.
    """

    id: NoteId
    owner: OwnerId
    kind: NoteKind
    paper_ids: tuple[PaperId, ...]
    created_at: datetime
    updated_at: datetime
    version: int = 1
    text: str = ""
    colour: Colour = "yellow"
    target: Target | None = None
    question: str = ""
    sections: tuple[TextSection, ...] = ()
    citation: Citation | None = None
    session_id: SessionId | None = None
    request_digest: str | None = None


def searched_text(note: Note) -> str:
    """Return the text of a note that is searched: the owner's words, the marked words and the saved text."""
    marked = note.target.quote.exact if note.target else ""
    quoted = note.citation.text or note.citation.quote if note.citation else ""
    return "\n".join(filter(None, (note.text, marked, note.question, quoted, *_texts_of(note.sections))))


def _texts_of(sections: Sequence[TextSection]) -> Iterator[str]:
    for section in sections:
        yield section.text
