"""The arguments of `papers`, `add`, `discover`, `retractions`, `library`, `export` and `zotero`."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scholarai.domain.exports import CONVERSATION_EXPORTS, PAPER_EXPORTS
from scholarai.domain.formats import SOURCE_KINDS
from scholarai.domain.listing import SORTS
from scholarai.domain.marks import READ_STATES
from scholarai.domain.metadata import METADATA_FIELDS
from scholarai.domain.plugins import Export
from scholarai.domain.service_names import ASKED_WHEN_ADDING, ROWS, SEARCHED, TITLES
from scholarai.exporting.styles import STYLE_NAMES
from scholarai.local.arguments import PAPERS, CommandParser, add_data, results, subparser, year

_ID = "an id of `papers list`, or the beginning of one"
_PATH = "a collection, with / before those nested in it"
# What actions print as JSON.
_PAPER, _NOTE = ("entrypoints.schemas:PaperView",), ("entrypoints.own_schemas:NoteView",)


def add_library(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(parser_class=CommandParser, required=True, metavar="ACTION", dest="action")
    _add_list(actions)
    _add_mark(actions)
    collections = subparser(
        actions,
        "collections",
        "list, make and delete collections; papers stay when theirs is deleted",
        ('scholarai library collections --make "Thesis/Chapter 2"', "scholarai library collections --delete Thesis"),
        prints=("domain.collections:Collection",),
        runs="library_command:list_collections",
    )
    collections.add_argument("--make", metavar="PATH", help=_PATH)
    collections.add_argument("--delete", metavar="PATH", help="also deletes those nested in it")
    note = subparser(
        actions,
        "note",
        "write a note about a paper, or highlight a quote of it",
        ('scholarai library note f8b7f002 "Compare with Lee" --quote "Twenty-three people are enough"',),
        prints=_NOTE,
        runs="library_command:note",
    )
    note.add_argument("wanted", metavar="ID", help=_ID)
    note.add_argument("text", nargs="?", default="", metavar="TEXT")
    note.add_argument("--quote", metavar="TEXT", help="the paper's words to highlight")
    notes = subparser(
        actions,
        "notes",
        "list notes, saved answers and quotes, latest first; or delete one",
        ("scholarai library notes f8b7f002", "scholarai library notes --delete 3c0d"),
        prints=_NOTE,
        runs="library_command:list_notes",
    )
    notes.add_argument("wanted", nargs="?", metavar="ID", help=_ID)
    notes.add_argument("--delete", metavar="NOTE", help="an id of `library notes`, or the beginning of one")
    for action in (collections, note, notes):
        add_data(action)


def _add_list(actions: argparse._SubParsersAction[CommandParser]) -> None:
    listing = subparser(
        actions,
        "list",
        "list papers that pass the filters, or search them, their text and notes",
        ("scholarai library list --tag thesis --year-from 2015 --sort year", 'scholarai library list "shared birth"'),
        prints=("entrypoints.own_schemas:LibraryList",),
        runs="library_command:list_papers",
    )
    listing.add_argument("text", nargs="?", metavar="WORDS", help="must all be there; the last may be a beginning")
    for name in ("tag", "author", "venue"):
        listing.add_argument(
            f"--{name}", dest=f"{name}s", action="append", default=[], metavar="TEXT", help="may be repeated"
        )
    listing.add_argument("--collection", metavar="PATH", help=_PATH)
    listing.add_argument("--state", dest="read_state", choices=READ_STATES)
    listing.add_argument("--favourite", action="store_true", help="favourites only")
    listing.add_argument("--year-from", type=year, metavar="YEAR")
    listing.add_argument("--year-to", type=year, metavar="YEAR")
    listing.add_argument("--sort", choices=SORTS, help="default: added, or relevance for a search")
    listing.add_argument("--ascending", action="store_true", help="oldest, or A, first")
    listing.add_argument("-n", dest="limit", type=results, default=50, help="papers at most (default 50)")
    add_data(listing)


def _add_mark(actions: argparse._SubParsersAction[CommandParser]) -> None:
    marking = subparser(
        actions,
        "mark",
        "tag papers, mark them as favourites or read, put them into collections",
        ('scholarai library mark f8b7f002 --tag thesis --state read --into "Thesis/Chapter 2"',),
        prints=_PAPER,
        runs="library_command:mark",
    )
    marking.add_argument("ids", nargs="+", metavar="ID", help=_ID)
    for name in ("tag", "untag"):
        marking.add_argument(f"--{name}", action="append", default=[], metavar="TEXT", help="may be repeated")
    marking.add_argument("--favourite", action=argparse.BooleanOptionalAction, default=None)
    marking.add_argument("--state", choices=READ_STATES)
    for name in ("into", "out-of"):
        marking.add_argument(f"--{name}", action="append", default=[], metavar="PATH", help=_PATH)
    add_data(marking)


def add_papers(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(parser_class=CommandParser, required=True, metavar="ACTION", dest="action")
    listing = subparser(
        actions,
        "list",
        "list the papers, latest first",
        ("scholarai papers list --json | jq .filename",),
        prints=_PAPER,
        runs="papers_command:list_papers",
    )
    adding = subparser(
        actions,
        "add",
        "read papers and keep them",
        ("scholarai papers add library/*.pdf thesis/", "scholarai papers add appendix.pdf --supplement-of f8b7f002"),
        prints=_PAPER,
        runs="papers_command:add_papers",
    )
    adding.add_argument("files", nargs="+", type=Path, metavar="PAPER", help=PAPERS)
    _add_supplement_of(adding)
    attaching = subparser(
        actions,
        "attach",
        "read a paper from its PDF and its source together; notes and conversations stay",
        ("scholarai papers attach paper.pdf paper.tar.gz",),
        prints=_PAPER,
        runs="papers_command:attach_source",
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
        prints=_PAPER,
        runs="papers_command:describe_paper",
    )
    describing.add_argument("wanted", metavar="ID", help=_ID)
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
    merging = subparser(
        actions,
        "merge",
        "give a paper the notes, tags, collections and conversations of a second record of it, and delete that",
        ("scholarai papers merge f8b7f002 41c09aa3", "scholarai papers merge f8b7f002 41c09aa3 --take year --keep"),
        prints=_PAPER,
        runs="papers_command:merge_papers",
    )
    merging.add_argument("wanted", metavar="ID", help=f"the paper that stays: {_ID}")
    merging.add_argument("other", metavar="OTHER", help="the second record of it")
    merging.add_argument(
        "--take",
        dest="fields",
        action="append",
        default=[],
        choices=METADATA_FIELDS,
        help="take this of the description from OTHER; may be repeated",
    )
    merging.add_argument("--keep", action="store_true", help="keep OTHER as a paper of its own")
    deleting = subparser(
        actions,
        "delete",
        "delete papers and all that was made from them",
        ("scholarai papers delete f8b7f002",),
        prints=_PAPER,
        runs="papers_command:delete_papers",
    )
    deleting.add_argument("ids", nargs="+", metavar="ID", help=_ID)
    for action in (listing, adding, attaching, describing, merging, deleting, *_citing(actions)):
        add_data(action)


def _citing(actions: Any) -> tuple[argparse.ArgumentParser, ...]:
    """Add the actions about citations, and return their parsers."""
    references = subparser(
        actions,
        "references",
        "list what a paper cites, and what of it is there",
        ("scholarai papers references f8b7f002",),
        prints=("entrypoints.citing_schemas:ReferenceView",),
        runs="papers_command:list_references",
    )
    related = subparser(
        actions,
        "related",
        "list the papers that are the same as one, versions of it, or cite it",
        ("scholarai papers related f8b7f002",),
        prints=("entrypoints.citing_schemas:RelatedView",),
        runs="papers_command:list_related",
    )
    for one in (references, related):
        one.add_argument("wanted", metavar="ID", help=_ID)
    missing = subparser(
        actions,
        "missing",
        "list what papers cite that is not there",
        ("scholarai papers missing --limit 20",),
        prints=("entrypoints.citing_schemas:MissingPaperView",),
        runs="papers_command:list_missing",
    )
    missing.add_argument("--limit", type=results, default=50, metavar="N", help="at most so many (default: 50)")
    return references, related, missing


def add_add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "works",
        nargs="+",
        metavar="WORK",
        help="a DOI, an arXiv id, a PMID (as PMID:123), a PMCID, a link to one of these, a title in quotes, or a file: "
        ".bib, .ris, .json (CSL-JSON), or a paper",
    )
    says = "keep records alone, without their open files"
    parser.add_argument("--no-pdf", dest="fetch", action="store_false", help=says)
    parser.add_argument(
        "--pdf",
        dest="fetch_entries",
        action="store_true",
        help="fetch open files for the entries of .bib, .ris and .json files, too",
    )
    _add_supplement_of(parser)
    add_data(parser)


def _add_supplement_of(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--supplement-of",
        metavar="ID",
        help="keep the files as supplements of this paper, also those that are there already; "
        "an id of `papers list`, or its beginning",
    )


def add_discover(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION", help="a question or keywords")
    parser.add_argument("-n", dest="limit", type=results, default=20, help="works (default 20)")
    parser.add_argument(
        "--add", dest="chosen", type=results, nargs="+", default=[], metavar="N", help="add the works of these numbers"
    )
    parser.add_argument(
        "--no-pdf", dest="fetch", action="store_false", help="with --add: keep records alone, without their open files"
    )
    add_data(parser)


def add_retractions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "task", choices=("renew", "show"), help="renew the table from Crossref, or show its date and its papers"
    )
    add_data(parser)


ADD_EXAMPLES = (
    "scholarai add 10.1371/journal.pone.0033693",
    "scholarai add arXiv:2101.00001 https://pubmed.ncbi.nlm.nih.gov/25349395/",
    'scholarai add "Attention is all you need"',
    "scholarai add library.bib --pdf",
    "scholarai add appendix.pdf data.docx --supplement-of f8b7f002",
)
ADD_MORE = f"""
Identifiers and titles are sent to {", ".join(TITLES[name] for name in ASKED_WHEN_ADDING)};
to Unpaywall only with SCHOLARAI_LITERATURE_CONTACT. Entries of files stay on this machine unless SCHOLARAI_LITERATURE
switches services on (docs/literature.md). PDFs come only from places that a service names as open. Without one, a record
is kept: what is known of the paper. Each work gets a line: what became of it, the paper's id, the title; what went wrong
goes to stderr with its line.
"""
RETRACTIONS_EXAMPLES = ("scholarai retractions renew", "scholarai retractions show")
RETRACTIONS_MORE = """
Asks Crossref for retractions, withdrawals and expressions of concern since the last renewal; nothing of your papers is
sent. The first renewal takes some minutes. Papers of the library that are affected are printed.
"""
DISCOVER = (
    "find published papers for a question with outside services, and add them",
    (
        'scholarai discover "graph neural networks for molecules"',
        'scholarai discover "does vitamin D prevent fractures?" -n 40',
        'scholarai discover "graph neural networks for molecules" --add 1 4',
    ),
    f"""
The words of the question are sent to the services that SCHOLARAI_LITERATURE switches on (docs/literature.md):
{", ".join(TITLES[name] for name in SEARCHED)};
{" and ".join(row.title for row in ROWS if row.key_setting)} with their keys. Each work gets its number, and what it is in
your library. The same question with --add adds works by their numbers; answers of services are kept for a while, so that
the numbers are the same. Services that failed or are off are named on stderr.
""",
)


def _named(forms: Iterable[Export]) -> str:
    return ", ".join(f"{form.endings[0]} ({form.label})" for form in forms)


FORMS = textwrap.fill(
    f"The ending of FILE says its form. Of papers: {_named(PAPER_EXPORTS)}. Of a conversation, whose id `ask --json` names: "
    f"{_named(CONVERSATION_EXPORTS)}. A .pdf is a copy of the PDF that is named, with what is highlighted and quoted.",
    120,
)


def add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "ids",
        nargs="*",
        metavar="ID",
        help="ids of `papers list`, or their beginnings (default: all papers); for .pdf the paper's own file",
    )
    parser.add_argument(
        "--conversation", dest="session", metavar="ID", help="export this conversation, or mark its quotes alone"
    )
    names = dict.fromkeys(form.name for form in (*PAPER_EXPORTS, *CONVERSATION_EXPORTS))
    parser.add_argument("--format", dest="form", choices=list(names), help="where the ending of FILE does not say it")
    parser.add_argument("--style", choices=STYLE_NAMES, default=STYLE_NAMES[0], help="of bibliographies (default: apa)")
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="default: stdout")
    parser.set_defaults(as_json=False)  # the standard output gets the export itself
    add_data(parser)


def add_zotero(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(parser_class=CommandParser, required=True, metavar="ACTION", dest="action")
    listing = subparser(
        actions,
        "list",
        "list Zotero's libraries with their collections",
        ("scholarai zotero list",),
        prints=("local.zotero_command:ListedLibrary",),
        runs="zotero_command:list_libraries",
    )
    bring = subparser(
        actions,
        "import",
        "import papers with PDFs, tags, collections, highlights and notes; later calls bring what changed",
        ("scholarai zotero import", 'scholarai zotero import --collection "Thesis/Chapter 2"'),
        prints=("services.zotero.items:TakenItem",),
        runs="zotero_command:import_papers",
    )
    bring.add_argument("--collection", metavar="PATH", help="a collection with those nested in it, by name or key")
    bring.add_argument("--library", dest="path", metavar="PATH", help="of `zotero list` (default: one's own)")
    send = subparser(
        actions,
        "send",
        "write highlights, notes and verified quotes to Zotero, each once",
        ("scholarai zotero send", "scholarai zotero send f8b7f002"),
        prints=("local.zotero_command:Sent",),
        runs="zotero_command:send",
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
(docs/zotero.md). The next call goes on where an interrupted one stopped; nothing is there twice.
""",
)
