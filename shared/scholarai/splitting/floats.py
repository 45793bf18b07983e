"""Finds the blocks of each figure and table, and the paragraph that mentions it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scholarai.domain.content import Block, ChunkKind

_KINDS = {
    "fig": "figure", "figs": "figure", "figure": "figure", "figures": "figure", "abb": "figure", "abbildung": "figure",
    "tab": "table", "tabs": "table", "table": "table", "tables": "table", "tabelle": "table", "tableau": "table",
    "alg": "algorithm", "algorithm": "algorithm", "algorithms": "algorithm", "listing": "listing",
    "listings": "listing", "scheme": "scheme", "schemes": "scheme", "box": "box", "plate": "plate", "chart": "chart",
    "video": "video", "movie": "video",
}  # fmt: skip
_NUMBER = r"(?:[A-Z]{1,2}[.\-]?)?\d{1,4}(?:\.\d{1,3})*|[IVX]{1,6}\b"
_NAME = r"\b(" + "|".join(sorted(_KINDS, key=len, reverse=True)) + r")\b\.?[\s~\u00a0]*"
_LABEL = re.compile(r"\W{0,3}(?:\w+\s+){0,2}?" + _NAME + f"({_NUMBER})", re.IGNORECASE)
_MENTION = re.compile(
    _NAME + rf"\(?((?:{_NUMBER})[a-z]?(?:\s*(?:,|and|und|et|&|–|-|to)\s*(?:(?:{_NUMBER})[a-z]?)){{0,8}})",
    re.IGNORECASE,
)
_NUMBERS = re.compile(_NUMBER, re.IGNORECASE)
_RANGE = re.compile(r"(?<!\d)(\d+)[a-z]?\s*(?:–|-|to)\s*(\d+)")
_LONGEST_RANGE = 20

Label = tuple[str, str]


class FloatGroup(NamedTuple):
    """Block indices of one float: a caption, a table, or a table beside its caption."""

    kind: ChunkKind
    caption: int | None
    table: int | None


class Mention(NamedTuple):
    block: int
    start: int


def float_groups(blocks: Sequence[Block]) -> list[FloatGroup]:
    """Return the floats of a paper in reading order; a table takes the table caption right beside it."""
    taken: set[int] = set()
    groups: list[FloatGroup] = []
    for index, block in enumerate(blocks):
        if block.kind == "table":
            caption = next((k for k in (index - 1, index + 1) if k not in taken and _captions_table(blocks, k)), None)
            taken |= {index} if caption is None else {index, caption}
            groups.append(FloatGroup("table", caption, index))
    groups += [
        FloatGroup("caption", index, None)
        for index, block in enumerate(blocks)
        if block.kind == "caption" and index not in taken
    ]
    return sorted(groups, key=lambda group: min(k for k in (group.caption, group.table) if k is not None))


def label_of(caption: str) -> Label | None:
    """Return what a caption is numbered as, such as ("figure", "2")."""
    match = _LABEL.match(caption[:80])
    return (_KINDS[match.group(1).lower()], match.group(2).upper()) if match else None


def first_mentions(blocks: Sequence[Block], indices: Sequence[int]) -> dict[Label, Mention]:
    """Return where the paragraphs at `indices` first mention each figure, table, and the like."""
    mentions: dict[Label, Mention] = {}
    for index in indices:
        for match in _MENTION.finditer(blocks[index].text):
            for number in _expanded(match.group(2)):
                mentions.setdefault((_KINDS[match.group(1).lower()], number), Mention(index, match.start()))
    return mentions


def _captions_table(blocks: Sequence[Block], index: int) -> bool:
    if not 0 <= index < len(blocks) or blocks[index].kind != "caption":
        return False
    label = label_of(blocks[index].text)
    return label is not None and label[0] == "table"


def _expanded(numbers: str) -> Iterator[str]:
    for match in _NUMBERS.finditer(numbers):
        yield match.group().upper()
    for match in _RANGE.finditer(numbers):
        low, high = int(match.group(1)), int(match.group(2))
        if low < high <= low + _LONGEST_RANGE:
            yield from (str(number) for number in range(low + 1, high))
