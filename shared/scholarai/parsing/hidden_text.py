"""Thresholds and colours by which text counts as hidden, the same for all formats: too small, too transparent, or like its background."""

from __future__ import annotations

from typing import TypeAlias

from scholarai.domain.content import Note

Colour: TypeAlias = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1."""

WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0)
# Smaller type, in points, is illegible; the smallest type of journals is 5 pt.
TINY_PT = 2.4
# Least opacity of visible text and least scale of legible text, as shares; least difference of a colour from its background in one
# of red, green and blue. Guesses near what adapters/reading/visibility.py measures on drawn pages.
LEAST_OPACITY = 0.12
LEAST_SCALE = 0.2
_LEAST_DIFFERENCE = 0.06

HIDDEN_TEXT = Note(
    code="unseen_text",
    detail="Text that readers of the paper do not see was left out: hidden, of the colour of its background, too small, or off the page.",
)
"""The note of every format but PDF, whose notes (`parsing.pdf.layout.hidden`) name the page and how the text was hidden."""


def is_lost_in(background: Colour | None, colour: Colour | None) -> bool:
    """Tell whether text has the colour of its background. An unknown colour (None) counts as different."""
    return (
        background is not None
        and colour is not None
        and max(abs(one - other) for one, other in zip(background, colour, strict=True)) < _LEAST_DIFFERENCE
    )


def colour_of_hex(written: str) -> Colour | None:
    """Return a colour of six hexadecimal digits, None for any other text."""
    try:
        value = int(written, 16) if len(written) == 6 else -1
    except ValueError:
        return None
    return None if value < 0 else ((value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255)
