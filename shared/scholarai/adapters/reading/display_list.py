"""What MuPDF paints on a page, interpreted once and run through several devices."""

from __future__ import annotations

from types import ModuleType
from typing import Any

_Rectangle = tuple[float, float, float, float]


class Painting:
    """The display list of a page without rotation."""

    def __init__(self, pymupdf: ModuleType, page: Any) -> None:
        self._pymupdf = pymupdf
        self._list, self._area = _recorded(pymupdf.mupdf, page)

    def text_trace(self, within: _Rectangle) -> list[dict[str, Any]]:
        """Return what `page.get_texttrace` would of the text operations that touch a rectangle."""
        trace: list[dict[str, Any]] = []
        device = self._pymupdf.extra.JM_new_texttrace_device(trace)
        # PyMuPDF turns y by the height of the page.
        device.ptm = self._pymupdf.mupdf.FzMatrix(1, 0, 0, -1, 0, self._area.y1)
        self._run(device, within)
        return trace

    def boxes(self, within: _Rectangle) -> list[tuple[str, _Rectangle]]:
        """Return what `page.get_bboxlog` would, but only for operations that touch a rectangle, and none of text."""
        boxes: list[tuple[str, _Rectangle]] = []
        device = self._pymupdf.JM_new_bbox_device(boxes, inc_layers=False)
        # Each operation that the device sees calls Python.
        device.use_virtual_fill_text(False)
        device.use_virtual_stroke_text(False)
        device.use_virtual_ignore_text(False)
        self._run(device, within)
        return boxes

    def _run(self, device: Any, within: _Rectangle) -> None:
        mupdf = self._pymupdf.mupdf
        mupdf.fz_run_display_list(self._list, device, mupdf.FzMatrix(), mupdf.FzRect(*within), mupdf.FzCookie())
        mupdf.fz_close_device(device)


def _recorded(mupdf: Any, page: Any) -> tuple[Any, Any]:
    """Return the display list of a page and its area."""
    area = mupdf.fz_bound_page(page.this)
    recorded = mupdf.FzDisplayList(area)
    device = mupdf.fz_new_list_device(recorded)
    mupdf.fz_enable_device_hints(device, mupdf.FZ_DONT_DECODE_IMAGES)
    mupdf.fz_run_page(page.this, device, mupdf.FzMatrix(), mupdf.FzCookie())
    mupdf.fz_close_device(device)
    return recorded, area
