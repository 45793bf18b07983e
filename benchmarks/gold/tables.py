"""The cells of a paper's tables, from its LaTeX source, as a gold for the PDF made from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pylatexenc.latex2text import LatexNodes2Text

_MATH = re.compile(r"\$([^$]*)\$")


def tables_of_source(content: Mapping[str, Any]) -> list[list[list[str]]]:
    """Return the rows of each captioned table as they are printed, its notes left out.

    Args:
        content: The `PaperContent` of the source as plain data.
    """
    convert = LatexNodes2Text(math_mode="text", keep_comments=False).latex_to_text
    return [
        [[_MATH.sub(lambda math: convert(math[1]), cell) for cell in row] for row in table["rows"]]
        for table in content.get("tables", ())
        if table["label"] and table["rows"]
    ]
