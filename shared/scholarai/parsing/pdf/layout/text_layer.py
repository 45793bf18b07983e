"""Tells whether a page has usable text of its own or needs OCR, and how good the text under a scan is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from scholarai.parsing.layout import PageLayout, RawLine, Span
from scholarai.parsing.pdf.layout.thresholds import HIDDEN, TEXT_LAYERS

UNKNOWN = "\ufffd"
# In the languages that are written in Latin letters these are the most, about three of four.
_FREQUENT = "aeinorstlu"
_ACCENTED = re.compile("[à-öø-ɏ]")
_NAMELESS = re.compile(f"[\x01-\x08\x0e-\x1f\x7f-\x9f{UNKNOWN}]")
_WORD = re.compile(r"[^\W\d_]+")
_UNREADABLE = re.compile(r"[\W_]+")
_LETTERS = re.compile(r"(?:[^\W\d_][\W\d_]*){3}")
# A sign between letters where words have none: `tha,t`, `a.llows`, `fe~ture`.
_BROKEN = re.compile(r"[^\W\d_](?:\.(?=[^\W\d_]{2})|[^\w\s.'’/&@·\u00ad\u2010-\u2015-])+[^\W\d_]")


class TextLayer(NamedTuple):
    """The amount of text in a page's text layer; `lines` are kept for sparse pages only.

    `broken_share` is the share of words with a sign between their letters, told only of text that was recognised from a picture.
    """

    letters: int
    lines: tuple[str, ...]
    picture: bool
    broken_share: float = 0.0

    @property
    def is_poor(self) -> bool:
        """Whether the text was recognised so badly that another engine may do better."""
        return self.broken_share > TEXT_LAYERS.broken_share


def text_layer(page: PageLayout) -> TextLayer:
    """Return the amount of text on a page, and whether an image may show more."""
    text = "".join([span.text for line in page.lines for span in line.spans])
    letters = _readable(text)
    if not is_text(text, letters):
        return TextLayer(0, (), picture=True)
    broken = _broken_share(page.lines) if page.recognized or is_text_layer(page.lines) else 0.0
    if letters >= TEXT_LAYERS.sparse_characters:
        return TextLayer(letters, (), picture=False, broken_share=broken)
    # Words drawn as paths leave no text at all; on a page with some text, only an image can show more.
    shown = [g.box for g in page.graphics if g.image or letters == 0]
    painted = sum((box.x1 - box.x0) * (box.y1 - box.y0) for box in shown)
    picture = painted > TEXT_LAYERS.picture_share * page.width_pt * page.height_pt
    return TextLayer(letters, tuple(_key(line.spans) for line in page.lines), picture, broken)


def is_text_layer(lines: Iterable[RawLine]) -> bool:
    """Tell whether the text of a page is invisible, as that under a scan is."""
    total = unpainted = 0
    for line in lines:
        for span in line.spans:
            total += len(span.text)
            unpainted += len(span.text) if is_without_ink(span) else 0
    return unpainted > 0 and unpainted >= HIDDEN.layer_share * total


def is_without_ink(span: Span) -> bool:
    return not span.style.painted or span.style.alpha == 0


def _broken_share(lines: Iterable[RawLine]) -> float:
    words = [word for line in lines for word in "".join(span.text for span in line.spans).split()]
    words = [word for word in words if _LETTERS.search(word)]
    return sum(map(bool, map(_BROKEN.search, words))) / len(words) if words else 0.0


def is_text(text: str, letters: int) -> bool:
    """Tell whether text has letters of a language, of which it has so many; not so where its fonts name few or false ones."""
    if len(_NAMELESS.findall(text)) > TEXT_LAYERS.unknown_share * letters:
        return False
    plain = text.lower()
    latin = sum(map(plain.count, ascii_lowercase))
    if len(_ACCENTED.findall(plain)) > max(latin, TEXT_LAYERS.judged_letters):
        return False
    if latin < TEXT_LAYERS.judged_letters:
        return True
    words = _WORD.findall(plain)
    if sum(len(word) == 1 for word in words) > TEXT_LAYERS.single_share * len(words):
        return False
    return sum(map(plain.count, _FREQUENT)) >= TEXT_LAYERS.frequent_share * latin


def own_characters(layers: Sequence[TextLayer]) -> list[int]:
    """Return for each page the number of letters and digits in lines that do not recur on most sparse pages."""
    sparse = [layer for layer in layers if layer.lines]
    counts = Counter(key for layer in sparse for key in set(layer.lines))
    often = max(2.0, TEXT_LAYERS.repeated_share * len(sparse))
    return [
        sum(_readable(key) for key in layer.lines if len(layers) == 1 or counts[key] < often)
        if layer.lines
        else layer.letters
        for layer in layers
    ]


def _key(spans: Sequence[Span]) -> str:
    return re.sub(r"\d+", "0", "".join(span.text for span in spans)).strip()


def _readable(text: str) -> int:
    """Count letters and digits; private-use and replacement characters come from fonts without a Unicode mapping."""
    return len(_UNREADABLE.sub("", text))
