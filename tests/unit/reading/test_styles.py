"""What the name of a font says of its type."""

from __future__ import annotations

import pytest

from scholarai.adapters.reading.styles import kinds_of


@pytest.mark.parametrize(
    ("font", "bold", "italic"),
    [
        ("AdvTTaf7f9f4f.B", True, False),
        ("AdvOT1deab444.I", False, True),
        ("AdvOT6601a1b9.BI", True, True),
        ("AdvMINION-SB", True, False),
        ("AdvMINION-R", False, False),
        ("AdvTTe45e47d2", False, False),
    ],
)
def test_letters_at_the_end_of_a_fonts_name_tell_bold_and_italic_type(font: str, bold: bool, italic: bool) -> None:
    span = {"font": font, "size": 9.0, "flags": 0, "char_flags": 16, "color": 0, "alpha": 255}

    ((style, _),) = kinds_of([span])

    assert (style.bold, style.italic) == (bold, italic)


@pytest.mark.parametrize("part", ["AdvOT01861455.I+fb", "AdvOT01861455.I+20", "HgvbbsAdvOT01861455.I"])
def test_the_parts_of_one_font_are_one_typeface(part: str) -> None:
    spans = [
        {"font": font, "size": 9.0, "flags": 0, "char_flags": 16, "color": 0, "alpha": 255}
        for font in ("AdvOT01861455.I", part)
    ]

    (whole, _), (own, _) = kinds_of(spans)

    assert own == whole
