"""Coordinates rounded to tenths of a point, and offsets, as shared objects: a paper has only a few thousand distinct values."""

from __future__ import annotations

from scholarai.domain.content import Box


class _Tenths(dict[int, float]):
    """Floats by their number of tenths; a long paper has a million word ends at a few thousand coordinates."""

    def __missing__(self, count: int) -> float:
        value = self[count] = count / 10
        return value


# `TENTHS[round(10 * value)]` equals `round(value, 1)` in a tenth of the time; NaN and infinity raise.
# It is exact for MuPDF's values: ten times a 32-bit float has at most 53 binary digits.
TENTHS = _Tenths()


class _Coordinates(dict[float, float]):
    """Coordinates by themselves: pickle makes an object of each."""

    def __missing__(self, value: float) -> float:
        self[value] = value
        return value


COORDINATES = _Coordinates()


class _Offsets(dict[int, int]):
    """Offsets in a block by themselves; Python shares those up to 256 alone."""

    def __missing__(self, offset: int) -> int:
        self[offset] = offset
        return offset


OFFSETS = _Offsets()


def tenths_box(rectangle: tuple[float, float, float, float]) -> Box:
    x0, y0, x1, y1 = rectangle
    tenths = (TENTHS[round(10 * x0)], TENTHS[round(10 * y0)], TENTHS[round(10 * x1)], TENTHS[round(10 * y1)])
    return _new(Box, tenths)


# What NamedTuple's constructor does, without its call: a long paper has some ten thousand boxes.
_new = tuple.__new__
