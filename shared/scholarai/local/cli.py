"""The command line: `scholarai serve`, `extract`, `search`, `ask`, `check`, `review`."""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from scholarai.config import Settings, SettingsError
from scholarai.local.exits import DONE, SOME_FAILED, USAGE, complain


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # papers hold more than a terminal's old code page
    try:
        command: Callable[[argparse.Namespace], int] = options.command
        code = command(options)
        sys.stdout.flush()
        return code  # noqa: TRY300  - an `else` would leave the handlers below without the flush
    except SettingsError as error:
        return complain(str(error), USAGE)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # the reader of a pipe, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:  # a folder or a file of the user's that cannot be written
        return complain(f"{error.filename}: {error.strerror}", SOME_FAILED)


def _serve(options: argparse.Namespace) -> int:
    from scholarai.local.functions import FunctionsMissingError
    from scholarai.local.holding import StoreHeldError
    from scholarai.local.server import serve

    data_dir = options.data or Settings.from_env(os.environ | {"SCHOLARAI_BACKEND": "embedded"}).data_dir
    try:
        serve(options.port, data_dir.expanduser().resolve())
    except (StoreHeldError, FunctionsMissingError) as error:
        return complain(str(error), SOME_FAILED)
    return DONE


def _extract(options: argparse.Namespace) -> int:
    from scholarai.local.extract_command import extract

    return extract(options.files, options.output)


def _search(options: argparse.Namespace) -> int:
    from scholarai.local.search_command import search

    return search(options.paper, options.question, options.questions, options.k, options.output)


def _ask(options: argparse.Namespace) -> int:
    from scholarai.local.ask_command import ask

    return ask(options.papers, options.question, as_json=options.json)


def _check(options: argparse.Namespace) -> int:
    from scholarai.local.check_command import check

    return check(options.paper, options.quote, options.quotes, options.output)


def _review(options: argparse.Namespace) -> int:
    from scholarai.local.review_command import review

    return review(options.question, options.papers, options.output, budget_usd=options.budget)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scholarai",
        description="Question scientific papers: every quote checked against the paper and located on its page.",
        epilog="Exit codes: 0 done, 1 some input failed (named on stderr with its code), 2 usage.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_serve(commands.add_parser("serve", help="run the whole system on this machine"))
    _add_extract(commands.add_parser("extract", help="read papers into structured JSON"))
    _add_search(commands.add_parser("search", help="rank a paper's chunks for questions"))
    _add_ask(commands.add_parser("ask", help="answer a question from papers, with checked quotes"))
    _add_check(commands.add_parser("check", help="check quotes of anybody's against a paper"))
    _add_review(
        commands.add_parser("review", help="write a literature review of papers, every sentence with its quote")
    )
    return parser


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=_port, default=8080, help="port on 127.0.0.1 (default 8080)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the library (default: SCHOLARAI_DATA)")
    parser.set_defaults(command=_serve)


def _add_extract(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "-o", dest="output", type=Path, metavar="DIR", help="write DIR/<stem>.json (default: stdout, for one file)"
    )
    parser.set_defaults(command=_extract)


def _add_search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paper", type=Path, metavar="PAPER")
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("question", nargs="?", metavar="QUESTION")
    asked.add_argument(
        "--questions", type=Path, metavar="FILE.jsonl", help="one object per line with question_id and question"
    )
    parser.add_argument("-k", type=_positive, default=10, help="results per question (default 10)")
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE.jsonl", help="default: stdout")
    parser.set_defaults(command=_search)


def _add_ask(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("papers", nargs="+", type=Path, metavar="PAPER")
    parser.add_argument("question", metavar="QUESTION")
    parser.add_argument("--json", action="store_true", help="print the whole answer as JSON")
    parser.set_defaults(command=_ask)


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paper", type=Path, metavar="PAPER")
    checked = parser.add_mutually_exclusive_group(required=True)
    checked.add_argument("quote", nargs="?", metavar="QUOTE")
    checked.add_argument(
        "--quotes", type=Path, metavar="FILE.jsonl", help="one object per line with quote_id and quote"
    )
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE.jsonl", help="default: stdout")
    parser.set_defaults(command=_check)


def _add_review(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION")
    parser.add_argument("papers", nargs="+", type=Path, metavar="PAPER")
    parser.add_argument(
        "-o",
        dest="output",
        type=Path,
        metavar="FILE",
        help="FILE.md, .html, .bib or .csv (default: Markdown to stdout)",
    )
    parser.add_argument("--budget", type=_dollars, metavar="USD", help="what the model may cost (default 1)")
    parser.set_defaults(command=_review)


def _port(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 65_535:
        raise argparse.ArgumentTypeError(f"a port is from 1 to 65535, got {number}")
    return number


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"at least 1 is needed, got {number}")
    return number


def _dollars(text: str) -> float:
    amount = float(text)
    if not 0 <= amount < float("inf"):
        raise argparse.ArgumentTypeError(f"a budget is 0 or more, got {text}")
    return amount
