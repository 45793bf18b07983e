"""`scholarai ops`: the operators' tools, their arguments, and how they are run."""

from __future__ import annotations

import argparse
from pathlib import Path

from scholarai.local.arguments import CommandParser, results, subparser

_OWNER = "the user's id, which Identity Platform calls User UID"


def add_ops(parser: argparse.ArgumentParser) -> None:
    tools = parser.add_subparsers(parser_class=CommandParser, metavar="TOOL", dest="tool")
    parser.set_defaults(show_help=parser.print_help)
    _add_backup(
        subparser(
            tools,
            "backup",
            "keep a copy of the cloud's documents in a file, or write it back",
            ("scholarai ops backup export copy.jsonl.gz", "scholarai ops backup restore copy.jsonl.gz"),
        )
    )
    forget = subparser(
        tools,
        "forget",
        "delete everything that is kept of one owner",
        ("scholarai ops forget kX93hUser",),
        """
If something could not be removed, run it again; `scholarai ops leftovers` shows whether anything is left. The account itself
is removed in Identity Platform.
""",
        ("services.papers.account_deletion:Forgotten",),
        runs="ops_tools:forget",
    )
    forget.add_argument("owner", metavar="OWNER", help=_OWNER)
    subparser(
        tools,
        "leftovers",
        "list what deletions and crashes may have left",
        ("scholarai ops leftovers",),
        """
Changes nothing. With SCHOLARAI_BACKEND=embedded it looks into the data folder of this machine instead. Exit codes: 0 nothing,
1 something.
""",
        ("local.ops_tools:Leftover",),
        runs="ops_tools:leftovers",
    )
    papers = subparser(
        tools,
        "papers",
        "list the papers of one owner, latest first, and whether each was read",
        ("scholarai ops papers kX93hUser",),
        "\nA line has the paper's id, its status, the code of what failed or -, and the file's name.",
        ("entrypoints.schemas:PaperView",),
        runs="ops_tools:papers",
    )
    papers.add_argument("owner", metavar="OWNER", help=_OWNER)
    reindex = subparser(
        tools,
        "reindex",
        "extract the papers again whose vectors are of another embedding model",
        ("scholarai ops reindex 100",),
        """
The settings name the new model. Papers stay readable and are searched by words until their new vectors are complete. Run it
again until it says 0. Papers whose extraction is under way are skipped.
""",
        ("local.ops_tools:Started",),
        runs="ops_tools:reindex",
    )
    reindex.add_argument("most", nargs="?", type=results, metavar="MOST", help="start at most so many papers")
    replay = subparser(
        tools,
        "replay",
        "try again what was given up and lies in a subscription",
        ("scholarai ops replay scholarai-paper-failures",),
        """
A review's step is ordered again. The extraction of a paper that failed for a passing reason is started again, as its owner
would; the letter of a paper whose file is at fault is acknowledged, since its owner was informed.
""",
        ("local.ops_tools:Replayed",),
        runs="ops_tools:replay",
    )
    replay.add_argument("subscription", metavar="SUBSCRIPTION", help="a subscription of what was given up")


def _add_backup(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(parser_class=CommandParser, required=True, metavar="ACTION", dest="action")
    prints = ("local.ops_tools:Documents",)
    export = subparser(
        actions,
        "export",
        "write the documents to a file",
        ("scholarai ops backup export copy.jsonl.gz", "scholarai ops backup export copy.jsonl.gz kX93hUser"),
        prints=prints,
        runs="ops_tools:export",
    )
    restore = subparser(
        actions,
        "restore",
        "write a file's documents back",
        ("scholarai ops backup restore copy.jsonl.gz",),
        prints=prints,
        runs="ops_tools:restore",
    )
    for action in (export, restore):
        action.add_argument("file", type=Path, metavar="FILE.jsonl.gz")
    says = f"{_OWNER}: all that is stored for them, except their papers' files (default: of everybody)"
    export.add_argument("owner", nargs="?", metavar="OWNER", help=says)
