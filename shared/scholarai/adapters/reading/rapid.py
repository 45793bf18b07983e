"""Lines of a page's picture as rapidocr's models recognise them; an optional package."""

from __future__ import annotations

from functools import cache
from typing import Any

from scholarai.adapters.reading.faults import fault
from scholarai.domain.content import Box
from scholarai.parsing.layout import RawLine, Span, Style

# Ours: 14-point type comes back in lines 19.5 points high.
_SIZE_OF_HEIGHT = 0.72
_BASELINE_OF_HEIGHT = 0.78
_THREADS = {f"EngineConfig.onnxruntime.{kind}_op_num_threads": 1 for kind in ("intra", "inter")}


def recognized_lines(picture: Any, points: float) -> tuple[RawLine, ...]:
    """Return the lines of a picture, an RGB pixmap with so many points to the dot, with the extents of their words."""
    import numpy as np
    from rapidocr.inference_engine.onnxruntime import ONNXRuntimeError

    colors = np.frombuffer(picture.samples, np.uint8).reshape(picture.h, picture.w, 3)
    # Its models know colours in the order of OpenCV.
    try:
        found = _engine()(colors[:, :, ::-1], return_word_box=True, use_cls=False)
    except ONNXRuntimeError as error:
        # Its messages are traces; what a picture that was just drawn can make fail here is memory.
        raise fault("read_memory", "Recognising a page with rapidocr took more memory than is allowed.") from error
    return tuple(line for words in found.word_results or () if (line := _line(words, points)) is not None)


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    return RapidOCR(params={"Global.log_level": "critical"} | _THREADS)


def _line(words: Any, points: float) -> RawLine | None:
    """Return words as one line, None where there are none; each is its text, a score and its four corners."""
    boxed = [(text, _box(corners, points)) for text, _, corners in words if text.strip() and corners is not None]
    if not boxed:
        return None
    boxes = [box for _, box in boxed]
    box = Box(min(b.x0 for b in boxes), min(b.y0 for b in boxes), max(b.x1 for b in boxes), max(b.y1 for b in boxes))
    height = box.y1 - box.y0
    text = " ".join(text for text, _ in boxed)
    style = Style("recognised", round(height * _SIZE_OF_HEIGHT, 1))
    span = Span(text, style, (box.x0, box.y0, box.x1, box.y1), round(box.y0 + height * _BASELINE_OF_HEIGHT, 1))
    whole = all(len(text.split()) == 1 for text, _ in boxed)
    return RawLine((span,), box, tuple(edge for b in boxes for edge in (b.x0, b.x1)) if whole else ())


def _box(corners: Any, points: float) -> Box:
    xs, ys = ([round(float(corner[axis]) * points, 1) for corner in corners] for axis in (0, 1))
    return Box(min(xs), min(ys), max(xs), max(ys))
