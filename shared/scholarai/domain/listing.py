"""The query of a library's list of papers, its facets, and its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from scholarai.domain.ids import PaperId
from scholarai.domain.marks import CollectionId, ReadState
from scholarai.domain.notes import Note
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value

FacetKind = Literal["year", "author", "venue", "tag", "state", "collection", "favourite"]
FACETS: tuple[FacetKind, ...] = get_args(FacetKind)
Sort = Literal["added", "updated", "title", "author", "year", "venue", "relevance"]
SORTS: tuple[Sort, ...] = get_args(Sort)
# Facets that may be unknown for a paper, so that a filter cannot judge it.
JUDGED: tuple[FacetKind, ...] = ("year", "author", "venue")
# The value of a facet for papers for which it is unknown.
UNKNOWN = ""

# The number of the n-th value of a facet is `KINDS * n + kind`, so that counting needs no names.
KINDS = 8

# Values of a facet that are counted, the most frequent ones; nobody reads a longer list. A guess.
FACET_VALUES = 50
# Notes in the result of a search; `GET /notes` lists all.
NOTES_FOUND = 20


class LibraryQuery(Value, frozen=True, kw_only=True):
    """Filters, all of which must pass, a sort and a page.

    `text` is searched in what is known of papers, in what was read of them, in notes and in saved answers; every word must be
    there, the last one may be the beginning of one. All `tags` must be there; of `authors`, `venues` and `collections` one.
    `collections` None: any. `relevance` sorts a search; without `text` it is `added`. A page begins after
    `offset` papers, or at a `cursor`, which stays right when papers are added or deleted between two pages.
    """

    text: str = ""
    tags: tuple[str, ...] = ()
    read_state: ReadState | None = None
    favourite: bool = False
    collections: frozenset[CollectionId] | None = None
    authors: tuple[str, ...] = ()
    venues: tuple[str, ...] = ()
    year_from: int | None = None
    year_to: int | None = None
    sort: Sort = "added"
    descending: bool = True
    limit: int = 20
    offset: int = 0
    cursor: str | None = None


class FacetCount(Value, frozen=True, kw_only=True):
    value: str
    count: int


Facets: TypeAlias = Mapping[FacetKind, tuple[FacetCount, ...]]


class Listing(Value, frozen=True, kw_only=True):
    """A page of papers, and what all that pass have in common.

    Attributes:
        papers: The page.
        total: How many papers pass.
        facets: Of the papers that pass, most frequent values first; years latest first. `UNKNOWN` counts those without.
        unjudged: How many papers pass all other filters, while this one cannot judge them.
        notes: Notes and answers that hold the text, best first.
        note_counts: Notes about each paper of the page.
        next_cursor: None on the last page.
        complete: False where this store does not know all papers yet, or looks at the latest notes alone.
    """

    papers: tuple[Paper, ...]
    total: int
    facets: Facets
    unjudged: Mapping[FacetKind, int]
    notes: tuple[Note, ...] = ()
    note_counts: Mapping[PaperId, int] = {}
    next_cursor: str | None = None
    complete: bool = True


def code_of(kind: FacetKind, n: int) -> int:
    """Return the number of the n-th value of a kind."""
    return KINDS * n + FACETS.index(kind)


def facet_values(paper: Paper) -> list[tuple[FacetKind, str]]:
    """Return the values of a paper's facets, each once; `UNKNOWN` for what it may say and does not."""
    about, marks = paper.metadata, paper.marks
    found: list[tuple[FacetKind, str]] = [
        ("year", UNKNOWN if about.year is None else str(about.year)),
        ("venue", about.venue or UNKNOWN),
        *(("author", author) for author in about.authors or (UNKNOWN,)),
        *(("tag", tag) for tag in marks.tags),
        ("state", marks.read_state),
        *(("collection", one) for one in marks.collection_ids),
    ]
    if marks.favourite:
        found.append(("favourite", "yes"))
    return list(dict.fromkeys(found))


def family_name(authors: Sequence[str]) -> str:
    """Return the first author's family name, by which a list is sorted: the last word, or the part before a comma."""
    first = authors[0] if authors else ""
    family, comma, _ = first.partition(",")
    return family if comma else first.rpartition(" ")[2]
