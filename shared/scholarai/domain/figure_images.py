"""Decides which figures and tables of a paper get an image, and numbers the images."""

from scholarai.domain.content import Box, Figure, PaperContent, Table
from scholarai.domain.values import Value

# A guess: more than a paper has; later figures of a book are answered from their captions alone.
MOST_IMAGES = 60
# A guess: smaller regions are rules or specks.
_LEAST_PT = 12.0


class ImageRegion(Value, frozen=True, kw_only=True):
    """What is shown as a picture: a part of a page, or without page and box the item's files.

    `index` is the picture's number in its paper, from 0.
    """

    index: int
    item: Figure | Table
    page_number: int | None = None
    box: Box | None = None


def image_regions(content: PaperContent) -> tuple[ImageRegion, ...]:
    """Return the regions on pages of figures, then tables; the same content always gives the same numbers.

    A region is the smallest rectangle around the item's boxes. Of papers without pages, figures that have files count.
    """
    if not has_pages(content):
        drawn = [figure for figure in content.figures if figure.files][:MOST_IMAGES]
        return tuple(ImageRegion(index=index, item=figure) for index, figure in enumerate(drawn))
    items: list[Figure | Table] = [*content.figures, *content.tables]
    placed = [(item, _around(item.boxes)) for item in items if item.boxes]
    shown = [
        (item, item.page_number, box)
        for item, box in placed
        if item.page_number is not None and min(box.x1 - box.x0, box.y1 - box.y0) >= _LEAST_PT
    ]
    return tuple(
        ImageRegion(index=index, item=item, page_number=page_number, box=box)
        for index, (item, page_number, box) in enumerate(shown[:MOST_IMAGES])
    )


def has_pages(content: PaperContent) -> bool:
    """Tell whether the paper's figures are parts of pages, rather than files of their own."""
    return content.source_format == "pdf" or bool(content.pages)


def _around(boxes: tuple[Box, ...]) -> Box:
    return Box(
        min(box.x0 for box in boxes),
        min(box.y0 for box in boxes),
        max(box.x1 for box in boxes),
        max(box.y1 for box in boxes),
    )
