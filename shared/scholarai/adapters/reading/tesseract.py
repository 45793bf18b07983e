"""Recognises the words of a page's picture with Tesseract, in the language with the highest confidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from scholarai.adapters.reading.ocr import SCRIPT_DATA, has_script_data, in_script, language_data
from scholarai.adapters.reading.ocr_lines import RecognizedLine, RecognizedWord, joined, mean_confidence
from scholarai.domain.content import Box
from scholarai.parsing.coordinates import tenths_box

# Measured (scanned sample pages): 200 dpi finds .958 of the words at 3.6 CPU seconds a page, 300 dpi .964 at 4.0.
DPI = 200
# A guess: each costs as much as a page; installed languages beyond them need script data or the setting.
_MOST_TRIALS = 4
# A language with a higher confidence than this is not compared with others. Measured in 2026-11: data of English is sure of English by .96 and more,
# of French by .94, of German by .89.
_SURE = 0.955
_CERTAIN = 100.0
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff]")


class Tesseract:
    """Recognises the pages of one file; its language is chosen on the first page that is credible in any."""

    def __init__(self, languages: Sequence[str]) -> None:
        self._languages = tuple(languages)
        self._chosen: str | None = None
        self._has_scripts = len(self._languages) > 1 and has_script_data()

    def lines(self, picture: Any, least: float) -> list[RecognizedLine]:
        """Return the lines of a grey pixmap of `DPI` dots per inch, in the order of reading.

        `least` is the confidence from which on a language is kept for the pages that follow.
        """
        if self._chosen is not None:
            return _recognized(picture, self._chosen)
        best: list[RecognizedLine] = []
        sureness = -1.0
        for language in self._candidates(picture):
            found = _recognized(picture, language)
            confidence = mean_confidence(word for line in found for word in line.words)
            if confidence > sureness:
                best, sureness, named = found, confidence, language
            if confidence >= _SURE:
                break
        if sureness >= least:
            self._chosen = named
        return best

    def _candidates(self, picture: Any) -> Sequence[str]:
        if not self._has_scripts:
            return self._languages[:_MOST_TRIALS]
        script = _script(picture)
        known = in_script(self._languages, script) if script else self._languages
        # Without data for the script, any other says that nothing can be recognised.
        return known[:_MOST_TRIALS] or self._languages[:1]


def _script(picture: Any) -> str | None:
    """Return the script of a page, None where there is too little text to tell."""
    from tesserocr import PSM

    with _engine(SCRIPT_DATA, PSM.OSD_ONLY, picture) as engine:
        found = engine.DetectOrientationScript()
    return found["script_name"] if found else None


def _engine(language: str, mode: int, picture: Any) -> Any:
    from tesserocr import PyTessBaseAPI

    engine = PyTessBaseAPI(path=language_data(), lang=language, psm=mode)
    engine.SetImageBytes(picture.samples, picture.width, picture.height, 1, picture.stride)
    engine.SetSourceResolution(DPI)
    return engine


def _recognized(picture: Any, language: str) -> list[RecognizedLine]:
    from tesserocr import PSM

    with _engine(language, PSM.AUTO, picture) as engine:
        if not engine.Recognize():
            return []
        found = engine.GetIterator()
        return list(_lines(found)) if found is not None else []


def _lines(found: Any) -> Iterator[RecognizedLine]:
    from tesserocr import RIL

    words: list[RecognizedWord] = []
    while True:
        if not found.Empty(RIL.WORD):
            text, corners = found.GetUTF8Text(RIL.WORD), found.BoundingBox(RIL.WORD)
            if text.strip() and corners is not None:
                words.append(RecognizedWord(_in_order(text), _box(corners), found.Confidence(RIL.WORD) / _CERTAIN))
        if words and found.IsAtFinalElement(RIL.TEXTLINE, RIL.WORD):
            yield RecognizedLine(joined(words), _points(found.RowAttributes()["row_height"]), _baseline(found, words))
            words = []
        if not found.Next(RIL.WORD):
            return


def _in_order(text: str) -> str:
    """Return a word without spaces; Tesseract gives the letters of right-to-left words from left to right."""
    word = "".join(text.split())
    return word[::-1] if _RIGHT_TO_LEFT.search(word) else word


def _baseline(found: Any, words: Sequence[RecognizedWord]) -> float:
    from tesserocr import RIL

    ends = found.Baseline(RIL.TEXTLINE)
    return _points(max(y for _, y in ends)) if ends else max(word.box.y1 for word in words)


def _points(dots: float) -> float:
    return round(dots * 72 / DPI, 1)


def _box(corners: Sequence[int]) -> Box:
    x0, y0, x1, y1 = (corner * 72 / DPI for corner in corners)
    return tenths_box((x0, y0, x1, y1))
