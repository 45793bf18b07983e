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
        works: In the order of the library, latest first.
        style: Name of the citation style of a bibliography (`exporting.styles.STYLES`).
        notes: The owner's highlights, notes and saved quotes, by paper, in the paper's order.
        quotes: What conversations quote from them, by paper, each place once.
    """

    works: tuple[Work, ...]
    style: str
    quotes: Mapping[PaperId, tuple[Citation, ...]]
    notes: Mapping[PaperId, tuple[Note, ...]]


class Talk(Value, frozen=True, kw_only=True):
    """The conversation of one export.

    Attributes:
        works: The papers that it is about or cites and that still exist, by id.
        style: As in `Collected`.
    """

    session: Session
    messages: tuple[Message, ...]
    works: Mapping[PaperId, Work]
    style: str
