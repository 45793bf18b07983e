"""The rows and cells of a tabular environment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_ROW_ENDS = {"\\", "tabularnewline", "startdata", "cr"}
_RULES = {"hline", "toprule", "midrule", "bottomrule", "cline", "cmidrule", "specialrule", "addlinespace", "endhead", "endfirsthead",
          "endfoot", "endlastfoot", "caption", "label", "tablecaption", "enddata", "noalign", "rowcolor", "arrayrulecolor",
          "tablewidth", "tabletypesize", "tablecomments", "tablenotetext", "tablenum", "rotate", "colnumbers", "decimals"}  # fmt: skip
MOST_CELLS = 20_000


def split_rows(node: Any) -> list[list[list[Any]]]:
    """Return the nodes of each cell, row by row; rules, captions and labels are left out."""
    rows: list[list[list[Any]]] = [[[]]]
    cells = 0
    for child in _unwrapped(node.nodelist):
        name = getattr(child, "macroname", None)
        if getattr(child, "specials_chars", None) == "&":
            rows[-1].append([])
            cells += 1
        elif name in _ROW_ENDS:
            rows.append([[]])
        elif name in {"multicolumn", "multirow"}:
            rows[-1][-1].append(child.nodeargd.argnlist[-1])
        elif name not in _RULES:
            rows[-1][-1].append(child)
        if cells > MOST_CELLS:
            break
    return rows


def _unwrapped(nodes: list[Any]) -> Iterator[Any]:
    """Yield the nodes of a table's body, and those of the head that AASTeX sets as an argument."""
    for node in nodes:
        name = getattr(node, "macroname", None)
        if name == "tablehead":
            continue
        if name == "cmidrule":
            continue
        yield node
