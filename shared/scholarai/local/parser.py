"""The commands of `scholarai` with their arguments, their help and their examples."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import scholarai
from scholarai.domain.table_exports import TABLE_EXPORTS
from scholarai.local.arguments import PAPERS, CommandParser, Parser, add_data, dedented, port, subparser
from scholarai.local.completion import SHELLS
from scholarai.local.library_parser import (
    ADD_EXAMPLES,
    ADD_MORE,
    DISCOVER,
    FORMS,
    RETRACTIONS_EXAMPLES,
    RETRACTIONS_MORE,
    ZOTERO,
    add_add,
    add_discover,
    add_export,
    add_library,
    add_papers,
    add_retractions,
)
from scholarai.local.ops_command import add_ops
from scholarai.local.question_parser import (
    TABLE_EXAMPLES,
    add_ask,
    add_check,
    add_eval,
    add_review,
    add_search,
    add_table,
)

_STORE = """
Papers are kept in the data folder, each read once. `scholarai serve` uses the same folder by default, but the papers
uploaded to its page and those of the command line are separate: neither side lists or deletes those of the other.
"""


class _Command(NamedTuple):
    """A command: adds its arguments, says in a few words what it does, and has examples and further help.

    `runs` is the function that runs it, and `prints` are the types that `--json` prints (`arguments.subparser`).
    """

    add: Callable[[argparse.ArgumentParser], None]
    says: str
    examples: tuple[str, ...]
    more: str = ""
    prints: tuple[str, ...] = ()
    runs: str = ""


def make_parser() -> argparse.ArgumentParser:
    """Return the parser; options have the name of the command in `command`, and that of its action in `action`."""
    parser = Parser(
        prog="scholarai",
        description="Question scientific papers: every quote checked against the paper and located on its page.",
        epilog=dedented("""
            examples:
              scholarai ask paper.pdf "What are the main results?"
              scholarai check paper.pdf "We used 12 data sets."
              scholarai check essay.md papers/
              scholarai serve

            `scholarai COMMAND --help` has examples of each command. Settings come from the environment; docs/settings.md
            lists them. Where the output is no terminal, commands print JSON (--no-json: text). Exit codes: 0 done, 1 some
            input failed (named on stderr with its code), 2 usage, 3 the papers do not say it, 4 there is no such thing,
            5 try again later, 130 interrupted."""),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"scholarai {scholarai.__version__}")
    commands = parser.add_subparsers(parser_class=CommandParser, required=True, metavar="COMMAND", dest="command")
    for name, command in _COMMANDS.items():
        command.add(subparser(commands, name, *command[1:5], runs=command.runs))
    return parser


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=port, default=8080, help="port (default 8080)")
    says = "address to listen on (default 127.0.0.1); callers from elsewhere need the token that the start prints"
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=says)
    opens = "open the page in a browser (default: where a terminal and a desktop are)"
    parser.add_argument("--open", dest="shows_page", action=argparse.BooleanOptionalAction, help=opens)
    says = "answer whoever reaches the port, without a token: for containers and forwarded ports (see below)"
    parser.add_argument("--all-accounts", action="store_true", help=says)
    says = "open the library for reading only (default: where its folder cannot be written)"
    parser.add_argument("--read-only", action="store_true", help=says)
    add_data(parser)


def _add_extract(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="PAPER", help=PAPERS)
    parser.add_argument("-o", dest="output", type=Path, metavar="DIR", help="default: stdout, for one paper")
    names = [export.name for export in TABLE_EXPORTS]
    parser.add_argument("--tables", choices=names, help="write the tables, each as a file, instead of JSON")
    parser.add_argument("--pdf", type=Path, metavar="FILE", help="the PDF of the one paper, whose source is PAPER")


def _add_mcp(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--http", action="store_true", help="serve over streamable HTTP (default: stdin and stdout)")
    parser.add_argument("--port", type=port, default=8765, help="port on 127.0.0.1 for --http (default 8765)")
    says = "address of the page that links open (default: SCHOLARAI_PUBLIC_URL, else http://127.0.0.1:8080)"
    parser.add_argument("--page", metavar="URL", help=says)
    add_data(parser)


def _add_backup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a tar file; replaced if it is there")
    add_data(parser)


def _add_restore(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="what `scholarai backup` wrote")
    add_data(parser)


def _add_move(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--to", required=True, choices=("gcp", "embedded"), help="Google Cloud, or the data folder")
    parser.add_argument("--owner", metavar="USER", help="move what this user owns (default: everything)")
    parser.add_argument("--as", dest="as_owner", metavar="USER", help="who owns it there (default: the same user)")
    add_data(parser)


def _add_schema(parser: argparse.ArgumentParser) -> None:
    says = "a command with its action, such as papers list (default: all commands)"
    parser.add_argument("words", nargs="*", metavar="COMMAND", help=says)


def _add_completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


_COMMANDS = {
    "serve": _Command(
        add=_add_serve,
        runs="server:serve",
        says="run the whole system on this machine",
        examples=("scholarai serve", "scholarai serve --port 9000 --data ~/papers.scholarai"),
        more=f"""
Callers of other accounts of this machine are refused, except root. Linux tells whose a connection is. Elsewhere the printed
address has a token; where a connection comes from a container or a forwarded port, add ?token= with what is in serve-token in the
data folder, or send it as `Authorization: Bearer`.
With --all-accounts everybody who reaches the port can read, change and delete the library: use it where nobody else does.

A library that is open for reading only is listed, read, searched, asked and checked; conversations last until the server stops.
Every other change is refused. On a full disk papers can still be deleted, in room that is kept for it.
{_STORE}""",
    ),
    "extract": _Command(
        add=_add_extract,
        runs="extract_command:extract",
        says="read papers into structured JSON",
        examples=(
            "scholarai extract paper.pdf | jq .title",
            "scholarai extract papers/ project/ -o out/",
            "curl -s https://example.org/paper.pdf | scholarai extract -",
            "scholarai extract paper.pdf --tables csv -o tables/",
            "scholarai extract paper.xml --pdf paper.pdf",
        ),
        more="""
Writes DIR/<stem>.json for each paper, or with --tables DIR/<stem>-table-<n>.<ending> for each table of each. Papers
with the same stem get their folder's name before it (<folder>-<stem>.json); those of one folder keep their ending, too.
Files that are there are replaced. An interruption leaves what is finished.
""",
        prints=("entrypoints.content_schemas:ExtractedPaper",),
    ),
    "search": _Command(
        add=add_search,
        runs="passage_commands:search",
        says="rank a paper's passages for questions",
        examples=(
            'scholarai search paper.pdf "limitations" -k 5',
            "scholarai search paper.pdf --questions questions.jsonl -o found.jsonl",
        ),
        more=_STORE,
        prints=("local.passage_commands:SearchResults",),
    ),
    "ask": _Command(
        add=add_ask,
        runs="ask_command:ask",
        says="answer questions from papers, with checked quotes",
        examples=(
            'scholarai ask paper.pdf "What are the main results?"',
            'scholarai ask ~/Zotero/storage "What are the main results?" --json',
            'scholarai ask --library "What are the main results?"',
            "scholarai ask thesis/ --questions questions.jsonl -o answers.jsonl",
        ),
        more=f"""
With --questions each question is answered on its own; each gets a line: what --json prints, with its question_id.
An interruption leaves the lines that are finished.
{_STORE}""",
        prints=("entrypoints.chat_schemas:Answered", "local.ask_command:AnsweredQuestion"),
    ),
    "check": _Command(
        add=add_check,
        runs="check_command:check",
        says="check anybody's quotes, or a text with its quotes, against papers",
        examples=(
            'scholarai check paper.pdf "We used 12 data sets."',
            "scholarai check essay.md papers/",
            'scholarai check "We used 12 data sets." --library',
            "scholarai check paper.pdf --quotes quotes.jsonl -o verdicts.jsonl",
            "scholarai check thesis.docx --library --json",
        ),
        more=f"""
A TEXT is Markdown, plain text, LaTeX, Word or any other file that is read; each of its sentences comes back as said,
changed, cut, joined or not found. Exit codes: 0 the papers say all of it, 3 something is changed, cut, joined or not
found, 1 some input failed, 2 usage.
{_STORE}""",
        prints=(
            "local.check_command:CheckedOfPapers",
            "entrypoints.check_schemas:CheckedSentenceV1",
            "domain.checked_text:CheckedReference",
        ),
    ),
    "review": _Command(
        add=add_review,
        runs="review_commands:review",
        says="write a literature review of papers, every sentence with its quote",
        examples=(
            'scholarai review "How is momentum tuned?" papers/ -o review.md',
            'scholarai review "How is momentum tuned?" *.pdf -o review.pdf --budget 0.50',
        ),
        more=f"\nThe ending of FILE says its form.\n{_STORE}",
        prints=("entrypoints.review_schemas:ReviewView",),
    ),
    "table": _Command(
        add=add_table,
        runs="review_commands:table",
        says="ask papers the same questions: a row per paper, a column per question, every cell with its quote",
        examples=TABLE_EXAMPLES,
        more="\nWithout a model a cell holds the passage of the paper that comes closest, as a candidate.",
        prints=("entrypoints.table_schemas:TableView",),
    ),
    "papers": _Command(
        add=add_papers,
        says="list, add, describe, merge and delete the papers of the command line",
        examples=("scholarai papers add papers/", "scholarai papers list", "scholarai papers delete f8b7f002"),
        more=_STORE,
    ),
    "add": _Command(
        add=add_add,
        runs="works_command:add",
        says="add published papers by DOI, arXiv id, PMID, title, or a file of references",
        examples=ADD_EXAMPLES,
        more=f"{ADD_MORE}{_STORE}",
        prints=("services.literature.adding:AddedWork",),
    ),
    "discover": _Command(
        add_discover, *DISCOVER, prints=("domain.discovery:DiscoveredWork",), runs="works_command:discover"
    ),
    "retractions": _Command(
        add=add_retractions,
        runs="works_command:retractions",
        says="renew the table of retractions, and show which papers it names",
        examples=RETRACTIONS_EXAMPLES,
        more=RETRACTIONS_MORE,
        prints=("local.works_command:NoticedPaper",),
    ),
    "library": _Command(
        add=add_library,
        says="list and search papers with tags, collections and notes, and keep these",
        examples=("scholarai library list --tag thesis", "scholarai library mark f8b7f002 --tag thesis --state read"),
        more=_STORE,
    ),
    "zotero": _Command(*ZOTERO),
    "export": _Command(
        add=add_export,
        runs="export_command:export",
        says="write papers, a conversation or a PDF with marks to a file for other programs",
        examples=(
            "scholarai export -o library.bib",
            "scholarai export f8b7f002 -o references.txt --style ieee",
            "scholarai export -o vault.zip",
            "scholarai export --conversation 4c1d22aa -o talk.docx",
            "scholarai export paper.pdf -o marked.pdf",
        ),
        more=f"""
{FORMS}
{_STORE}""",
        prints=("local.export_command:Exported",),
    ),
    "models": _Command(
        add=lambda _: None,
        runs="models_command:models",
        says="list the models that answer, and try the chosen one",
        examples=("scholarai models", "SCHOLARAI_MODEL=ollama/llama3.1:8b scholarai models"),
        more="\nAsks this machine's usual addresses and those that are set, and nobody else (docs/models.md).",
        prints=("local.models_command:Models",),
    ),
    "eval": _Command(
        add=add_eval,
        runs="eval_command:evaluate",
        says="ask questions with known evidence, and say how the chosen model does",
        examples=("scholarai eval", "SCHOLARAI_MODEL=ollama/llama3.1:8b scholarai eval gold.jsonl -o scores.jsonl"),
        more=f"""
Evidence is what the paper says in its own words; an empty list tells that the paper does not answer. Printed are the
shares of evidence that the search found and the answers quoted, of quotes that stand and of refusals, tokens, cost, time.
{_STORE}""",
        prints=("local.eval_command:Scored",),
    ),
    "mcp": _Command(
        add=_add_mcp,
        runs="mcp_command:mcp",
        says="serve the papers of the page to agents, by the Model Context Protocol",
        examples=("scholarai mcp", "scholarai mcp --http --port 8765", "scholarai mcp --data ~/papers.scholarai"),
        more="""
Programs such as Claude Desktop, Cursor or VS Code start it themselves; docs/mcp.md has the lines for each. Papers are those
of the page of `scholarai serve`, which may run beside it. Over HTTP callers send the token that is in mcp-token in the
data folder.
""",
    ),
    "backup": _Command(
        add=_add_backup,
        runs="data_commands:backup",
        says="write the whole library to one file",
        examples=("scholarai backup library.tar", "scholarai backup library.tar --data ~/papers.scholarai"),
        more="""
The file holds papers, conversations and reviews as they are at one moment. A server may go on meanwhile. What is written is
checked as `scholarai verify` does; where that finds something, an older FILE is not replaced. The first member of the tar
file, SHA256SUMS, has a sum of every other one.
""",
        prints=("local.data_commands:BackedUp",),
    ),
    "restore": _Command(
        add=_add_restore,
        runs="data_commands:restore",
        says="put a backup in the place of the library",
        examples=("scholarai restore library.tar",),
        more="""
FILE is compared with its sums before anything is changed, and refused if it is not as it was written. The library in it is
then checked as `scholarai verify` does. The library that is there is not deleted: it is moved to before-restore-DATE in the
data folder. Stop the server first.
""",
        prints=("local.data_commands:Restored",),
    ),
    "verify": _Command(
        add=add_data,
        runs="data_commands:verify",
        says="check that what the library holds can be read and is what was stored",
        examples=("scholarai verify",),
        more="""
Prints a line for each problem; it changes nothing. A server may go on meanwhile.
Checked against sums made when it was written: each paper's record, text, passages and vectors; conversations, reviews, notes,
collections, links to Zotero; what lists and searches were made of them; the file of every paper and figure; the schema. Checked
against each other: tables and their indexes, texts and the indexes of words.
Not checked: daily sums of usage, counters, leases, settings, keys, and files in quarantine/ and before-*/. Rows from before
this release got their sums when the library was migrated, as they were then.
""",
        prints=("local.data_commands:Checked",),
    ),
    "move": _Command(
        add=_add_move,
        runs="move_command:move",
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
        prints=("local.move_command:Moved",),
    ),
    "ops": _Command(
        add=add_ops,
        says="run an operator's tool; without a name, list them",
        examples=("scholarai ops", "scholarai ops leftovers", "scholarai ops backup export copy.jsonl.gz"),
        more="\nThe tools work on the cloud that the environment's settings name, with Google's default credentials.",
    ),
    "schema": _Command(
        add=_add_schema,
        runs="schemas:show_schema",
        says="print the JSON schema (Draft-07) of what a command prints as JSON",
        examples=("scholarai schema papers list", "scholarai schema | jq '.properties | keys'"),
        more="\nA command prints one such object, or one on each line.",
    ),
    "completion": _Command(
        add=_add_completion,
        runs="schemas:show_completion",
        says="print a completion script for a shell",
        examples=(
            'eval "$(scholarai completion bash)"',
            "scholarai completion fish > ~/.config/fish/completions/scholarai.fish",
        ),
    ),
}
