"""The arguments of `scholarai zotero`."""

from __future__ import annotations

import argparse

from scholarai.local.arguments import add_data, subparser

_ID = "an id of `papers list`, or the beginning of one"


def add_zotero(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION", dest="action")
    listing = subparser(actions, "list", "list Zotero's libraries with their collections", ("scholarai zotero list",))
    bring = subparser(
        actions,
        "import",
        "import papers with PDFs, tags, collections, highlights and notes; later calls bring what changed",
        ("scholarai zotero import", 'scholarai zotero import --collection "Thesis/Chapter 2"'),
    )
    bring.add_argument("--collection", metavar="PATH", help="a collection with those nested in it, by name or key")
    bring.add_argument("--library", metavar="PATH", help="of `zotero list` (default: one's own)")
    bring.add_argument("--json", action="store_true", help="an object per paper")
    send = subparser(
        actions,
        "send",
        "write highlights, notes and verified quotes to Zotero, each once",
        ("scholarai zotero send", "scholarai zotero send f8b7f002"),
    )
    send.add_argument("ids", nargs="*", metavar="ID", help=f"{_ID} (default: all papers that came from Zotero)")
    for action in (listing, bring, send):
        add_data(action)


ZOTERO = (
    add_zotero,
    "import from Zotero, and write highlights, notes and quotes back",
    ("scholarai zotero list", "scholarai zotero import --collection Thesis", "scholarai zotero send"),
    """
Imports from the Zotero on this machine with SCHOLARAI_ZOTERO_URL=http://127.0.0.1:23119 (allow other applications to
communicate with Zotero in its settings), or from zotero.org with SCHOLARAI_ZOTERO_KEY, which writing back needs
(docs/zotero.md). An interrupted call is gone on with by the next one; nothing is there twice.
""",
)
