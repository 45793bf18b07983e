"""Cuts a text into windows, for embedding models that read less than a chunk."""

from __future__ import annotations

from itertools import pairwise

from scholarai.domain.content import Window
from scholarai.domain.sentences import sentence_spans
from scholarai.splitting.pieces import cut_points


def cut_windows(text: str, *, limit: int, step: int) -> tuple[Window, ...]:
    """Return windows that together cover `text`, in order, bordered by sentences where they can be.

    A window holds as many whole sentences as `limit` allows; the next one starts at the first sentence at least `step`
    characters further on, or where this one ends. Only a sentence longer than `limit` is cut, between words.

    `step` characters lie between their starts; a text of white space only has none.
    """
    borders = _borders(text, limit)
    windows: list[Window] = []
    first = 0
    while first < len(borders) - 1:
        last = first + 1
        while last + 1 < len(borders) and borders[last + 1] - borders[first] <= limit:
            last += 1
        windows.append(Window(borders[first], borders[last]))
        if last == len(borders) - 1:
            break
        following = first + 1
        while following < last and borders[following] - borders[first] < step:
            following += 1
        first = following
    return tuple(windows)


def sentence_windows(text: str, *, shortest: int, longest: int) -> tuple[Window, ...]:
    """Return windows that together cover `text`, in order, without overlap: its sentences.

    Args:
        text: Any text; one without a sentence is one window.
        shortest: A sentence of fewer characters is joined to the following one, the last one to the one before it.
        longest: Only a longer sentence is cut, between words.
    """
    starts = [0]
    for border in _borders(text, longest)[1:-1]:
        if border - starts[-1] >= shortest and len(text) - border >= shortest:
            starts.append(border)
    return tuple(Window(start, end) for start, end in pairwise([*starts, len(text)]))


def _borders(text: str, limit: int) -> list[int]:
    """Return 0, every sentence start, the cuts inside long sentences, and the text's length; none past `limit` apart."""
    spans = sentence_spans(text)
    if not spans:
        return []
    starts = [0, *(start for start, _ in spans[1:]), len(text)]
    borders = [0]
    for start, end in pairwise(starts):
        borders.extend(cut_points(text, start, end, limit))
        borders.append(end)
    return borders
