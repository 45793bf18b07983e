"""Coordinates in tenths of a point: finer than print needs, and the same few thousand objects throughout a paper."""

from __future__ import annotations

from scholarai.domain.content import Box


class _Tenths(dict[int, float]):
    """Floats by how many tenths they are; a long paper has a million word ends at a few thousand places."""

    def __missing__(self, count: int) -> float:
        value = self[count] = count / 10
        return value


# `TENTHS[round(10 * value)]` is `round(value, 1)` in a tenth of the time, NaN and infinity refused.
# Exact for what MuPDF gives: ten times a 32-bit float has no more than 53 binary digits.
TENTHS = _Tenths()


def tenths_box(rectangle: tuple[float, float, float, float]) -> Box:
    x0, y0, x1, y1 = rectangle
    return Box(TENTHS[round(10 * x0)], TENTHS[round(10 * y0)], TENTHS[round(10 * x1)], TENTHS[round(10 * y1)])
