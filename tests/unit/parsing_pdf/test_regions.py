"""Painted areas of a page become the regions of its pictures."""

from __future__ import annotations

from scholarai.domain.content import Box
from scholarai.parsing.pdf.layout.regions import painted_areas


def test_areas_that_touch_from_two_sides_keep_to_what_is_painted() -> None:
    square, roof = (66, 66, 80, 80), (120, 66, 185, 70)
    legs = (120, 66, 124, 80), (180, 66, 185, 80)
    floor = (66, 84, 185, 90)

    assert painted_areas([square, roof, *legs, floor], 600, 800) == [Box(66, 66, 186, 96)]


def test_areas_apart_are_two_pictures() -> None:
    assert painted_areas([(66, 66, 96, 96), (300, 66, 330, 96)], 600, 800) == [
        Box(66, 66, 102, 102),
        Box(300, 66, 336, 102),
    ]
