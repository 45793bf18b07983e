"""Splits a tabular environment into rows and cells."""

from __future__ import annotations

from typing import Any

_ROW_ENDS = {"\\", "tabularnewline", "startdata", "cr"}
_RULES = {"hline", "toprule", "midrule", "bottomrule", "cline", "cmidrule", "specialrule", "addlinespace", "endhead", "endfirsthead",
          "endfoot", "endlastfoot", "tablehead", "caption", "label", "tablecaption", "enddata", "noalign", "rowcolor", "arrayrulecolor",
          "tablewidth", "tabletypesize", "tablecomments", "tablenotetext", "tablenum", "rotate", "colnumbers", "decimals"}  # fmt: skip
MOST_CELLS = 20_000


def split_rows(node: Any) -> list[list[list[Any]]]:
    """Return the nodes of each cell, row by row, without rules, captions and labels."""
    rows: list[list[list[Any]]] = [[[]]]
    cells = 0
    for child in node.nodelist:
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
