"""The arguments of `scholarai add`, `scholarai discover` and `scholarai retractions`."""

from __future__ import annotations

import argparse

from scholarai.local.arguments import add_data, results


def add_add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "works",
        nargs="+",
        metavar="WORK",
        help="a DOI, an arXiv id, a PMID (as PMID:123), a PMCID, a link to one of these, a title in quotes, or a file: "
        ".bib, .ris, .json (CSL-JSON), or a paper",
    )
    parser.add_argument("--no-pdf", action="store_true", help="keep records alone, without their open files")
    parser.add_argument(
        "--pdf", action="store_true", help="fetch open files for the entries of .bib, .ris and .json files, too"
    )
    parser.add_argument("--json", action="store_true", help="an object per work")
    add_data(parser)


def add_discover(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION", help="a question or keywords")
    parser.add_argument("-n", dest="limit", type=results, default=20, help="works (default 20)")
    parser.add_argument(
        "--add", type=results, nargs="+", default=[], metavar="N", help="add the works of these numbers"
    )
    parser.add_argument(
        "--no-pdf", action="store_true", help="with --add: keep records alone, without their open files"
    )
    parser.add_argument("--json", action="store_true", help="an object per work")
    add_data(parser)


def add_retractions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action", choices=("renew", "show"), help="renew the table from Crossref, or show its date and its papers"
    )
    add_data(parser)


ADD_EXAMPLES = (
    "scholarai add 10.1371/journal.pone.0033693",
    "scholarai add arXiv:2101.00001 https://pubmed.ncbi.nlm.nih.gov/25349395/",
    'scholarai add "Attention is all you need"',
    "scholarai add library.bib --pdf",
)
ADD_MORE = """
Identifiers and titles are sent to Crossref, DataCite, arXiv, Europe PMC or, with SCHOLARAI_LITERATURE_CONTACT,
Unpaywall. Entries of files stay on this machine unless SCHOLARAI_LITERATURE switches services on (docs/literature.md).
PDFs come only from places that a service names as open. Without one, a record is kept: what is known of the paper.
Each work gets a line: what became of it, the paper's id, the title; what went wrong goes to stderr with its line.
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
    """
The words of the question are sent to the services that SCHOLARAI_LITERATURE switches on (docs/literature.md): Crossref,
Europe PMC, arXiv, DataCite; OpenAlex and Semantic Scholar with their keys. Each work gets its number, and what it is in
your library. The same question with --add adds works by their numbers; answers of services are kept for a while, so that
the numbers are the same. Services that failed or are off are named on stderr.
""",
)
