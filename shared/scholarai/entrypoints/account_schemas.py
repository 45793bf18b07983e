"""What is kept of a user, as the API hands it over."""

from __future__ import annotations

from msgspec import Struct

from scholarai.entrypoints.chat_schemas import SessionMessages
from scholarai.entrypoints.review_schemas import ReviewView
from scholarai.entrypoints.schemas import PaperView


class AccountExport(Struct, frozen=True, kw_only=True):
    """A page of everything that is kept of a user; `next_cursor` asks for the next page and is null on the last one.

    What was read from a paper is at `/papers/{id}/content`, its file at `/papers/{id}/file`.
    """

    papers: tuple[PaperView, ...] = ()
    conversations: tuple[SessionMessages, ...] = ()
    reviews: tuple[ReviewView, ...] = ()
    next_cursor: str | None
