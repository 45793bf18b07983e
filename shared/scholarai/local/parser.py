"""The commands of `scholarai` with their arguments, their help and their examples."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import scholarai
from scholarai.domain.formats import KINDS
from scholarai.domain.table_exports import TABLE_EXPORTS
from scholarai.local.completion import SHELLS
from scholarai.local.ops_command import TOOLS

_PAPER = f"a {KINDS} file, an archive of a LaTeX project, a project's folder, or - for stdin"
_PAPERS = f"{_PAPER}; any other folder stands for the papers in it"
_DATA = "the data folder (default: SCHOLARAI_DATA, else ~/.local/share/scholarai)"
_STORE = """
Papers are kept in the data folder, each read once. `scholarai serve` uses the same folder by default, but the papers
uploaded to its page and those of the command line are separate: neither side lists or deletes those of the other.
"""


class _Command(NamedTuple):
    """What a command takes, what it does in a few words, how it is called, and what else there is to know."""

    add: Callable[[argparse.ArgumentParser], None]
    says: str
    examples: tuple[str, ...]
    more: str = ""


def make_parser() -> argparse.ArgumentParser:
    """Return the parser; each command sets `command` to its name, and `papers` and `ops` an `action`."""
    parser = argparse.ArgumentParser(
        prog="scholarai",
        description="Question scientific papers: every quote checked against the paper and located on its page.",
        epilog=_text("""
            examples:
              scholarai ask paper.pdf "What data were used?"
              scholarai check paper.pdf "We used 12 data sets."
              scholarai serve

            `scholarai COMMAND --help` has examples of each command. Settings come from the environment; docs/settings.md
            lists them. Exit codes: 0 done, 1 some input failed (named on stderr with its code), 2 usage."""),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"scholarai {scholarai.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for name, command in _COMMANDS.items():
        command.add(_subparser(commands, name, command.says, command.examples, command.more))
    return parser


def settle_question(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Take the last word of `ask` as the question where no file holds the questions; end with usage where it is missing."""
    words = options.papers
    options.question = words.pop() if words and options.questions is None else None
    if options.library == bool(words) or (options.question is None) == (options.questions is None):
        parser.error("ask: at least one PAPER or --library is needed, and a QUESTION or --questions")
    options.papers = list(map(Path, words))


def _subparser(commands: Any, name: str, says: str, examples: Sequence[str], more: str = "") -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=says,
        description=f"{says[0].upper()}{says[1:]}.\n{more}".rstrip(),
        epilog="\n  ".join(("examples:", *examples)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return made


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=_port, default=8080, help="port on 127.0.0.1 (default 8080)")
    _add_data(parser)


def _add_extract(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("papers", nargs="+", type=Path, metavar="PAPER", help=_PAPERS)
    parser.add_argument("-o", dest="output", type=Path, metavar="DIR", help="default: stdout, for one paper")
    names = [export.name for export in TABLE_EXPORTS]
    parser.add_argument("--tables", choices=names, help="write the tables, each as a file, instead of JSON")


def _add_search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paper", type=Path, metavar="PAPER", help=_PAPER)
    _add_questions(parser)
    parser.add_argument("-k", type=_results, default=10, help="results per question (default 10)")
    _add_output(parser, "FILE.jsonl")
    _add_data(parser)


def _add_ask(parser: argparse.ArgumentParser) -> None:
    # argparse cannot say that the last word is the question where no file holds the questions: `settle_question` does.
    parser.usage = (
        "scholarai ask [-h] [--json] [-o FILE] [--data DIR] (PAPER... | --library) (QUESTION | --questions FILE.jsonl)"
    )
    parser.add_argument("papers", nargs="*", metavar="PAPER", help=_PAPERS)
    parser.add_argument("--library", action="store_true", help="ask all papers that were read so far")
    parser.add_argument(
        "--questions", type=Path, metavar="FILE.jsonl", help="an object per line with question_id and question"
    )
    parser.add_argument("--json", action="store_true", help="print the whole answer as JSON")
    _add_output(parser, "FILE")
    _add_data(parser)


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paper", type=Path, metavar="PAPER", help=_PAPER)
    checked = parser.add_mutually_exclusive_group(required=True)
    checked.add_argument("quote", nargs="?", metavar="QUOTE")
    checked.add_argument("--quotes", type=Path, metavar="FILE.jsonl", help="an object per line with quote_id and quote")
    _add_output(parser, "FILE.jsonl")
    _add_data(parser)


def _add_review(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION")
    parser.add_argument("papers", nargs="+", type=Path, metavar="PAPER", help=_PAPERS)
    parser.add_argument(
        "-o",
        dest="output",
        type=Path,
        metavar="FILE",
        help="FILE.md, .html, .json, .bib or .csv (default: Markdown to stdout)",
    )
    parser.add_argument("--budget", type=_dollars, metavar="USD", help="what the model may cost (default 1)")
    _add_data(parser)


def _add_papers(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION", dest="action")
    listing = _subparser(
        actions, "list", "list the papers, latest first", ("scholarai papers list --json | jq .filename",)
    )
    listing.add_argument("--json", action="store_true", help="an object per line")
    adding = _subparser(actions, "add", "read papers and keep them", ("scholarai papers add library/*.pdf thesis/",))
    adding.add_argument("papers", nargs="+", type=Path, metavar="PAPER", help=_PAPERS)
    deleting = _subparser(
        actions, "delete", "delete papers and all that was made from them", ("scholarai papers delete f8b7f002",)
    )
    deleting.add_argument("ids", nargs="+", metavar="ID", help="an id of `papers list`, or the beginning of one")
    for action in (listing, adding, deleting):
        _add_data(action)


def _add_backup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a tar file; replaced if it is there")
    _add_data(parser)


def _add_restore(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="what `scholarai backup` wrote")
    _add_data(parser)


def _add_move(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--to", required=True, choices=("gcp", "embedded"), help="Google Cloud, or the data folder")
    parser.add_argument("--owner", metavar="USER", help="move what this user owns (default: everything)")
    parser.add_argument("--as", dest="as_owner", metavar="USER", help="who owns it there (default: the same user)")
    _add_data(parser)


def _add_ops(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tool", nargs="?", choices=TOOLS, metavar="TOOL", help=", ".join(TOOLS))
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="...", help="the tool's own arguments")


def _add_completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def _add_questions(parser: argparse.ArgumentParser) -> None:
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("question", nargs="?", metavar="QUESTION")
    asked.add_argument(
        "--questions", type=Path, metavar="FILE.jsonl", help="an object per line with question_id and question"
    )


def _add_output(parser: argparse.ArgumentParser, name: str) -> None:
    parser.add_argument("-o", dest="output", type=Path, metavar=name, help="default: stdout")


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help=_DATA)


def _text(block: str) -> str:
    return textwrap.dedent(block).strip()


def _port(text: str) -> int:
    number = _number(text)
    if not 1 <= number <= 65_535:
        raise argparse.ArgumentTypeError(f"a port is from 1 to 65535, got {number}")
    return number


def _results(text: str) -> int:
    if (number := _number(text)) < 1:
        raise argparse.ArgumentTypeError(f"at least 1 is needed, got {number}")
    return number


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number is needed, got {text!r}") from None


def _dollars(text: str) -> float:
    try:
        amount = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"an amount is needed, got {text!r}") from None
    if not 0 <= amount < float("inf"):
        raise argparse.ArgumentTypeError(f"a budget is 0 or more, got {text}")
    return amount


_COMMANDS = {
    "serve": _Command(
        add=_add_serve,
        says="run the whole system on this machine",
        examples=("scholarai serve", "scholarai serve --port 9000 --data ~/papers.scholarai"),
        more=_STORE,
    ),
    "extract": _Command(
        add=_add_extract,
        says="read papers into structured JSON",
        examples=(
            "scholarai extract paper.pdf | jq .title",
            "scholarai extract papers/ project/ -o out/",
            "curl -s https://example.org/paper.pdf | scholarai extract -",
            "scholarai extract paper.pdf --tables csv -o tables/",
        ),
        more="""
Writes DIR/<stem>.json for each paper, or with --tables DIR/<stem>-table-<n>.<ending> for each table of each. Papers with the same stem get their folder's name before it
(<folder>-<stem>.json); those of one folder keep their ending, too. Files that are there are replaced. An interruption
leaves what is finished.
""",
    ),
    "search": _Command(
        add=_add_search,
        says="rank a paper's passages for questions",
        examples=(
            'scholarai search paper.pdf "limitations" -k 5',
            "scholarai search paper.pdf --questions questions.jsonl -o found.jsonl",
        ),
        more=_STORE,
    ),
    "ask": _Command(
        add=_add_ask,
        says="answer questions from papers, with checked quotes",
        examples=(
            'scholarai ask paper.pdf "What data were used?"',
            'scholarai ask papers/ "Who disagrees with whom?" --json',
            'scholarai ask --library "Which papers use a placebo?"',
            "scholarai ask thesis/ --questions questions.jsonl -o answers.jsonl",
        ),
        more=f"""
With --questions each question is answered on its own; each gets a line: what --json prints, with its question_id.
An interruption leaves the lines that are finished.
{_STORE}""",
    ),
    "check": _Command(
        add=_add_check,
        says="check quotes of anybody's against a paper",
        examples=(
            'scholarai check paper.pdf "We used 12 data sets."',
            "scholarai check paper.pdf --quotes quotes.jsonl -o verdicts.jsonl",
        ),
        more=_STORE,
    ),
    "review": _Command(
        add=_add_review,
        says="write a literature review of papers, every sentence with its quote",
        examples=(
            'scholarai review "How is momentum tuned?" papers/ -o review.md',
            'scholarai review "How is momentum tuned?" *.pdf -o review.html --budget 0.50',
        ),
        more=f"\nThe ending of FILE says its form.\n{_STORE}",
    ),
    "papers": _Command(
        add=_add_papers,
        says="list, add and delete the papers of the command line",
        examples=("scholarai papers add papers/", "scholarai papers list", "scholarai papers delete f8b7f002"),
        more=_STORE,
    ),
    "models": _Command(
        add=lambda _: None,
        says="list the models that answer, and try the chosen one",
        examples=("scholarai models", "SCHOLARAI_MODEL=ollama/llama3.1:8b scholarai models"),
        more="\nAsks this machine's usual addresses and those that are set, and nobody else (docs/models.md).",
    ),
    "backup": _Command(
        add=_add_backup,
        says="write the whole library to one file",
        examples=("scholarai backup library.tar", "scholarai backup library.tar --data ~/papers.scholarai"),
        more="\nThe file holds papers, conversations and reviews as they are at one moment. A server may go on meanwhile.",
    ),
    "restore": _Command(
        add=_add_restore,
        says="put a backup in the place of the library",
        examples=("scholarai restore library.tar",),
        more="""
The library that is there is not deleted: it is moved to before-restore-DATE in the data folder. Stop the server first.
""",
    ),
    "verify": _Command(
        add=_add_data,
        says="check that every document and file of the library can be read and is what was stored",
        examples=("scholarai verify",),
        more="\nPrints a line for each problem; it changes nothing. A server may go on meanwhile.",
    ),
    "move": _Command(
        add=_add_move,
        says="copy the library to Google Cloud, or back",
        examples=(
            "scholarai move --to gcp --as UID",
            "scholarai move --to embedded --owner UID --as local --data ~/papers.scholarai",
        ),
        more="""
Takes papers with all that was read from them, conversations, reviews and daily sums to the cloud that the environment's
settings name, or from there to the data folder. The original stays as it is. Run it again after an interruption: it goes
on, and what is there is not copied again. Stop the server of the data folder first. UID is the user's id in Identity
Platform; here, `local` owns what the page shows, `command-line` what the command line added.
""",
    ),
    "ops": _Command(
        add=_add_ops,
        says="run an operator's tool; without a name, list them",
        examples=("scholarai ops", "scholarai ops leftovers", "scholarai ops backup export copy.jsonl.gz"),
        more="\nThe tools work on the cloud that the environment's settings name, with Google's default credentials.",
    ),
    "completion": _Command(
        add=_add_completion,
        says="print a completion script for a shell",
        examples=(
            'eval "$(scholarai completion bash)"',
            "scholarai completion fish > ~/.config/fish/completions/scholarai.fish",
        ),
    ),
}
