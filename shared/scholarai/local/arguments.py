"""Arguments that several commands share, and the parsers of their values."""

from __future__ import annotations

import argparse
import difflib
import sys
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from scholarai.domain.formats import KINDS

PAPER = f"a {KINDS} file, an archive of a LaTeX project, a project's folder, or - for stdin"
PAPERS = f"{PAPER}; any other folder stands for the papers in it"
# Between "aks" and "ask" (.67), which are alike, and "--titel" and "--help" (.62), which are not.
_ALIKE = 0.65
_DATA = "the data folder (default: SCHOLARAI_DATA, else ~/.local/share/scholarai)"


class Parser(argparse.ArgumentParser):
    """A parser that suggests the command, option or value that was meant."""

    _given: Sequence[str] = ()

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices and (meant := meant_by(value, action.choices)):
            raise argparse.ArgumentError(action, f"there is no {value!r}{meant}")
        super()._check_value(action, value)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        self._given = sys.argv[1:] if args is None else list(args)
        return super().parse_known_args(args, namespace)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        known, unknown = self.parse_known_args(args, namespace)
        if unknown:
            chosen = self._chosen(known)
            chosen.error(f"unrecognized arguments: {' '.join(unknown)}{chosen.about(unknown)}")
        return known

    def error(self, message: str) -> NoReturn:
        """End with usage. Where arguments are missing, an unknown option is named, since it may stand in the place of one."""
        if message.startswith("the following arguments are required"):
            options = [one.partition("=")[0] for one in self._given if one.startswith("--") and one != "--"]
            unknown = [one for one in options if not any(flag.startswith(one) for flag in self._flags())]
            message += f". There is no option {unknown[0]}{self.about(unknown)}" if unknown else ""
        super().error(message)

    def _flags(self) -> list[str]:
        return [flag for action in self._actions for flag in action.option_strings]

    def about(self, unknown: Sequence[str]) -> str:
        """Return the end of a sentence about options that are unknown where they stand."""
        option = next((one.partition("=")[0] for one in unknown if one.startswith("-")), "")
        if option in self._flags():
            return f". {option} must come after {self.prog.partition(' ')[2]!r}"
        return meant_by(option, self._flags())

    def _chosen(self, known: argparse.Namespace) -> Parser:
        """Return the parser of the command, or of its action, that was parsed."""
        chosen: Parser = self
        while True:
            inner = next((action for action in chosen._actions if isinstance(action, argparse._SubParsersAction)), None)  # noqa: SLF001  - see above
            if inner is None or getattr(known, inner.dest) is None:
                return chosen
            chosen = inner.choices[getattr(known, inner.dest)]


def meant_by(word: str, among: Iterable[str]) -> str:
    """Return the end of a sentence that names the words that are nearly this one; empty if there are none."""
    close = difflib.get_close_matches(word, among, n=2, cutoff=_ALIKE)
    return f". Did you mean {' or '.join(close)}?" if close else ""


class CommandParser(Parser):
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


def subparser(
    commands: Any,
    name: str,
    says: str,
    examples: Sequence[str],
    more: str = "",
    prints: Sequence[str] = (),
    *,
    runs: str = "",
) -> argparse.ArgumentParser:
    """Return the parser of a command, or of one of its actions.

    `runs` is the function that runs it, as module:name within this package; it takes the options by their names and returns the exit
    code. What has actions has none. `prints` are the types of the values that `--json` prints, each as module:name within
    `scholarai` (`schemas.py`).
    """
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=says,
        description=f"{says[0].upper()}{says[1:]}.\n{more}".rstrip(),
        epilog="\n  ".join(("examples:", *examples)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if prints:
        says = "print JSON (`scholarai schema` has its schema); by default where the output is no terminal"
        made.add_argument("--json", dest="as_json", action=argparse.BooleanOptionalAction, default=None, help=says)
        made.set_defaults(prints=prints)
    if runs:
        made.set_defaults(runs=runs)
    return made


def add_output(parser: argparse.ArgumentParser, name: str) -> None:
    """Let a command write to a file; `name` is its metavar."""
    parser.add_argument("-o", dest="output", type=Path, metavar=name, help="default: stdout")


def add_data(parser: argparse.ArgumentParser) -> None:
    """Let a command work on another data folder."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=_DATA)


def settle_json(options: argparse.Namespace) -> None:
    """Choose JSON for programs, and text for people and for files, where `--json` or `--no-json` does not say it."""
    if "as_json" in options and options.as_json is None:
        options.as_json = getattr(options, "output", None) is None and not sys.stdout.isatty()


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
