"""`scholarai library`: lists and searches the command line's papers, marks them, and keeps collections and notes."""

from __future__ import annotations

import argparse
import sys

from scholarai.api.library import Library
from scholarai.domain.collections import Collection, in_order
from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.listing import LibraryQuery, Listing
from scholarai.domain.marks import MarkChange
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


def run(options: argparse.Namespace) -> int:
    """Do what the parsed `action` says, and return the exit code."""
    with Library(options.data) as library:
        _ACTIONS[options.action](library, options)
    return DONE


def collection_at(library: Library, path: str) -> Collection:
    """Return the collection at a path; case and accents do not count.

    Raises:
        NotFoundError: If there is none.
    """
    items = library.own.collections().items
    found: Collection | None = None
    for name in path.split(INSIDE):
        outer = found.id if found else None
        found = next((one for one in items if one.parent_id == outer and plain(one.name) == plain(name)), None)
        if found is None:
            break
    if found is None:
        raise NotFoundError(
            "collection_unknown", f"there is no collection {path!r}", action="See `scholarai library collections`."
        )
    return found


def _list(library: Library, options: argparse.Namespace) -> None:
    collection = None if options.collection is None else collection_at(library, options.collection).id
    query = LibraryQuery(
        text=options.text or "",
        tags=tuple(options.tag),
        read_state=options.state,
        favourite=options.favourite,
        authors=tuple(options.author),
        venues=tuple(options.venue),
        year_from=options.year_from,
        year_to=options.year_to,
        sort=options.sort or ("relevance" if options.text else "added"),
        descending=not options.ascending,
        limit=options.limit,
    )
    found = library.own.papers(query, collection=collection)
    lines = [*map(_line, found.papers), *map(_note_line, found.notes)]
    if lines or options.json:
        show(LibraryList.of_listing(found), "\n".join(lines), as_json=options.json)
    sys.stderr.write(_summary(found))


def _mark(library: Library, options: argparse.Namespace) -> None:
    change = MarkChange(
        add_tags=tuple(options.tag),
        remove_tags=tuple(options.untag),
        favourite=options.favourite,
        read_state=options.state,
        add_to=tuple(collection_at(library, name).id for name in options.into),
        remove_from=tuple(collection_at(library, name).id for name in options.out_of),
    )
    for paper in library.own.mark([named(library, wanted) for wanted in options.ids], change):
        show(PaperView.of(paper), _line(paper), as_json=options.json)


def _collections(library: Library, options: argparse.Namespace) -> None:
    if options.make is not None:
        parent, _, name = options.make.rpartition(INSIDE)
        library.own.make_collection(name, collection_at(library, parent).id if parent else None)
    if options.delete is not None:
        library.own.delete_collection(collection_at(library, options.delete).id)
    for one, depth in in_order(library.own.collections()):
        show(one, f"{'  ' * depth}{one.name}", as_json=options.json)


def _note(library: Library, options: argparse.Namespace) -> None:
    marked = None if options.quote is None else Marked(exact=options.quote)
    new = NewNote(kind="note" if marked is None else "highlight", text=options.text, marked=marked)
    note = library.own.add_note(named(library, options.id), new)
    show(NoteView.of(note), _note_line(note), as_json=options.json)


def _notes(library: Library, options: argparse.Namespace) -> None:
    if options.delete is not None:
        deleted = _named_note(library, options.delete)
        library.own.delete_note(deleted.id)
        show(NoteView.of(deleted), f"deleted\t{_note_line(deleted)}", as_json=options.json)
        return
    for note in library.own.notes(None if options.id is None else named(library, options.id)):
        show(NoteView.of(note), _note_line(note), as_json=options.json)


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


_ACTIONS = {"list": _list, "mark": _mark, "collections": _collections, "note": _note, "notes": _notes}
