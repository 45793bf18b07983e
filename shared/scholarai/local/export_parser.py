"""The arguments of `scholarai export`."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable
from pathlib import Path

from scholarai.domain.exports import CONVERSATION_EXPORTS, PAPER_EXPORTS, Export
from scholarai.exporting.styles import STYLE_NAMES
from scholarai.local.arguments import add_data


def _named(forms: Iterable[Export]) -> str:
    return ", ".join(f"{form.endings[0]} ({form.label})" for form in forms)


FORMS = textwrap.fill(
    f"The ending of FILE says its form. Of papers: {_named(PAPER_EXPORTS)}. Of a conversation, whose id `ask --json` names: "
    f"{_named(CONVERSATION_EXPORTS)}. A .pdf is a copy of the PDF that is named, with what is highlighted and quoted.",
    120,
)


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
