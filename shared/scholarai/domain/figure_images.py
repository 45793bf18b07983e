"""Decides which figures, tables and equations of a paper get an image, and numbers the images."""

from collections.abc import Iterator, Sequence
from itertools import islice

from scholarai.domain.content import Block, Box, Equation, Figure, PaperContent, Table
from scholarai.domain.ids import BlockId
from scholarai.domain.values import Value

# A guess: more than a paper has; later figures of a book are answered from their captions alone.
MOST_FLOATS = 60
# A guess: later equations of a long derivation are answered from their text alone.
MOST_EQUATIONS = 40
MOST_IMAGES = MOST_FLOATS + MOST_EQUATIONS
# A guess: smaller regions are rules or specks.
_LEAST_PT = 12.0
# Blocks on each side of an equation that may be parts of it, or the line of text beside it. A guess.
_REACH = 3
# A guess: a line farther off stands beyond a figure.
_NEAR_PT = 40.0
# A guess: the start of a line may differ by so much.
_INSIDE_PT = 2.0
_ELSEWHERE = frozenset({"caption", "table", "footnote"})


class ImageRegion(Value, frozen=True, kw_only=True):
    """What is shown as a picture: a part of a page, or without page and box the item's files.

    `index` is the picture's number in its paper, from 0.
    """

    index: int
    item: Figure | Table | Equation
    page_number: int | None = None
    box: Box | None = None


def image_regions(content: PaperContent) -> tuple[ImageRegion, ...]:
    """Return the regions on pages of figures, tables and numbered equations, in this order; the same content always gives the same numbers.

    A region is the smallest rectangle around the item's boxes, of an equation also around the lines of text above
    and below. Of papers without pages, figures that have files count.
    """
    if not has_pages(content):
        drawn = [figure for figure in content.figures if figure.files][:MOST_FLOATS]
        return tuple(ImageRegion(index=index, item=figure) for index, figure in enumerate(drawn))
    items: list[Figure | Table] = [*content.figures, *content.tables]
    placed = [(item, Box.around(item.boxes)) for item in items if item.boxes]
    floats = [
        (item, item.page_number, box)
        for item, box in placed
        if item.page_number is not None and min(box.x1 - box.x0, box.y1 - box.y0) >= _LEAST_PT
    ]
    shown = [*floats[:MOST_FLOATS], *islice(_equations(content), MOST_EQUATIONS)]
    return tuple(
        ImageRegion(index=index, item=item, page_number=page_number, box=box)
        for index, (item, page_number, box) in enumerate(shown)
    )


def has_pages(content: PaperContent) -> bool:
    """Tell whether the paper's figures are parts of pages, rather than files of their own."""
    return content.source_format == "pdf" or bool(content.pages)


def _equations(content: PaperContent) -> Iterator[tuple[Equation, int, Box]]:
    """Yield the numbered equations with page and region."""
    places = {block.id: place for place, block in enumerate(content.blocks)}
    numbered = [equation for equation in content.equations if equation.label and equation.block_id in places]
    apart = {equation.block_id for equation in numbered}
    for equation in numbered:
        place = places[equation.block_id]
        page_number = content.blocks[place].page_number
        if page_number is not None and (box := _with_text_beside(content.blocks, place, page_number, apart)):
            yield equation, page_number, box


def _with_text_beside(blocks: Sequence[Block], place: int, page_number: int, apart: set[BlockId]) -> Box | None:
    """Return the region of an equation, of the parts of it that are blocks of their own, and of one line of text on each side.

    Args:
        blocks: Those of the paper.
        place: The equation's index among them.
        page_number: The page that it begins on.
        apart: The blocks of numbered equations, which are parts of no other.
    """
    own = _boxes_on(page_number, blocks[place])
    if not own:
        return None
    area = Box.around(own)
    sides = (range(place - 1, -1, -1), range(place + 1, len(blocks)))
    near = [list(islice((blocks[at] for at in side if blocks[at].kind not in _ELSEWHERE), _REACH)) for side in sides]
    lines = [box for side in near for block in side for box in _boxes_on(page_number, block)]
    column = Box.around([area, *(box for box in lines if _overlap(box, area))])
    for side, sign in zip(near, (-1, 1), strict=True):
        for block in side:
            boxes = [box for box in _boxes_on(page_number, block) if sign * (_middle(box) - _middle(area)) > 0]
            if not boxes:
                break
            nearest = min(boxes, key=lambda box: abs(_middle(box) - _middle(area)))
            # Scripts may be lines of their own, which the line that they belong to overlaps.
            line = Box.around([box for box in boxes if box.y0 <= _middle(nearest) <= box.y1])
            if max(line.y0 - area.y1, area.y0 - line.y1) > _NEAR_PT or not _overlap(line, column):
                break
            # Text begins at the column's edge; a single line that begins farther right is a limit or a numerator.
            is_display = block.kind == "equation" or (
                block.kind != "heading" and len(boxes) == 1 and line.x0 > column.x0 + _INSIDE_PT
            )
            area = Box.around([area, *boxes] if is_display else [area, line])
            if not is_display or block.id in apart:
                break
    return area


def _boxes_on(page_number: int, block: Block) -> list[Box]:
    return [box for line, box in zip(block.lines, block.boxes, strict=True) if line.page_number == page_number]


def _overlap(one: Box, other: Box) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1


def _middle(box: Box) -> float:
    return (box.y0 + box.y1) / 2
