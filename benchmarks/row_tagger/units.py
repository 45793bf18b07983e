"""Lists what a paper prints, piece by piece in its order, each with the label that its rows should get."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import lxml.html

from scholarai.domain.content import Block, PaperContent
from scholarai.local.gold import squash

LABELS = (
    "title", "authors", "affiliation", "front", "abstract", "heading-1", "heading-2", "heading-3", "paragraph", "paragraph+",
    "list", "list+", "caption", "reference", "reference+", "table", "equation", "note", "furniture",
)  # fmt: skip
"""What a row may be. A `+` marks a row that goes on with what an earlier one began; deeper headings count as level 3,
and `front` is what else a title page prints, such as dates."""
CONTINUED = frozenset(label.removesuffix("+") for label in LABELS if label.endswith("+"))
DEEPEST = 3

_BLOCKS = {
    "list_item": "list",
    "caption": "caption",
    "reference": "reference",
    "equation": "equation",
    "table": "table",
    "footnote": "note",
}
_OF_CLASS = {
    "journal": "front",
    "rubric": "front",
    "title": "title",
    "authors": "authors",
    "caption": "caption",
    "formula": "equation",
}
_OF_TAG = {"figcaption": "caption", "td": "table", "th": "table"}
_WITHIN = {"affiliations": "affiliation", "abstract": "abstract", "notes": "note", "references": "reference"}
_FORMULA = re.compile(r"\$[^$]*\$")
_HEADING = re.compile(r"h[1-6]")


class Unit(NamedTuple):
    """A piece of a paper in letters and digits alone; `label` has no `+`, and is empty where no row is to be judged."""

    label: str
    letters: str


def units_of_zoo(page: Path) -> list[Unit]:
    """Return the units of the HTML page from which a paper of the zoo was set."""
    body = lxml.html.fromstring(page.read_bytes().decode()).find("body")
    return [] if body is None else [unit for unit in _walked(body) if unit.letters]


def _walked(element: lxml.html.HtmlElement) -> Iterator[Unit]:
    for child in element:
        label = _label(child)
        if label is None:
            yield from _walked(child)
        else:
            yield Unit(label, squash(child.text_content()))


def _label(element: lxml.html.HtmlElement) -> str | None:
    """Return the label of an element, None where those of its children differ."""
    kind, tag = element.get("class", ""), str(element.tag)
    of = {parent.get("class", "") for parent in element.iterancestors()}
    if of & {"cover", "side", "supplement"}:
        return "front"
    if _HEADING.fullmatch(tag) and kind != "title":  # the title is h1, so sections begin with h2
        return f"heading-{min(max(int(tag[1]) - 1, 1), DEEPEST)}"
    if tag in {"p", "li"}:
        inner = (_WITHIN[name] for name in sorted(of) if name in _WITHIN)
        return next(inner, "list" if tag == "li" else "paragraph")
    return _OF_CLASS.get(kind) or _OF_TAG.get(tag)


def units_of_content(content: PaperContent) -> list[Unit]:
    """Return the units of a paper that was read from its source, without formulas in the text."""
    addresses = dict.fromkeys(author.affiliation for author in content.authors if author.affiliation)
    units = [
        Unit("title", _letters(content.title)),
        Unit("authors", squash(" ".join(author.name for author in content.authors))),
        *(Unit("affiliation", _letters(address)) for address in addresses),
    ]
    levels = {section.id: section.level for section in content.sections}
    top = min(levels.values(), default=1)
    abstract = _letters(content.abstract)
    if abstract and not any(_letters(block.text) in abstract for block in content.blocks if len(block.text) > 40):
        units.append(Unit("abstract", abstract))
    for block in content.blocks:
        level = levels.get(block.section_id, top) - top + 1 if block.section_id else 1
        units += _of_block(block, abstract, min(level, DEEPEST))
    blocks = {block.id: block.kind for block in content.blocks}
    for table in content.tables:
        if table.block_id is None or blocks.get(table.block_id) != "table":
            units += [Unit("table", _letters(cell)) for row in table.rows for cell in row]
            units += [Unit("note", _letters(note)) for note in table.notes]
    return [unit for unit in units if unit.letters]


def _of_block(block: Block, abstract: str, level: int) -> list[Unit]:
    letters = _letters(block.text)
    if block.kind == "heading":
        return [Unit(f"heading-{level}", letters)]
    if block.kind == "code":
        return [Unit("", letters)]
    if block.kind == "table":
        return [Unit("table", _letters(cell)) for cell in re.split(r"[|\n]", block.text)]
    if block.kind in {"paragraph", "theorem"} and abstract and letters in abstract:
        return [Unit("abstract", letters)]
    return [Unit(_BLOCKS.get(block.kind, "paragraph"), letters)]


def _letters(text: str | None) -> str:
    return squash(_FORMULA.sub("", text or ""))
