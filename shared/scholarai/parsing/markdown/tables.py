"""Reads the tables of a Markdown paper: those with pipes, and pandoc's grids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from scholarai.parsing.grids import Grid, SourceCell, grid_of
from scholarai.parsing.markdown.inline import read_inline
from scholarai.parsing.markdown.syntax import parser
from scholarai.parsing.rich_text import one_line

_RULE = re.compile(r"\+[-=:]{2,}(?=\+)")
_RULED = frozenset("-=:+")


def read_pipe_table(tokens: Sequence[Token]) -> Grid:
    """Return the cells of a table's tokens; its first row is the head."""
    rows: list[list[SourceCell]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(SourceCell(one_line(read_inline(token.children or []).text())))
    return grid_of(rows, header_rows=1)


def read_grid_table(source: str) -> Grid:
    """Return the cells of a grid table; as in pandoc, a cell may cover several rows and columns."""
    lines = source.strip("\n").split("\n")
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    wide = max(map(len, lines))
    lines = [line[indent:].ljust(wide) for line in lines]
    rules = [index for index, line in enumerate(lines) if _RULE.search(line)]
    edges = sorted(
        {at for index in rules for rule in _RULE.finditer(lines[index]) for at in (rule.start(), rule.end())}
    )
    head = next((place for place, index in enumerate(rules) if "+=" in lines[index] or "+:=" in lines[index]), 0)
    rows = [list(_cells_below(place, lines, rules, edges)) for place in range(len(rules) - 1)]
    return grid_of(rows, header_rows=head)


def _cells_below(place: int, lines: Sequence[str], rules: Sequence[int], edges: Sequence[int]) -> Iterator[SourceCell]:
    """Yield the cells that begin below a rule, from left to right."""
    top = rules[place]
    for at, left in enumerate(edges[:-1]):
        if lines[top][left] != "+" or lines[top][left + 1] not in _RULED or lines[top + 1][left] not in "|+":
            continue
        right = next((end for end in range(at + 1, len(edges)) if lines[top + 1][edges[end]] in "|+"), len(edges) - 1)
        low = next(
            (end for end in range(place + 1, len(rules)) if lines[rules[end]][left + 1] in _RULED), len(rules) - 1
        )
        inside = (line[left + 1 : edges[right]].strip().rstrip("\\") for line in lines[top + 1 : rules[low]])
        text = read_inline(parser().parseInline(" ".join(filter(None, inside)))[0].children or []).text()
        yield SourceCell(one_line(text), low - place, right - at)
