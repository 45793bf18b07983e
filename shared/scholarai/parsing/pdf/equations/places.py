"""Finds the glyphs of a page that belong to one equation's block."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import floor
from operator import itemgetter

from scholarai.domain.content import Block, Box
from scholarai.domain.ids import BlockId
from scholarai.parsing.pdf.equations.marks import Glyph, Marks, Rule, UncertainError
from scholarai.parsing.pdf.equations.thresholds import PLACES


class Places:
    """The glyphs of one page by the blocks whose lines they stand in."""

    def __init__(self, marks: Marks, blocks: Sequence[Block]) -> None:
        self._marks = marks
        self._owners = _owners(marks.glyphs, blocks)
        self._owned: dict[BlockId | None, list[int]] = defaultdict(list)
        for index, owner in enumerate(self._owners):
            self._owned[owner].append(index)
        self._paragraphs = {
            block.id for block in blocks if len(block.text) > PLACES.paragraph_characters and block.kind != "equation"
        }
        self._heights = [(glyph.ink[1], glyph.ink[3]) for glyph in marks.glyphs]
        sizes = Counter(round(glyph.size_pt) for glyph in marks.glyphs)
        self._usual_size = sizes.most_common(1)[0][0] if sizes else 0

    def of(self, block: Block) -> Marks:
        """Return what prints a block.

        Raises:
            UncertainError: If it has no glyphs, or others stand among them.
        """
        own = set(self._owned.get(block.id, ()))
        if not own:
            raise UncertainError
        size = max(self._marks.glyphs[index].size_pt for index in own)
        if size < PLACES.small_share * self._usual_size:  # a limit or index on its own
            raise UncertainError
        own |= self._unowned_in(self._area(own))  # the text of a page lacks glyphs without a character
        area = self._area(own)
        near = PLACES.near_ems * size
        top, bottom = area.y0 - near, area.y1 + near
        # Most of a page is not near, so that is looked at first.
        around = [index for index, (y0, y1) in enumerate(self._heights) if not (y1 <= top or y0 >= bottom)]
        for index in around:
            glyph = self._marks.glyphs[index]
            beside = PLACES.beside_paragraph_ems if self._owners[index] in self._paragraphs else PLACES.beside_ems
            if index not in own and _intrudes(glyph, area, size, beside) and not self._is_script_of_other(index):
                raise UncertainError
        rules = tuple(rule for rule in self._marks.rules if _inside(rule, area, size))
        return Marks(tuple(self._marks.glyphs[index] for index in sorted(own)), rules)

    def _area(self, own: Iterable[int]) -> Box:
        x0, y0, x1, y1 = zip(*(self._marks.glyphs[index].ink for index in own), strict=True)
        return Box(min(x0), min(y0), max(x1), max(y1))

    def _unowned_in(self, area: Box) -> set[int]:
        return {index for index in self._owned.get(None, ()) if _centered_in(self._marks.glyphs[index].ink, area)}

    def _is_script_of_other(self, index: int) -> bool:
        """Tell whether a glyph is a script in the line of another block, such as the next line of aligned equations."""
        glyph, owner = self._marks.glyphs[index], self._owners[index]
        for before, other in zip(
            self._marks.glyphs[:index][-PLACES.script_glyphs :],
            self._owners[:index][-PLACES.script_glyphs :],
            strict=True,
        ):
            if other == owner is not None and before.size_pt > glyph.size_pt:
                ems = (glyph.x - before.ink[2]) / before.size_pt, abs(glyph.baseline - before.baseline) / before.size_pt
                if ems[0] < PLACES.script_across_ems and ems[1] < PLACES.script_down_ems:
                    return True
        return False


# Height and box of a line, where its words begin, how far those up to each reach, and the block.
_Line = tuple[float, Box, Sequence[float], Sequence[float], BlockId]


def _owners(glyphs: Sequence[Glyph], blocks: Sequence[Block]) -> list[BlockId | None]:
    """Return the block of each glyph: the one with the lowest line that its origin is in, since boxes of large signs are too high."""
    lines: list[_Line] = sorted(
        (
            (
                box.y1 - box.y0,
                box,
                [word[2] for word in line.words],
                [*accumulate([word[3] for word in line.words], max)],
                block.id,
            )
            for block in blocks
            for box, line in zip(block.boxes, block.lines, strict=True)
        ),
        key=itemgetter(0),
    )
    at: dict[int, list[_Line]] = defaultdict(list)  # lines by each whole point of y that they cover
    for line in lines:
        for y in range(floor(line[1].y0 - PLACES.edge_pt), floor(line[1].y1 + PLACES.edge_pt) + 1):
            at[y].append(line)
    return [_owner(x, y, at.get(floor(y), ())) for _, _, _, x, y, _ in glyphs]


def _owner(x: float, y: float, lines: Sequence[_Line]) -> BlockId | None:
    for _, (x0, y0, x1, y1), lows, highs, block_id in lines:
        if y0 - PLACES.edge_pt <= y <= y1 + PLACES.edge_pt and x0 - PLACES.edge_pt <= x <= x1 + PLACES.edge_pt:
            index = bisect_right(lows, x + PLACES.edge_pt)
            if index and x <= highs[index - 1] + PLACES.edge_pt:
                return block_id
    return None


def _intrudes(glyph: Glyph, area: Box, size: float, beside_ems: float) -> bool:
    """Tell whether a glyph of another block stands in a formula, or so near that it may be a part of it."""
    x0, y0, x1, y1 = glyph.ink
    if x1 < area.x0 or x0 > area.x1:
        beside = x1 > area.x0 - beside_ems * size and x0 < area.x1 + beside_ems * size
        return beside and area.y0 < (y0 + y1) / 2 < area.y1
    small = glyph.size_pt < PLACES.small_share * size
    near = PLACES.near_ems * size if small else -PLACES.edge_pt
    return y1 > area.y0 - near and y0 < area.y1 + near


def _centered_in(ink: tuple[float, float, float, float], area: Box) -> bool:
    x, y = (ink[0] + ink[2]) / 2, (ink[1] + ink[3]) / 2
    return area.x0 < x < area.x1 and area.y0 < y < area.y1


def _inside(rule: Rule, area: Box, size: float) -> bool:
    across = rule.x0 > area.x0 - size and rule.x1 < area.x1 + size
    return across and rule.y1 > area.y0 - size / 2 and rule.y0 < area.y1 + size / 2
