"""The arguments of `scholarai export`."""

from __future__ import annotations

import argparse
from pathlib import Path

from scholarai.domain.exports import CONVERSATION_EXPORTS, PAPER_EXPORTS
from scholarai.exporting.styles import STYLE_NAMES
from scholarai.local.arguments import add_data


def add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "ids",
        nargs="*",
        metavar="ID",
        help="ids of `papers list`, or their beginnings (default: all papers); for .pdf the paper's own file",
    )
    parser.add_argument("--conversation", metavar="ID", help="export this conversation, or mark its quotes alone")
    names = dict.fromkeys(form.name for form in (*PAPER_EXPORTS, *CONVERSATION_EXPORTS))
    parser.add_argument("--format", choices=[*names, "pdf"], help="where the ending of FILE does not say it")
    parser.add_argument("--style", choices=STYLE_NAMES, default=STYLE_NAMES[0], help="of bibliographies (default: apa)")
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="default: stdout")
    add_data(parser)
