"""Whether a page's text can be read at all, or only its picture can."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from scholarai.parsing.layout import PageLayout, Span

# A page with fewer letters and digits of its own than this is a picture with a stamp on it: a guess.
PAGE_CHARACTERS = 25
# A file with fewer in all is not a paper: a guess.
PAPER_CHARACTERS = 20
# A page with more text than this has a text layer, whatever of it other pages repeat: a guess.
_SPARSE_CHARACTERS = 400
# A line on more than this share of the pages says nothing of any of them: a guess.
_REPEATED_SHARE = 0.6
# Less of a page than this in images and paths is a logo or a rule, no scan. A guess.
_PICTURE_SHARE = 0.1
_UNREADABLE = re.compile(r"[\W_]+")


class TextLayer(NamedTuple):
    """How much a page's text layer holds; `lines` are kept of sparse pages only."""

    letters: int
    lines: tuple[str, ...]
    picture: bool


def text_layer(page: PageLayout) -> TextLayer:
    """Return how much text a page holds, and whether it shows a picture that may hold more."""
    letters = _readable("".join([span.text for line in page.lines for span in line.spans]))
    if letters >= _SPARSE_CHARACTERS:
        return TextLayer(letters, (), picture=False)
    # Words drawn as paths leave no text at all; beside some text only an image can hold more.
    shown = [g.box for g in page.graphics if g.image or letters == 0]
    painted = sum((box.x1 - box.x0) * (box.y1 - box.y0) for box in shown)
    picture = painted > _PICTURE_SHARE * page.width_pt * page.height_pt
    return TextLayer(letters, tuple(_key(line.spans) for line in page.lines), picture)


def own_characters(layers: Sequence[TextLayer]) -> list[int]:
    """Return, page by page, how many letters and digits stand there that do not stand on most sparse pages too."""
    sparse = [layer for layer in layers if layer.lines]
    counts = Counter(key for layer in sparse for key in set(layer.lines))
    often = max(2.0, _REPEATED_SHARE * len(sparse))
    return [
        sum(_readable(key) for key in layer.lines if len(layers) == 1 or counts[key] < often)
        if layer.lines
        else layer.letters
        for layer in layers
    ]


def _key(spans: Sequence[Span]) -> str:
    return re.sub(r"\d+", "0", "".join(span.text for span in spans)).strip()


def _readable(text: str) -> int:
    """Count letters and digits; private-use and replacement characters come from fonts that name no character."""
    return len(_UNREADABLE.sub("", text))
