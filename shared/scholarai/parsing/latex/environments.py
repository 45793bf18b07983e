"""Handlers of LaTeX environments: the effect of each on the paper being read."""

from __future__ import annotations

import re
from typing import Any

from scholarai.domain.content import BlockKind
from scholarai.parsing.latex.commands import open_unnumbered, read_abstract
from scholarai.parsing.latex.document import DocumentReader, Handler
from scholarai.parsing.latex.floats import FloatReader
from scholarai.parsing.latex.nodes import (
    Nodes,
    arguments,
    is_tabular,
    leading_option,
    options,
    source_of,
    without_options,
)
from scholarai.parsing.latex.specs import LISTS
from scholarai.parsing.latex.tables import read_grid
from scholarai.parsing.rich_text import Rich, Target

_FIGURES = re.compile(r"(?:teaser|wrap|SC|sideways|float|mar(?:gin)?)?figure\*?$|SCfigure\*?$")
_TABLES = re.compile(r"(?:wrap|SC|sideways|margin|float|long|super)?table\*?$|deluxetable\*?$|longtblr$")
_CODE_FLOATS = {"algorithm": "Algorithm", "algorithm*": "Algorithm", "algorithm2e": "Algorithm", "listing": "Listing"}
_DROPPED = frozenset(
    {"keyword", "keywords", "IEEEkeywords", "CCSXML", "icmlauthorlist", "highlights", "graphicalabstract", "authorlist"}
)


def read_environment(reader: DocumentReader, node: Any) -> None:
    name = node.environmentname
    handler = _ENVIRONMENTS.get(name)
    if handler is not None:
        handler(reader, node)
    elif name in reader.expanded.theorems or name.rstrip("*") in reader.counters.theorems:
        _theorem(reader, node)
    elif _FIGURES.match(name) or _TABLES.match(name) or name in _CODE_FLOATS:
        kind = "Table" if _TABLES.match(name) else _CODE_FLOATS.get(name, "Figure")
        FloatReader(reader, kind).read([node] if is_tabular(name) else leading_option(node)[0])
    elif is_tabular(name):
        _loose_table(reader, node)
    elif name not in _DROPPED:
        kind = reader.kind
        reader.walk(without_options(node.nodelist))
        if reader.kind != kind:  # a list that a class or the paper defines
            reader.end_paragraph()
            reader.kind = kind


def _scoped(reader: DocumentReader, kind: BlockKind, start: Rich, nodes: Nodes) -> None:
    """Read nodes as separate paragraphs of `kind`."""
    reader.end_paragraph()
    saved, reader.kind = reader.kind, kind
    reader.parts.extend(start)
    reader.walk(nodes)
    reader.end_paragraph()
    reader.kind = saved


def _list(reader: DocumentReader, node: Any) -> None:
    reader.items.append(0)
    _scoped(reader, reader.kind, (), node.nodelist)
    reader.items.pop()


def _theorem(reader: DocumentReader, node: Any) -> None:
    title, number = reader.counters.theorem(node.environmentname)
    nodes, name = leading_option(node)
    title = reader.plain(title)
    reader.target = Target(title, number)
    shown = f"{title} {number}".strip()
    _scoped(reader, "theorem", (shown, *((" (", *reader.inline(name), ")") if name else ()), ". "), nodes)


def _proof(reader: DocumentReader, node: Any) -> None:
    nodes, name = leading_option(node)
    _scoped(reader, "paragraph", (*(reader.inline(name) if name else ("Proof",)), ". "), nodes)


def _abstract(reader: DocumentReader, node: Any) -> None:
    read_abstract(reader, leading_option(node)[0])


def _headed(title: str) -> Handler:
    opened = open_unnumbered(title)

    def read(reader: DocumentReader, node: Any) -> None:
        opened(reader, node)
        reader.walk_separately(node.nodelist)

    return read


def _subequations(reader: DocumentReader, node: Any) -> None:
    reader.counters.begin_subequations()
    reader.walk(node.nodelist)
    reader.counters.end_subequations()


def _bibliography(reader: DocumentReader, node: Any) -> None:
    """Collect the printed entries as source; they are converted once all macros are known."""
    if reader.is_outside_text:
        return
    reader.flush()
    reader.paper.place_bibliography()
    items: list[tuple[Any, list[str]]] = []
    for child in node.nodelist:
        if getattr(child, "macroname", None) == "bibitem":
            items.append((child, []))
        elif items:
            items[-1][1].append(child.latex_verbatim())
    for item, sources in items:
        label = source_of(options(item)[0]) if options(item) else None
        if arguments(item):
            reader.entries.append((source_of(arguments(item)[-1]).strip(), label, "".join(sources)))


def _appendices(reader: DocumentReader, node: Any) -> None:
    reader.counters.begin_appendix()
    reader.walk(node.nodelist)


def _algorithmic(reader: DocumentReader, node: Any) -> None:
    FloatReader(reader, "Algorithm").read([node])


def _loose_table(reader: DocumentReader, node: Any) -> None:
    grid = read_grid(node, reader.inline)
    if reader.is_flat:
        reader.parts += [part for row in grid.rows for cell in row for part in (*cell, " ")]
    else:
        reader.after_paragraph(lambda: reader.paper.add_table("", (), grid))


_ENVIRONMENTS: dict[str, Handler] = {
    **dict.fromkeys(
        ("abstract", "abstract*", "onecolabstract", "Abstract", "sciabstract", "resumo", "resume"), _abstract
    ),
    **dict.fromkeys(
        ("acknowledgments", "acknowledgements", "acknowledgment", "acknowledgement", "acks", "ack"),
        _headed("Acknowledgments"),
    ),
    **dict.fromkeys(LISTS, _list),
    **dict.fromkeys(("appendices", "appendix", "subappendices"), _appendices),
    **dict.fromkeys(("algorithmic", "algorithmic*"), _algorithmic),
    "proof": _proof,
    "thebibliography": _bibliography,
    "subequations": _subequations,
}
