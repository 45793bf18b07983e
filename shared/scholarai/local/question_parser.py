"""The arguments of `ask`, `search`, `check`, `eval`, `review` and `table`."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from scholarai.domain.depth import DEPTHS
from scholarai.domain.exports import REPORT_ENDINGS, TABLES_ENDINGS
from scholarai.domain.formats import ENDINGS, FORMATS, listed
from scholarai.local.arguments import PAPERS, add_data, add_output, dollars, results, share
from scholarai.local.files import STDIO
from scholarai.reviewing.tables import WantedColumn, column_of

if TYPE_CHECKING:
    from scholarai.api.exports import CheckForm

# Endings of files that `check --export` writes, and the forms that they mean (`api.exports.CheckForm`).
CHECK_FORMS: Mapping[str, CheckForm] = {".md": "md", ".html": "html", ".json": "json", ".pdf": "pdf"}
# Endings of what is rather a text than a paper.
_TEXT_ENDINGS = tuple(ending for kind in FORMATS if kind.is_text or kind.name == "docx" for ending in kind.all_endings)
# Longest name of a path that is looked for; systems refuse longer ones. Linux's PATH_MAX.
_LONGEST = 4_096

TABLE_EXAMPLES = (
    'scholarai table papers/ -q "Which data set was used?" -q any-field.method -o table.csv',
    'scholarai table *.pdf --number "How many participants took part?" -o table.xlsx --budget 0.50',
    'scholarai table --collection "Thesis/Chapter 2" -q any-field.data -o table.csv',
    'scholarai table --collection "Thesis/Chapter 2" --refresh -o table.csv',
    'scholarai table *.pdf --number "How many patients?" --number "How many recovered?" --computed "Share = c2 / c1 * 100"',
)


def settle_question(options: argparse.Namespace) -> None:
    """Take the last argument of `ask` or `search` as the question unless a file holds the questions; exit with usage if it is missing."""
    words = options.files
    if options.questions is not None and words and not _names_file(words[-1]):
        options.refuse(f"a QUESTION or --questions is needed, not both, and this is no file: {words[-1]!r}")
    options.question = words.pop() if words and options.questions is None else None
    require_order(options)
    if options.whole_library == bool(words) or (options.question is None) == (options.questions is None):
        options.refuse("at least one PAPER or --library is needed, and a QUESTION or --questions")
    options.files = list(map(Path, words))


def require_order(options: argparse.Namespace) -> None:
    """Exit with usage where a paper stands in the place of the question, and words that name no file in that of a paper."""
    given = options.question
    words = [word for word in map(str, options.files) if not _names_file(word)]
    if given is not None and len(words) == 1 and _names_file(given) and Path(given).exists():
        question_first = options.command == "review"
        order = "the QUESTION comes first" if question_first else "the papers come first, then the QUESTION"
        paper, question = shlex.quote(given), shlex.quote(words[0])
        arguments = f"{question} {paper}" if question_first else f"{paper} {question}"
        options.refuse(f"{given} is a file or folder: {order} (scholarai {options.command} {arguments})")


def settle_check(options: argparse.Namespace) -> None:
    """Set `quote`, `text` and `papers` of the options; exit with usage where the arguments fit no form of the command.

    What is no file is the quote. Without one, and without a file of quotes, the first file is the text.
    """
    words: list[str] = options.papers
    quotes = [word for word in words if not _names_file(word)]
    options.papers = [Path(word) for word in words if _names_file(word)]
    options.text = None
    whole_library = vars(options).pop("whole_library")
    if len(quotes) > 1:
        options.refuse(f"one QUOTE is needed, and none of these is a file: {', '.join(map(repr, quotes))}")
    if quotes and options.quotes is not None:
        options.refuse(f"a QUOTE or --quotes is needed, not both, and this is no file: {quotes[0]!r}")
    options.quote = quotes[0] if quotes else None
    if options.quote is None and options.quotes is None:
        if not options.papers:
            options.refuse("a QUOTE, a TEXT or --quotes is needed")
        _settle_text(options)
    if options.references and (options.text is None or options.papers or options.model or options.export):
        options.refuse("--references takes a TEXT alone")
    if whole_library == bool(options.papers) and not options.references:
        options.refuse("at least one PAPER, or --library, is needed to hold it against")
    if options.text is None and (options.model or options.export):
        options.refuse("--model and --export are for a TEXT")
    if options.export is not None and options.export.suffix.lower() not in CHECK_FORMS:
        options.refuse(f"--export writes {listed(tuple(CHECK_FORMS))}, got {options.export}")


def _settle_text(options: argparse.Namespace) -> None:
    first, *others = options.papers
    if len(others) == 1 and not _is_text(first) and _is_text(others[0]):
        # As in the form PAPER QUOTE, with a file's name in the place of the quote.
        second = others[0]
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            options.refuse(f"{second} is a file: to check its text, name it first (scholarai check {second} {first})")
        print(f"{second} is a file. Check its text against {first}? [Y/n] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower().startswith("n"):
            options.quote, options.papers = str(second), [first]
            return
        first, others = second, [first]
    options.text, options.papers = first, others


def _names_file(word: str) -> bool:
    """Tell whether an argument is a file's, also of one that is missing: then its ending says so."""
    if len(word) > _LONGEST or "\0" in word:
        return False
    return Path(word) == STDIO or os.path.exists(word) or word.lower().endswith(ENDINGS)  # noqa: PTH110  - `Path.exists` raises where a name is longer than a file's may be


def _is_text(path: Path) -> bool:
    return path.name.lower().endswith(_TEXT_ENDINGS)


def _add_papers_and_question(parser: argparse.ArgumentParser, library: str) -> None:
    """Let a command take papers or the library, and a question or a file of them; `library` is the help of `--library`."""
    # argparse cannot express that the last argument is the question unless a file holds the questions.
    parser.set_defaults(refuse=parser.error)
    parser.add_argument("files", nargs="*", metavar="PAPER", help=PAPERS)
    parser.add_argument("--library", dest="whole_library", action="store_true", help=library)
    parser.add_argument(
        "--questions", type=Path, metavar="FILE.jsonl", help="an object per line with question_id and question"
    )


def add_search(parser: argparse.ArgumentParser) -> None:
    parser.usage = (
        "scholarai search [-h] [-k N] [--json | --no-json] [-o FILE.jsonl] [--data DIR] (PAPER... | --library) "
        "(QUESTION | --questions FILE.jsonl)"
    )
    _add_papers_and_question(parser, "search all papers that were read so far")
    parser.add_argument("-k", type=results, default=10, metavar="N", help="results per question (default 10)")
    add_output(parser, "FILE.jsonl")
    add_data(parser)


def add_ask(parser: argparse.ArgumentParser) -> None:
    parser.usage = (
        "scholarai ask [-h] [--depth DEPTH] [--json | --no-json] [-o FILE] [--data DIR] (PAPER... | --library) "
        "(QUESTION | --questions FILE.jsonl)"
    )
    _add_papers_and_question(parser, "ask all papers that were read so far")
    parser.add_argument("--depth", choices=DEPTHS, help="how far to look (default: SCHOLARAI_DEPTH)")
    add_output(parser, "FILE")
    add_data(parser)


def add_check(parser: argparse.ArgumentParser) -> None:
    # argparse cannot express that files are papers, what is no file is the quote, and without a quote the first file is the text.
    parser.usage = (
        "scholarai check [-h] [--json | --no-json] [-o FILE.jsonl] [--export FILE] [--references] [--model] [--data DIR] "
        "(QUOTE | TEXT | --quotes FILE.jsonl) (PAPER... | --library)"
    )
    parser.set_defaults(refuse=parser.error)
    says = f"{PAPERS}; what is no file is the QUOTE, and without one the first file is the TEXT"
    parser.add_argument("papers", nargs="*", metavar="PAPER", help=says)
    says = "hold it against all papers that were read so far"
    parser.add_argument("--library", dest="whole_library", action="store_true", help=says)
    parser.add_argument("--quotes", type=Path, metavar="FILE.jsonl", help="an object per line with quote_id and quote")
    parser.add_argument(
        "--model", action="store_true", help="let the model read sentences of a TEXT that are no quotes"
    )
    says = "which works that a TEXT refers to exist in the library, and at the outside services that are switched on"
    parser.add_argument("--references", action="store_true", help=says)
    says = f"also write what became of a TEXT as {listed(tuple(CHECK_FORMS))}; .pdf marks it in the one PAPER, a PDF"
    parser.add_argument("--export", type=Path, metavar="FILE", help=says)
    add_output(parser, "FILE.jsonl")
    add_data(parser)


def add_eval(parser: argparse.ArgumentParser) -> None:
    says = (
        "an object per line with question, paper (a path) and evidence (a list of texts); default: on the sample paper"
    )
    parser.add_argument("questions", nargs="?", type=Path, metavar="FILE.jsonl", help=says)
    parser.add_argument(
        "-o", dest="also", type=Path, metavar="FILE.jsonl", help="also write the scores of each question"
    )
    add_data(parser)


def add_review(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(refuse=parser.error)
    parser.add_argument("question", metavar="QUESTION")
    parser.add_argument("files", nargs="+", type=Path, metavar="PAPER", help=PAPERS)
    parser.add_argument(
        "-o",
        dest="output",
        type=Path,
        metavar="FILE",
        help=f"{listed(REPORT_ENDINGS)} (default: Markdown on a terminal)",
    )
    _add_budget(parser)
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
    parser.add_argument("files", nargs="*", type=Path, metavar="PAPER", help=PAPERS)
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
        "-o",
        dest="output",
        type=Path,
        metavar="FILE",
        help=f"{listed(TABLES_ENDINGS)} (default: Markdown on a terminal)",
    )
    parser.add_argument("--title", default="", metavar="NAME", help="what the table is called")
    _add_budget(parser)
    add_data(parser)


def _add_budget(parser: argparse.ArgumentParser) -> None:
    says = "what the model may cost (default 1)"
    parser.add_argument("--budget", dest="budget_usd", type=dollars, metavar="USD", help=says)


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
