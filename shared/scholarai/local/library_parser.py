"""The arguments of `scholarai library`."""

from __future__ import annotations

import argparse

from scholarai.domain.listing import SORTS
from scholarai.domain.marks import READ_STATES
from scholarai.local.arguments import add_data, results, subparser, year

_ID = "an id of `papers list`, or the beginning of one"
_PATH = "a collection, with / before those nested in it"


def add_library(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION", dest="action")
    _add_list(actions)
    _add_mark(actions)
    collections = subparser(
        actions,
        "collections",
        "list, make and delete collections; papers stay when theirs is deleted",
        ('scholarai library collections --make "Thesis/Chapter 2"', "scholarai library collections --delete Thesis"),
    )
    collections.add_argument("--make", metavar="PATH", help=_PATH)
    collections.add_argument("--delete", metavar="PATH", help="also deletes those nested in it")
    note = subparser(
        actions,
        "note",
        "write a note about a paper, or highlight a quote of it",
        ('scholarai library note f8b7f002 "Compare with Lee" --quote "Twenty-three people are enough"',),
    )
    note.add_argument("id", metavar="ID", help=_ID)
    note.add_argument("text", nargs="?", default="", metavar="TEXT")
    note.add_argument("--quote", metavar="TEXT", help="the paper's words to highlight")
    notes = subparser(
        actions,
        "notes",
        "list notes, saved answers and quotes, latest first; or delete one",
        ("scholarai library notes f8b7f002", "scholarai library notes --delete 3c0d"),
    )
    notes.add_argument("id", nargs="?", metavar="ID", help=_ID)
    notes.add_argument("--json", action="store_true", help="an object per line")
    notes.add_argument("--delete", metavar="NOTE", help="an id of `library notes`, or the beginning of one")
    for action in (collections, note, notes):
        add_data(action)


def _add_list(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    listing = subparser(
        actions,
        "list",
        "list papers that pass the filters, or search them, their text and notes",
        ("scholarai library list --tag thesis --year-from 2015 --sort year", 'scholarai library list "shared birth"'),
    )
    listing.add_argument("text", nargs="?", metavar="WORDS", help="must all be there; the last may be a beginning")
    for name in ("tag", "author", "venue"):
        listing.add_argument(f"--{name}", action="append", default=[], metavar="TEXT", help="may be repeated")
    listing.add_argument("--collection", metavar="PATH", help=_PATH)
    listing.add_argument("--state", choices=READ_STATES)
    listing.add_argument("--favourite", action="store_true", help="favourites only")
    listing.add_argument("--year-from", type=year, metavar="YEAR")
    listing.add_argument("--year-to", type=year, metavar="YEAR")
    listing.add_argument("--sort", choices=SORTS, help="default: added, or relevance for a search")
    listing.add_argument("--ascending", action="store_true", help="oldest, or A, first")
    listing.add_argument("-n", dest="limit", type=results, default=50, help="papers at most (default 50)")
    listing.add_argument("--json", action="store_true", help="one object with counts of years, authors, venues, tags")
    add_data(listing)


def _add_mark(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    marking = subparser(
        actions,
        "mark",
        "tag papers, mark them as favourites or read, put them into collections",
        ('scholarai library mark f8b7f002 --tag thesis --state read --into "Thesis/Chapter 2"',),
    )
    marking.add_argument("ids", nargs="+", metavar="ID", help=_ID)
    for name in ("tag", "untag"):
        marking.add_argument(f"--{name}", action="append", default=[], metavar="TEXT", help="may be repeated")
    marking.add_argument("--favourite", action=argparse.BooleanOptionalAction, default=None)
    marking.add_argument("--state", choices=READ_STATES)
    for name in ("into", "out-of"):
        marking.add_argument(f"--{name}", action="append", default=[], metavar="PATH", help=_PATH)
    add_data(marking)
