"""The arguments of `scholarai papers`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from scholarai.domain.formats import SOURCE_KINDS
from scholarai.domain.metadata import METADATA_FIELDS
from scholarai.local.arguments import PAPERS, add_data, results, subparser, year


def add_papers(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION", dest="action")
    listing = subparser(
        actions, "list", "list the papers, latest first", ("scholarai papers list --json | jq .filename",)
    )
    listing.add_argument("--json", action="store_true", help="an object per line")
    adding = subparser(actions, "add", "read papers and keep them", ("scholarai papers add library/*.pdf thesis/",))
    adding.add_argument("papers", nargs="+", type=Path, metavar="PAPER", help=PAPERS)
    attaching = subparser(
        actions,
        "attach",
        "read a paper from its PDF and its source together; notes and conversations stay",
        ("scholarai papers attach paper.pdf paper.tar.gz",),
    )
    attaching.add_argument("pdf", type=Path, metavar="PDF")
    attaching.add_argument("source", type=Path, metavar="SOURCE", help=f"a {SOURCE_KINDS} file, or an archive")
    describing = subparser(
        actions,
        "describe",
        "correct what is known of a paper; an empty text says that there is none",
        (
            'scholarai papers describe f8b7f002 --title "On Dates" --author "Ann Lee" --author "Bo Diaz" --year 1998',
            "scholarai papers describe f8b7f002 --restore title",
        ),
    )
    describing.add_argument("id", metavar="ID", help="an id of `papers list`, or the beginning of one")
    for name in ("title", "venue", "doi", "arxiv-id", "abstract", "volume", "issue", "page-range", "publisher", "issn"):
        describing.add_argument(f"--{name}", metavar="TEXT", default=argparse.SUPPRESS)
    describing.add_argument("--year", type=year, default=argparse.SUPPRESS)
    for name in ("author", "keyword"):
        describing.add_argument(
            f"--{name}",
            dest=f"{name}s",
            action="append",
            metavar="TEXT",
            default=argparse.SUPPRESS,
            help="may be repeated",
        )
    describing.add_argument(
        "--restore", action="append", default=[], choices=METADATA_FIELDS, help="as the paper says; may be repeated"
    )
    deleting = subparser(
        actions, "delete", "delete papers and all that was made from them", ("scholarai papers delete f8b7f002",)
    )
    deleting.add_argument("ids", nargs="+", metavar="ID", help="an id of `papers list`, or the beginning of one")
    for action in (listing, adding, attaching, describing, deleting, *_citing(actions)):
        add_data(action)


def _citing(actions: Any) -> tuple[argparse.ArgumentParser, ...]:
    """Add what papers cite, what cites them, and what the library lacks."""
    references = subparser(
        actions,
        "references",
        "list what a paper cites, and what of it is there",
        ("scholarai papers references f8b7f002",),
    )
    related = subparser(
        actions,
        "related",
        "list the papers that are the same as one, versions of it, or cite it",
        ("scholarai papers related f8b7f002",),
    )
    for one in (references, related):
        one.add_argument("id", metavar="ID", help="an id of `papers list`, or the beginning of one")
    missing = subparser(
        actions, "missing", "list what papers cite that is not there", ("scholarai papers missing --limit 20",)
    )
    missing.add_argument("--limit", type=results, default=50, metavar="N", help="at most so many (default: 50)")
    for one in (references, related, missing):
        one.add_argument("--json", action="store_true", help="as JSON")
    return references, related, missing
