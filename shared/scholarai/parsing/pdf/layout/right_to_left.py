"""Right-to-left pages: puts their lines in reading order, in a mirrored frame where text runs from left to right."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.domain.content import Box
from scholarai.parsing.layout import RawLine, Span
from scholarai.parsing.pdf.layout.thresholds import PAGES

# Hebrew, Arabic, Syriac, Thaana, N'Ko and the presentation forms of the first two.
_RTL_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_RIGHT_TO_LEFT = re.compile(f"[{_RTL_LETTERS}]")
_LEFT_TO_RIGHT = re.compile(r"[A-Za-zÀ-ɏ\u0370-\u052f]")
# Latin words keep their order, each number is a part, all other characters belong to the right-to-left text.
_PART = re.compile(
    r"[A-Za-zÀ-ɏ](?:[\w.,'\u2019:/@&+\-\s]*[A-Za-z0-9À-ɏ])?|[\[(]\d[\d ,;\u2013-]*[\])]|"
    r"\d+(?:[.,:/\-\u2013]\d+)*%?|(?:(?<![^A-Za-z\dÀ-ɏ\[\]()])|(?<=\d%))"
    rf"[^A-Za-z\dÀ-ɏ\[\](){_RTL_LETTERS}]*+[{_RTL_LETTERS}][^A-Za-z0-9À-ɏ\[\]()]*+|."
)
# The opening bracket of a number is attached to the right-to-left word on its left.
_SEPARATED_BRACKET = re.compile(r"([\[(])([^\[\]()0-9]*)(\d[\d ,;\u2013-]*)([\])])")
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def is_right_to_left(lines: Sequence[RawLine]) -> bool:
    """Tell whether most letters of a page belong to a right-to-left script."""
    if not any(_RIGHT_TO_LEFT.search(span.text) for line in lines for span in line.spans):
        return False
    right_to_left = sum(len(_RIGHT_TO_LEFT.findall(span.text)) for line in lines for span in line.spans)
    left_to_right = sum(len(_LEFT_TO_RIGHT.findall(span.text)) for line in lines for span in line.spans)
    return right_to_left > PAGES.right_to_left_share * (right_to_left + left_to_right)


def mirrored(line: RawLine, width_pt: float) -> RawLine:
    """Return a line in the mirrored frame, with its text in reading order.

    MuPDF orders the letters within right-to-left words, but returns the parts of a line, which are words of one script or
    numbers, from left to right. The extents of words are dropped, since they no longer match the words.
    """
    spans = tuple(span._replace(box=_mirrored_box(span.box, width_pt)) for span in line.spans)
    text = "".join(span.text for span in spans)
    if _RIGHT_TO_LEFT.search(text) and not line.vertical:
        main = max(spans, key=lambda span: len(span.text))
        box = (min(s.box[0] for s in spans), main.box[1], max(s.box[2] for s in spans), main.box[3])
        spans = (Span(in_reading_order(text), main.style, box, main.baseline_pt),)
    return RawLine(spans, Box(*_mirrored_box(line.box, width_pt)), (), line.direction)


def _mirrored_box(box: tuple[float, float, float, float], width_pt: float) -> tuple[float, float, float, float]:
    return (round(width_pt - box[2], 1), box[1], round(width_pt - box[0], 1), box[3])


def in_reading_order(text: str) -> str:
    """Return the parts of a line from right to left, with mirrored brackets and spaces around numbers."""
    parts = [match[0] for match in _PART.finditer(_SEPARATED_BRACKET.sub(_with_brackets, text))]
    if len(parts) == 1:
        return text
    turned = [part if part[0].isascii() and len(part) > 1 else part.translate(_MIRRORED) for part in reversed(parts)]
    out = ""
    for part in turned:
        touching = bool(out) and out[-1].isalnum() and part[0].isalnum()
        out += f" {part}" if touching else part
    return " ".join(out.split())


def _with_brackets(match: re.Match[str]) -> str:
    """Restore the brackets around a number, and the order of a list of numbers."""
    numbers = ", ".join(part.strip() for part in reversed(match[3].split(",")))
    return f"{match[2]}{match[1]}{numbers}{match[4]}"
