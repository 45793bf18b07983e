"""Holds a sentence of ours against the quotes behind it: what it says and they do not is a doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scholarai.domain.chat import Doubt, TextSection

_NUMBER = re.compile(r"(?<![\w.,])[-−–]?\d+(?:[.,]\d+)*(?!\w)")
# Numbers that name a place or a list item say nothing about the paper's findings.
_POINTER = re.compile(
    r"(?:\b(?:figs?|figures?|tables?|tabs?|eqs?|equations?|sections?|secs?|pages?|pp?|refs?|references?|chapters?|"
    r"theorems?|lemmas?|algorithms?|appendix|step|excerpts?)\b\.?\s*[(\[]?\s*\d[\w.,–\-\s]*[)\]]?)|\[[\d,;\s–\-]+\]|^\s*\d+[.)]\s",
    re.IGNORECASE | re.MULTILINE,
)


def with_doubts(section: TextSection, quoted: Sequence[str], known: Sequence[str] = ()) -> TextSection:
    """Return the section with what its sentence says and neither `quoted`, the paper's words, nor `known` does.

    Args:
        section: A run of our answer.
        quoted: The paper's own words at the places of the quotes behind it.
        known: What else may be said without a quote: the question, the papers' titles.
    """
    doubts = find_doubts(section.text, quoted, known)
    return replace(section, doubts=doubts) if doubts else section


def find_doubts(text: str, quoted: Sequence[str], known: Sequence[str] = ()) -> tuple[Doubt, ...]:
    """Return the doubts about a sentence, in its order; the arguments are those of `with_doubts`."""
    said = {number for source in (*quoted, *known) for number, _ in _numbers(source)}
    return tuple(
        Doubt(kind="number", text=text[start:end], start=start, end=end)
        for number, (start, end) in _numbers(text)
        if number not in said
    )


def _numbers(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the numbers of a text as they compare, with their ranges: no thousands commas, one kind of minus."""
    blanked = _POINTER.sub(lambda pointer: " " * len(pointer[0]), text)
    for match in _NUMBER.finditer(blanked):
        plain = re.sub(r",(?=\d{3}(?!\d))", "", match[0]).replace("−", "-").replace("–", "-")
        yield plain.lstrip("-"), match.span()
