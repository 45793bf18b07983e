"""The arguments of `ask`, `search`, `check`, `eval`, `review` and `table`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from scholarai.domain.depth import DEPTHS
from scholarai.domain.exports import TABLES_ENDINGS
from scholarai.domain.formats import listed
from scholarai.local.arguments import PAPER, PAPERS, add_data, add_output, add_questions, dollars, results, share
from scholarai.reviewing.tables import WantedColumn, column_of

TABLE_EXAMPLES = (
    'scholarai table papers/ -q "Which data set was used?" -q any-field.method -o table.csv',
    'scholarai table *.pdf --number "How many participants took part?" -o table.xlsx --budget 0.50',
    'scholarai table --collection "Thesis/Chapter 2" -q any-field.data -o table.csv',
    'scholarai table --collection "Thesis/Chapter 2" --refresh -o table.csv',
    'scholarai table *.pdf --number "How many patients?" --number "How many recovered?" --computed "Share = c2 / c1 * 100"',
)


def settle_question(options: argparse.Namespace) -> None:
    """Take the last argument of `ask` as the question unless a file holds the questions; exit with usage if it is missing."""
    words = options.papers
    options.question = words.pop() if words and options.questions is None else None
    if options.library == bool(words) or (options.question is None) == (options.questions is None):
        options.refuse("at least one PAPER or --library is needed, and a QUESTION or --questions")
    options.papers = list(map(Path, words))


def add_search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paper", type=Path, metavar="PAPER", help=PAPER)
    add_questions(parser)
    parser.add_argument("-k", type=results, default=10, help="results per question (default 10)")
    add_output(parser, "FILE.jsonl")
    add_data(parser)


def add_ask(parser: argparse.ArgumentParser) -> None:
    # argparse cannot express that the last argument is the question unless a file holds the questions.
    parser.usage = (
        "scholarai ask [-h] [--depth DEPTH] [--json] [-o FILE] [--data DIR] (PAPER... | --library) "
        "(QUESTION | --questions FILE.jsonl)"
    )
    parser.set_defaults(refuse=parser.error)
    parser.add_argument("papers", nargs="*", metavar="PAPER", help=PAPERS)
    parser.add_argument("--library", action="store_true", help="ask all papers that were read so far")
    parser.add_argument(
        "--questions", type=Path, metavar="FILE.jsonl", help="an object per line with question_id and question"
    )
    parser.add_argument("--depth", choices=DEPTHS, help="how far to look (default: SCHOLARAI_DEPTH)")
    parser.add_argument("--json", action="store_true", help="print the whole answer as JSON")
    add_output(parser, "FILE")
    add_data(parser)


def add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paper", type=Path, metavar="PAPER", help=PAPER)
    checked = parser.add_mutually_exclusive_group(required=True)
    checked.add_argument("quote", nargs="?", metavar="QUOTE")
    checked.add_argument("--quotes", type=Path, metavar="FILE.jsonl", help="an object per line with quote_id and quote")
    add_output(parser, "FILE.jsonl")
    add_data(parser)


def add_eval(parser: argparse.ArgumentParser) -> None:
    says = (
        "an object per line with question, paper (a path) and evidence (a list of texts); default: on the sample paper"
    )
    parser.add_argument("questions", nargs="?", type=Path, metavar="FILE.jsonl", help=says)
    parser.add_argument(
        "-o", dest="output", type=Path, metavar="FILE.jsonl", help="also write the scores of each question"
    )
    add_data(parser)


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
    parser.add_argument("--n-retrieval", type=results, metavar="N", help="passages that the search takes (default 256)")
    says = "passages that are read, the best after ranking (default 50, more where more papers bear on the question)"
    parser.add_argument("--n-rerank", type=results, metavar="N", help=says)
    says = "the share of the best passage's score that one which is read has, 0 to 1 (default 0.2)"
    parser.add_argument("--threshold", type=share, metavar="SHARE", help=says)
    parser.add_argument("--no-tables", dest="tables", action="store_false", help="compare no papers in tables")
    parser.add_argument("--discover", action="store_true", help="list what outside services know beyond these papers")
    parser.add_argument(
        "--fetch",
        type=results,
        metavar="N",
        help="as --discover, and first read the open PDFs of N works that fit best (at most 10), so that they are reviewed, too",
    )
    add_data(parser)


def add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("papers", nargs="*", type=Path, metavar="PAPER", help=PAPERS)
    says = "the papers of this collection instead (`scholarai library collections` lists them)"
    parser.add_argument("--collection", metavar="NAME", help=says)
    says = "add the papers that came into the collection to its newest table (or that of --title) instead of making one"
    parser.add_argument("--refresh", action="store_true", help=says)
    says = "a column: a question, or the id of a ready-made one (`NewTable` in docs/openapi.json); as often as wanted"
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
