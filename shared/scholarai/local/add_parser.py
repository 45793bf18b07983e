"""The arguments of `scholarai add` and `scholarai retractions`."""

from __future__ import annotations

import argparse

from scholarai.local.arguments import add_data


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
