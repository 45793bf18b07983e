"""The cells of a paper's tables, from its LaTeX source, as a gold for the PDF made from it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pylatexenc.latex2text import LatexNodes2Text

_ROWS = re.compile(r"\\\\(?:\[[^\]]*\])?|&")
_SPAN = re.compile(r"\\multicolumn\{\d+\}\{(?:[^{}]|\{[^{}]*\})*\}")
_COMMAND = re.compile(r"\{*\\(?P<name>[A-Za-z@]+)\*?(?:\[[^\]]*\])?\{[^{}]*\}\}*")
_TEXT_COMMANDS = frozenset(
    "textbf textit textrm textsc textsf texttt textup emph mbox text url cite citet citep ref num SI underline".split()
)
_MATH = re.compile(r"\$([^$]*)\$")


def tables_of_source(content: Mapping[str, Any], sources: Sequence[Path] = ()) -> list[list[list[str]]]:
    """Return the rows of each captioned table as they are printed, without its notes and without tables that are drawings.

    Args:
        content: The `PaperContent` of the source as plain data.
        sources: The LaTeX files of the paper, which tell what is a drawing.
    """
    convert = LatexNodes2Text(math_mode="text", keep_comments=False).latex_to_text
    drawn = " ".join(drawings("\n".join(path.read_text(encoding="utf-8", errors="replace") for path in sources)))
    return [
        [[_MATH.sub(lambda math: convert(math[1]), cell) for cell in row] for row in table["rows"]]
        for table in content.get("tables", ())
        if table["label"] and table["rows"] and not (drawn and _printed(table["caption"]) in drawn)
    ]


def drawings(latex: str) -> list[str]:
    """Return the captions of the tables in which one command draws every cell: what it prints is not in the source."""
    found = []
    for start in re.finditer(r"\\begin\{(?:longtable|table\*?)\}", latex):
        body = latex[start.end() :].partition("\\end{longtable}" if "longtable" in start[0] else "\\end{table")[0]
        caption = re.search(r"\\caption\{((?:[^{}]|\{[^{}]*\})*)\}", body)
        cells = [
            cell for part in _ROWS.split(_SPAN.sub("", body)) if (cell := part.strip()) and "\\caption" not in cell
        ]
        commands = {one["name"] if (one := _COMMAND.fullmatch(cell)) else "" for cell in cells}
        if caption and len(commands) == 1 and not commands & {"", *_TEXT_COMMANDS}:
            found.append(_printed(caption[1]))
    return found


def _printed(caption: str) -> str:
    """Return the letters and digits of a caption without its label."""
    return "".join(filter(str.isalnum, re.sub(r"^\w+\s+\d+[.:]?", "", caption).lower()))
