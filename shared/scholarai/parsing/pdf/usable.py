"""Whether a page's text can be read at all, or only its picture can."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from scholarai.parsing.layout import PageLayout, Span

# Fewer letters and digits of its own than this, and a page is a picture with a stamp on it (MEASURED.md, 3b).
PAGE_CHARACTERS = 25
# Fewer than this in all, and the file is no paper.
PAPER_CHARACTERS = 20
# A line on more than this share of the pages says nothing of any of them.
_REPEATED_SHARE = 0.6
# Less of a page than this in images and paths is a logo or a rule, no scan. A guess.
_PICTURE_SHARE = 0.1


def own_characters(pages: Sequence[PageLayout]) -> list[int]:
    """Return, page by page, how many letters and digits stand there that do not stand on most other pages too."""
    lines = [[_key(line.spans) for line in page.lines] for page in pages]
    counts = Counter(key for keys in lines for key in set(keys))
    often = max(2.0, _REPEATED_SHARE * len(pages))
    return [sum(_readable(key) for key in keys if len(pages) == 1 or counts[key] < often) for keys in lines]


def shows_picture(page: PageLayout) -> bool:
    """Tell whether images or paths cover a good part of a page, so that there is something to recognise."""
    boxes = [graphic.box for graphic in page.graphics]
    painted = sum((box.x1 - box.x0) * (box.y1 - box.y0) for box in boxes)
    return painted > _PICTURE_SHARE * page.width_pt * page.height_pt


def letters(page: PageLayout) -> int:
    """Return how many letters and digits stand on a page."""
    return sum(_readable(span.text) for line in page.lines for span in line.spans)


def _key(spans: Sequence[Span]) -> str:
    return re.sub(r"\d+", "0", "".join(span.text for span in spans)).strip()


def _readable(text: str) -> int:
    """Count letters and digits; private-use and replacement characters come from fonts that name no character."""
    return sum(character.isalnum() for character in text)
