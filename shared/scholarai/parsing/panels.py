"""Finds the panels that a figure's caption describes by letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from scholarai.domain.content import Figure, Panel, PaperContent

# "(a)", which no word precedes: "Table 2(a)" is a place elsewhere.
_LETTER = re.compile(r"(?<![\w.])\(([A-Za-z])\)[:.]?\s*")


def with_panels(content: PaperContent) -> PaperContent:
    """Return the content with the panels of its figures.

    A LaTeX source gives panels captions of their own, which follow the figure's without a label.
    """
    figures: list[Figure] = []
    whole = 0
    for figure in content.figures:
        letter = _LETTER.match(figure.caption)
        if not figure.label and letter and figures:
            panel = Panel(letter[1], figure.caption[letter.end() :])
            figures[whole] = replace(figures[whole], panels=(*figures[whole].panels, panel))
            figures.append(figure)
        else:
            whole = len(figures)
            figures.append(replace(figure, panels=panels_of(figure.caption)))
    return replace(content, figures=tuple(figures))


def panels_of(caption: str) -> tuple[Panel, ...]:
    """Return the panels of a caption in the order of their letters, which are a, b and so on; a single one is none."""
    letters = list(_in_order(caption))
    ends = [match.start() for match in letters[1:]] + [len(caption)]
    if len(letters) < 2:
        return ()
    return tuple(
        Panel(match[1], caption[match.end() : end].strip(" ;,.")) for match, end in zip(letters, ends, strict=True)
    )


def _in_order(caption: str) -> Iterator[re.Match[str]]:
    """Yield the first mention of each letter that follows the one before; later mentions only refer."""
    wanted = None
    for match in _LETTER.finditer(caption):
        if match[1] == wanted or (wanted is None and match[1] in "aA"):
            yield match
            wanted = chr(ord(match[1]) + 1)
