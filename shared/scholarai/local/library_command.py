"""`scholarai library`: lists and searches the command line's papers, marks them, and keeps collections and notes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scholarai.api.library import Library
from scholarai.domain.collections import Collection, in_order
from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.listing import LibraryQuery, Listing, Sort
from scholarai.domain.marks import MarkChange, ReadState
from scholarai.domain.notes import Note
from scholarai.domain.paper import Paper, plain
from scholarai.entrypoints.own_schemas import LibraryList, NoteView
from scholarai.entrypoints.schemas import PaperView
from scholarai.local.papers_command import named
from scholarai.local.terminal import DONE, show
from scholarai.services.own.anchoring import Marked
from scholarai.services.own.notes import NewNote

# Separates the names of nested collections in a path.
INSIDE = "/"


def collection_at(library: Library, path: str) -> Collection:
    """Return the collection at a path; case and accents do not count.

    Raises:
        NotFoundError: If there is none.
    """
    items = library.own.collections().items
    found: Collection | None = None
    for name in path.split(INSIDE):
        outer = found.id if found else None
        found = next((item for item in items if item.parent_id == outer and plain(item.name) == plain(name)), None)
        if found is None:
            break
    if found is None:
        raise NotFoundError(
            "collection_unknown", f"there is no collection {path!r}", action="See `scholarai library collections`."
        )
    return found


def list_papers(
    *, data: Path | None, as_json: bool, collection: str | None, sort: Sort | None, ascending: bool, **filters: Any
) -> int:
    """Print the papers and notes that pass the filters, which are fields of `LibraryQuery`, and say how many there are."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in filters.items()
    }
    text: str = values.pop("text") or ""
    query = LibraryQuery(text=text, sort=sort or ("relevance" if text else "added"), descending=not ascending, **values)
    with Library(data) as library:
        inside = None if collection is None else collection_at(library, collection).id
        listing = library.own.papers(query, collection=inside)
    lines = [*map(_line, listing.papers), *map(_note_line, listing.notes)]
    if lines or as_json:
        show(LibraryList.of_listing(listing), "\n".join(lines), as_json=as_json)
    sys.stderr.write(_summary(listing))
    return DONE


def mark(  # noqa: PLR0913  - the options of the command
    *,
    data: Path | None,
    as_json: bool,
    ids: Sequence[str],
    tag: Sequence[str],
    untag: Sequence[str],
    favourite: bool | None,
    state: ReadState | None,
    into: Sequence[str],
    out_of: Sequence[str],
) -> int:
    """Change the marks and collections of papers, and print each."""
    with Library(data) as library:
        change = MarkChange(
            add_tags=tuple(tag),
            remove_tags=tuple(untag),
            favourite=favourite,
            read_state=state,
            add_to=tuple(collection_at(library, name).id for name in into),
            remove_from=tuple(collection_at(library, name).id for name in out_of),
        )
        for paper in library.own.mark([named(library, wanted) for wanted in ids], change):
            show(PaperView.of(paper), _line(paper), as_json=as_json)
    return DONE


def list_collections(*, data: Path | None, as_json: bool, make: str | None, delete: str | None) -> int:
    """Make or delete a collection if one is named, and print all."""
    with Library(data) as library:
        if make is not None:
            parent, _, name = make.rpartition(INSIDE)
            library.own.make_collection(name, collection_at(library, parent).id if parent else None)
        if delete is not None:
            library.own.delete_collection(collection_at(library, delete).id)
        for collection, depth in in_order(library.own.collections()):
            show(collection, f"{'  ' * depth}{collection.name}", as_json=as_json)
    return DONE


def note(*, data: Path | None, as_json: bool, wanted: str, text: str, quote: str | None) -> int:
    """Write a note about a paper, or highlight a quote of it, and print the note."""
    marked = None if quote is None else Marked(exact=quote)
    new = NewNote(kind="note" if marked is None else "highlight", text=text, marked=marked)
    with Library(data) as library:
        added = library.own.add_note(named(library, wanted), new)
    show(NoteView.of(added), _note_line(added), as_json=as_json)
    return DONE


def list_notes(*, data: Path | None, as_json: bool, wanted: str | None, delete: str | None) -> int:
    """Print the notes of a paper or of all, or delete a note and print it."""
    with Library(data) as library:
        if delete is not None:
            deleted = _named_note(library, delete)
            library.own.delete_note(deleted.id)
            show(NoteView.of(deleted), f"deleted\t{_note_line(deleted)}", as_json=as_json)
            return DONE
        for item in library.own.notes(None if wanted is None else named(library, wanted)):
            show(NoteView.of(item), _note_line(item), as_json=as_json)
    return DONE


def _named_note(library: Library, wanted: str) -> Note:
    """Return the only note whose id begins with `wanted`.

    Raises:
        NotFoundError: If there is none.
        InvalidRequestError: If there are several.
    """
    found = [note for note in library.own.notes() if wanted and note.id.startswith(wanted)]
    if len(found) > 1:
        raise InvalidRequestError("note_ambiguous", f"{len(found)} notes have an id that begins so")
    if not found:
        raise NotFoundError("note_unknown", "there is no such note", action="See `scholarai library notes`.")
    return found[0]


def _line(paper: Paper) -> str:
    about, marks = paper.metadata, paper.marks
    signs = f"{'*' if marks.favourite else ' '} {marks.read_state:<7}"
    tags = " ".join(f"#{tag}" for tag in marks.tags)
    return "\t".join((paper.id, signs, str(about.year or "-"), about.title or paper.filename, tags))


def _note_line(note: Note) -> str:
    target = note.target
    place = ""
    if target is not None:
        page = f"p. {target.pages[0].page_number} " if target.pages else ""
        place = f"{page}{'' if target.state == 'found' else f'({target.state}) '}“{target.quote.exact}” "
    said = note.text or note.question or (note.citation.text if note.citation else "")
    return "\t".join((note.id, note.kind, " ".join(f"{place}{said}".split())))


def _summary(found: Listing) -> str:
    unjudged = "".join(f"; {count} say no {kind}" for kind, count in found.unjudged.items() if count)
    return f"{len(found.papers)} of {found.total} papers{unjudged}\n"
