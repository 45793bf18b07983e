"""The arguments of `scholarai table`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from scholarai.domain.exports import TABLES_ENDINGS
from scholarai.domain.formats import listed
from scholarai.local.arguments import PAPERS, add_data, dollars
from scholarai.reviewing.table_changes import WantedColumn, column_of

EXAMPLES = (
    'scholarai table papers/ -q "Which data set was used?" -q any-field.method -o table.csv',
    'scholarai table *.pdf --number "How many participants took part?" -o table.xlsx --budget 0.50',
    'scholarai table --collection "Thesis/Chapter 2" -q any-field.data -o table.csv',
    'scholarai table --collection "Thesis/Chapter 2" --refresh -o table.csv',
    'scholarai table *.pdf --number "How many patients?" --number "How many recovered?" --computed "Share = c2 / c1 * 100"',
)


def add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("papers", nargs="*", type=Path, metavar="PAPER", help=PAPERS)
    says = "the papers of this collection instead (`scholarai library collections` lists them)"
    parser.add_argument("--collection", metavar="NAME", help=says)
    says = "add the papers that came into the collection to its newest table (or that of --title) instead of making one"
    parser.add_argument("--refresh", action="store_true", help=says)
    says = "a column: a question, or the id of a ready-made one (docs/schemas/new_table.json); as often as wanted"
    _add_column(parser, "-q", column_of, "QUESTION", says)
    _add_column(parser, "--number", _number, "QUESTION", "a column whose cells are figures")
    says = "a column computed from others, which are called c1, c2 and so on in the order given"
    _add_column(parser, "--computed", _computed, "NAME = EXPRESSION", says)
    parser.add_argument(
        "-o", dest="output", type=Path, metavar="FILE", help=f"{listed(TABLES_ENDINGS)} (default: Markdown to stdout)"
    )
    parser.add_argument("--title", default="", metavar="NAME", help="what the table is called")
    parser.add_argument("--budget", type=dollars, metavar="USD", help="what the model may cost (default 1)")
    add_data(parser)


def _add_column(
    parser: argparse.ArgumentParser, flag: str, made: Callable[[str], WantedColumn], metavar: str, says: str
) -> None:
    parser.add_argument(flag, dest="columns", action="append", default=[], type=made, metavar=metavar, help=says)


def _number(question: str) -> WantedColumn:
    return WantedColumn(question=question, kind="number")


def _computed(text: str) -> WantedColumn:
    name, equals, expression = text.partition("=")
    if not equals or not name.strip() or not expression.strip():
        raise argparse.ArgumentTypeError(
            f"a name, =, and an expression are needed, such as Share = c2 / c1, got {text!r}"
        )
    return WantedColumn(name=name.strip(), kind="computed", expression=expression.strip())
