"""Calls about what one keeps of papers: marks, collections, notes; and the list of the library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias
from urllib.parse import quote as quoted

from scholarai.client.models import CollectionList as _CollectionList
from scholarai.client.models import CollectionView, LibraryList, MarkedPaper, MarkedPapers, NoteList, NoteView
from scholarai.client.transport import Transport

ReadState: TypeAlias = Literal["unread", "reading", "read"]
Colour: TypeAlias = Literal["yellow", "green", "blue", "pink", "purple"]


class OwnCalls:
    """The calls; every method raises ApiError like those of `Client`."""

    _transport: Transport

    def library(self, text: str | None = None, **filters: str | int | None) -> LibraryList:
        """Return a page of the library with counts.

        Args:
            text: Words to search for.
            filters: Parameters of `GET /library`: `tag`, `state`, `collection`, `author`, `venue`, `year_from`, `year_to`,
                `favourite` ("true"), `sort`, `order`, `limit`, `cursor`.
        """
        return LibraryList.model_validate_json(self._transport.call("GET", "/library", query={"q": text, **filters}))

    def mark(
        self,
        papers: Sequence[str],
        *,
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
        favourite: bool | None = None,
        read_state: ReadState | None = None,
        add_to: Sequence[str] = (),
        remove_from: Sequence[str] = (),
    ) -> tuple[MarkedPaper, ...]:
        """Change the marks of up to 200 papers and return these; what is not named stays."""
        body = {
            "paper_ids": list(papers),
            "add_tags": list(add_tags),
            "remove_tags": list(remove_tags),
            "favourite": favourite,
            "read_state": read_state,
            "add_to": list(add_to),
            "remove_from": list(remove_from),
        }
        return MarkedPapers.model_validate_json(self._transport.call("PATCH", "/library/papers", body)).papers

    def collections(self) -> tuple[CollectionView, ...]:
        """Return all collections, each before those nested in it."""
        return _CollectionList.model_validate_json(self._transport.call("GET", "/collections")).collections

    def make_collection(self, name: str, parent_id: str | None = None) -> str:
        """Make a collection and return its id."""
        answer = self._transport.call("POST", "/collections", {"name": name, "parent_id": parent_id})
        return str(_CollectionList.model_validate_json(answer).made)

    def change_collection(self, collection_id: str, **changes: Any) -> tuple[CollectionView, ...]:
        """Change `name`, `parent_id` or `position`, and return all collections."""
        answer = self._transport.call("PATCH", f"/collections/{quoted(collection_id, safe='')}", changes)
        return _CollectionList.model_validate_json(answer).collections

    def delete_collection(self, collection_id: str) -> None:
        """Delete a collection with those nested in it; the papers stay."""
        self._transport.call("DELETE", f"/collections/{quoted(collection_id, safe='')}")

    def notes(self, paper_id: str | None = None) -> Iterator[NoteView]:
        """Yield one's notes, latest first; those about a paper at their places in its newest extraction."""
        path = "/notes" if paper_id is None else f"/papers/{quoted(paper_id, safe='')}/notes"
        cursor: str | None = None
        while True:
            answer = self._transport.call("GET", path, query={"limit": 100, "cursor": cursor})
            page = NoteList.model_validate_json(answer)
            yield from page.notes
            cursor = page.next_cursor
            if cursor is None:
                return

    def add_note(
        self, paper_id: str, text: str = "", *, marked: Mapping[str, Any] | None = None, colour: Colour = "yellow"
    ) -> NoteView:
        """Write a note about a paper; with `marked` (`exact`, or `start` and `end`, or `regions`) it is a highlight."""
        kind = "note" if marked is None else "highlight"
        body = {"kind": kind, "text": text, "colour": colour, "marked": None if marked is None else dict(marked)}
        path = f"/papers/{quoted(paper_id, safe='')}/notes"
        return NoteView.model_validate_json(self._transport.call("POST", path, body))

    def save_answer(self, session_id: str, message_n: int, *, citation: int | None = None, text: str = "") -> NoteView:
        """Keep an answer, or one of its quotes."""
        body = {"session_id": session_id, "message_n": message_n, "citation": citation, "text": text}
        return NoteView.model_validate_json(self._transport.call("POST", "/notes", body))

    def change_note(self, note: NoteView, **changes: Any) -> NoteView:
        """Change `text`, `colour` or `marked` of a note as it was read; one that was changed since raises `note_changed`."""
        body = {"version": note.version, **changes}
        path = f"/notes/{quoted(note.note_id, safe='')}"
        return NoteView.model_validate_json(self._transport.call("PATCH", path, body))

    def delete_note(self, note_id: str) -> None:
        """Delete a note."""
        self._transport.call("DELETE", f"/notes/{quoted(note_id, safe='')}")
