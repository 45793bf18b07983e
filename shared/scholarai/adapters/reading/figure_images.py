"""Cuts pictures of figures and tables out of a PDF's pages; runs inside the reading process."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.pdf import load_pymupdf
from scholarai.domain.content import Box, PaperContent
from scholarai.domain.figure_images import ImageRegion, image_regions

# Ours: 200 dots per inch show the small print of a figure; a larger scale adds bytes alone.
_MOST_SCALE = 200 / 72
# Ours: axis labels stand beside what is painted; a line of caption or of the next column in the picture does no harm.
_MARGIN_PT = 18.0
# Each try has half as many dots as the one before.
_SCALES = (1.0, 0.7, 0.5)


def render_images(path: Path, content: PaperContent, limits: ReadLimits) -> Iterator[tuple[int, bytes]]:
    """Yield index and PNG of each region of the content, page by page, until the time is over.

    What cannot be rendered, or stays larger than `limits.image_bytes`, is left out.
    """
    regions = sorted(image_regions(content), key=lambda region: (region.page_number, region.index))
    if not regions:
        return
    pymupdf: Any = load_pymupdf()
    failures = (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, TypeError, AttributeError, IndexError)
    deadline = time.monotonic() + limits.images_s
    try:
        document = pymupdf.open(str(path), filetype="pdf")
    except failures:
        return
    for page_number, on_page in groupby(regions, key=lambda region: region.page_number):
        try:
            page = document.load_page(page_number - 1)
            drawn = page.get_displaylist(annots=0)
            area = tuple(page.rect)
        except failures:
            continue
        for region in on_page:
            if time.monotonic() >= deadline:
                return
            try:
                png = _png(pymupdf, drawn, _within(region, area), limits)
            except failures:
                continue
            if png is not None:
                yield region.index, png
        pymupdf.TOOLS.store_shrink(100)


def _within(region: ImageRegion, area: tuple[float, ...]) -> Box:
    x0, y0, x1, y1 = region.box
    return Box(
        max(x0 - _MARGIN_PT, area[0]),
        max(y0 - _MARGIN_PT, area[1]),
        min(x1 + _MARGIN_PT, area[2]),
        min(y1 + _MARGIN_PT, area[3]),
    )


def _png(pymupdf: Any, drawn: Any, box: Box, limits: ReadLimits) -> bytes | None:
    longest_pt = max(box.x1 - box.x0, box.y1 - box.y0)
    if min(box.x1 - box.x0, box.y1 - box.y0) <= 0:
        return None
    # One dot less: a rectangle between two dots takes both of them.
    scale = min((limits.image_pixels - 1) / longest_pt, _MOST_SCALE)
    for part in _SCALES:
        matrix = pymupdf.Matrix(scale * part, scale * part)
        picture = drawn.get_pixmap(matrix=matrix, colorspace=pymupdf.csRGB, alpha=0, clip=pymupdf.Rect(*box))
        png: bytes = picture.tobytes("png")
        if len(png) <= limits.image_bytes:
            return png
    return None
