"""Arguments that several commands share, and the parsers of their values."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scholarai.domain.formats import KINDS

PAPER = f"a {KINDS} file, an archive of a LaTeX project, a project's folder, or - for stdin"
PAPERS = f"{PAPER}; any other folder stands for the papers in it"
_DATA = "the data folder (default: SCHOLARAI_DATA, else ~/.local/share/scholarai)"


class CommandParser(argparse.ArgumentParser):
    """The parser of a command; its options may also stand between its arguments, as in `check essay.md --model papers/`."""

    _is_parsing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        if self._is_parsing:
            return super().parse_known_args(args, namespace)
        self._is_parsing = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        except (
            TypeError
        ):  # before it parsed: actions or a tool's own arguments follow, or an option replaces an argument
            return super().parse_known_args(args, namespace)
        finally:
            self._is_parsing = False


def subparser(commands: Any, name: str, says: str, examples: Sequence[str], more: str = "") -> argparse.ArgumentParser:
    """Return the parser of a command, or of one of its actions."""
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=says,
        description=f"{says[0].upper()}{says[1:]}.\n{more}".rstrip(),
        epilog="\n  ".join(("examples:", *examples)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return made


def add_questions(parser: argparse.ArgumentParser) -> None:
    """Let a command take one question, or a file of them."""
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("question", nargs="?", metavar="QUESTION")
    asked.add_argument(
        "--questions", type=Path, metavar="FILE.jsonl", help="an object per line with question_id and question"
    )


def add_output(parser: argparse.ArgumentParser, name: str) -> None:
    """Let a command write to a file; `name` is its metavar."""
    parser.add_argument("-o", dest="output", type=Path, metavar=name, help="default: stdout")


def add_data(parser: argparse.ArgumentParser) -> None:
    """Let a command work on another data folder."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=_DATA)


def dedented(block: str) -> str:
    """Return a block of help as it is printed."""
    return textwrap.dedent(block).strip()


def port(text: str) -> int:
    """Return a port. This and the functions below are for `type=` of argparse."""
    number = _number(text)
    if not 1 <= number <= 65_535:
        raise argparse.ArgumentTypeError(f"a port is from 1 to 65535, got {number}")
    return number


def year(text: str) -> int | None:
    """Return a year, None where the text is empty."""
    return _number(text) if text else None


def results(text: str) -> int:
    """Return how many results are wanted."""
    if (number := _number(text)) < 1:
        raise argparse.ArgumentTypeError(f"at least 1 is needed, got {number}")
    return number


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number is needed, got {text!r}") from None


def dollars(text: str) -> float:
    """Return an amount of US dollars."""
    try:
        amount = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"an amount is needed, got {text!r}") from None
    if not 0 <= amount < float("inf"):
        raise argparse.ArgumentTypeError(f"a budget is 0 or more, got {text}")
    return amount


def share(text: str) -> float:
    """Return a share from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"a share from 0 to 1 is needed, got {text!r}")
    return number
