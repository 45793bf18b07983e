"""Lines of a page's picture as rapidocr's models recognise them; an optional package."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.ocr_lines import RecognizedLine, RecognizedWord, around, joined
from scholarai.domain.content import Box

# Measured: rapidocr finds as many words of a page at 150 dpi as at 200, with a fifth less memory in use.
DPI = 150
# Measured: 14-point type comes back in lines 19.5 points high.
_SIZE_OF_HEIGHT = 0.72
_BASELINE_OF_HEIGHT = 0.78
_THREADS = {f"EngineConfig.onnxruntime.{kind}_op_num_threads": 1 for kind in ("intra", "inter")}


def recognized_lines(picture: Any) -> list[RecognizedLine]:
    """Return the lines of an RGB pixmap of `DPI` dots per inch."""
    from rapidocr.inference_engine.onnxruntime import ONNXRuntimeError

    colors = np.frombuffer(picture.samples, np.uint8).reshape(picture.h, picture.w, 3)
    # Its models know colours in the order of OpenCV.
    try:
        found = _engine()(colors[:, :, ::-1], return_word_box=True, use_cls=False)
    except ONNXRuntimeError as error:
        # Its messages are traces; what a picture that was just drawn can make fail here is memory.
        raise fault("read_memory", "Recognising a page with rapidocr took more memory than is allowed.") from error
    return [line for words in found.word_results or () if (line := _line(words)) is not None]


@cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    return RapidOCR(params={"Global.log_level": "critical"} | _THREADS)


def _line(words: Any) -> RecognizedLine | None:
    """Return words as one line, None where there are none; each is its text, a score and its four corners."""
    found = [part for text, score, corners in words if corners is not None for part in _parts(text, score, corners)]
    if not found:
        return None
    _, top, _, bottom = around(word.box for word in found)
    height = bottom - top
    return RecognizedLine(
        joined(found), round(height * _SIZE_OF_HEIGHT, 1), round(top + height * _BASELINE_OF_HEIGHT, 1)
    )


def _parts(text: str, score: float, corners: Any) -> Iterator[RecognizedWord]:
    """Yield what stands between spaces, each with its share of the box."""
    x0, y0, x1, y1 = _box(corners)
    width = (x1 - x0) / max(len(text), 1)
    for part in re.finditer(r"\S+", text):
        box = Box(round(x0 + part.start() * width, 1), y0, round(x0 + part.end() * width, 1), y1)
        yield RecognizedWord(part.group(), box, float(score))


def _box(corners: Any) -> Box:
    xs, ys = ([round(float(corner[axis]) * 72 / DPI, 1) for corner in corners] for axis in (0, 1))
    return Box(min(xs), min(ys), max(xs), max(ys))
