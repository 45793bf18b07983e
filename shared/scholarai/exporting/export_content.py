"""What an export contains: papers as works with the quotes from them, and a conversation with the works that it cites."""

from __future__ import annotations

from collections.abc import Mapping

from scholarai.domain.chat import Citation, Message, Session
from scholarai.domain.ids import PaperId
from scholarai.domain.notes import Note
from scholarai.domain.values import Value
from scholarai.domain.works import Work


class Collected(Value, frozen=True, kw_only=True):
    """The papers of one export.

    Attributes:
        works: In the order of the library, latest first, or of the report.
        style: Name of the citation style of a bibliography (`exporting.styles.STYLES`).
        notes: The owner's highlights, notes and saved quotes, by paper, in the paper's order.
        quotes: What conversations, or the report whose papers they are, quote from them, by paper, each place once.
        supplements: What is said of notes in supplements beside their page, by the supplement's id.
    """

    works: tuple[Work, ...]
    style: str
    quotes: Mapping[PaperId, tuple[Citation, ...]]
    notes: Mapping[PaperId, tuple[Note, ...]]
    supplements: Mapping[PaperId, str] = {}


class Talk(Value, frozen=True, kw_only=True):
    """The conversation of one export.

    Attributes:
        works: The papers that it is about or cites and that still exist, by id; of a supplement, its paper.
        style: As in `Collected`.
        supplements: What is said of a supplement beside the name of its paper, by id.
    """

    session: Session
    messages: tuple[Message, ...]
    works: Mapping[PaperId, Work]
    style: str
    supplements: Mapping[PaperId, str] = {}
