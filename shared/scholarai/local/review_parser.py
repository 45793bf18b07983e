"""The arguments of `scholarai review`."""

from __future__ import annotations

import argparse
from pathlib import Path

from scholarai.domain.depth import DEPTHS
from scholarai.local.arguments import PAPERS, add_data, dollars, results


def add_review(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION")
    parser.add_argument("papers", nargs="+", type=Path, metavar="PAPER", help=PAPERS)
    parser.add_argument(
        "-o",
        dest="output",
        type=Path,
        metavar="FILE",
        help="FILE.md, .html, .json, .bib or .csv (default: Markdown to stdout)",
    )
    parser.add_argument("--budget", type=dollars, metavar="USD", help="what the model may cost (default 1)")
    parser.add_argument("--depth", choices=DEPTHS, help="how far to look (default: SCHOLARAI_REVIEW_DEPTH)")
    parser.add_argument("--discover", action="store_true", help="list what outside services know beyond these papers")
    parser.add_argument(
        "--fetch",
        type=results,
        metavar="N",
        help="as --discover, and first read the open PDFs of N works that fit best (at most 10), so that they are reviewed, too",
    )
    add_data(parser)
