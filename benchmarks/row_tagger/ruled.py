"""Labels rows as the reader's rules read them, from the content that they gave."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from row_tagger.pages import Printed
from row_tagger.units import CONTINUED, DEEPEST
from scholarai.domain.content import Block, Box, PaperContent
from scholarai.local.gold import squash
from scholarai.parsing.pdf.layout.page import displayed
from scholarai.parsing.pdf.layout.rows import Row

_KINDS = {
    "list_item": "list", "caption": "caption", "reference": "reference", "equation": "equation", "table": "table",
    "footnote": "note",
}  # fmt: skip
_SLACK_PT = 1.0


class _Line(NamedTuple):
    box: Box
    letters: str
    label: str


def ruled_labels(paper: Printed) -> list[str | None]:
    """Return the label of each row by the rules, None where a row is in no block: they left it out, or in a figure."""
    content = paper.content
    pages = {page.page_number: page for page in paper.pages}
    lines = _lines(content)
    boxes = [(item.page_number, box) for item in content.tables for box in item.boxes]
    found: list[str | None] = []
    for row in paper.rows:
        if row in paper.furniture:
            found.append("furniture")
            continue
        box = displayed(row.box, pages[row.page_number])
        line = next((line for line in lines[row.page_number] if _covers(line.box, box) and _agrees(line, row)), None)
        cell = any(number == row.page_number and _covers(at, box) for number, at in boxes)
        found.append(line.label if line is not None else "table" if cell else None)
    return found


def _lines(content: PaperContent) -> dict[int, list[_Line]]:
    lines: dict[int, list[_Line]] = defaultdict(list)
    levels = {section.id: section.level for section in content.sections}
    top = min(levels.values(), default=1)
    front = _Front(content)
    for block in content.blocks:
        level = levels.get(block.section_id, top) - top + 1 if block.section_id else 1
        for line, box, label in zip(block.lines, block.boxes, _labels(block, front, level), strict=True):
            lines[line.page_number].append(_Line(box, squash(block.text[line.start : line.end]), label))
    return lines


class _Front:
    """The letters of what the title page says."""

    def __init__(self, content: PaperContent) -> None:
        self.title = squash(content.title)
        self.abstract = squash(content.abstract)
        self.authors = squash(" ".join(author.name for author in content.authors))
        self.names = [squash(author.name) for author in content.authors]
        self.addresses = squash(" ".join({author.affiliation or "": None for author in content.authors}))


def _labels(block: Block, front: _Front, level: int) -> Iterator[str]:
    """Return the label of each line of a block."""
    for place, line in enumerate(block.lines):
        letters = squash(block.text[line.start : line.end])
        label = _front_label(block, letters, front) or _KINDS.get(block.kind, "paragraph")
        if block.kind == "heading" and label == "paragraph":
            label = f"heading-{min(level, DEEPEST)}"
        yield f"{label}+" if place and label in CONTINUED else label


def _front_label(block: Block, letters: str, front: _Front) -> str | None:
    """Return the label of a line of the title page, None for others."""
    if block.kind == "heading" and block.section_id is None:
        return "title"
    if block.kind not in {"paragraph", "list_item", "footnote", "theorem"}:
        return None
    if front.abstract and letters in front.abstract and block.page_number in {1, 2}:
        return "abstract"
    if block.section_id is not None or block.page_number != 1:
        return None
    if any(name in letters or letters in front.authors for name in front.names):
        return "authors"
    return "affiliation" if letters.strip("0123456789") in front.addresses and letters else "front"


def _covers(outer: Box, box: Box) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return outer.x0 - _SLACK_PT <= x <= outer.x1 + _SLACK_PT and outer.y0 - _SLACK_PT <= y <= outer.y1 + _SLACK_PT


def _agrees(line: _Line, row: Row) -> bool:
    """Tell whether a line holds the text of a row or is a part of it; the reader drops hyphens and note marks."""
    letters = squash(row.text)
    return letters[:8] in line.letters or line.letters[:8] in letters or letters[-8:] in line.letters
