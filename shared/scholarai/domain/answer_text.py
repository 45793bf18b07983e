"""Joins an answer's sections, which are pieces of one Markdown text: one may begin or end within a list, a row or a word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from scholarai.domain.chat import TextSection

# Texts that were saved or written without the space between two sentences; Chinese and Japanese have none.
_ENDS = re.compile(r"[\w.,;:!?…%)\]”’»\"']")
_BEGINS = re.compile(r"[^\W_]|[“‘«„\"'(\[]")
_SPACELESS = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_FENCE = re.compile(r"\s*(?:```+|~~~+)")
# The line below a table's head.
_RULE = re.compile(r"\s*\|(?:[ \t]*:?-+:?[ \t]*\|)+")


def joined(sections: Iterable[TextSection], write: Callable[[TextSection], str]) -> str:
    """Return the joined text, with what `write` makes of each section's citations.

    That stands behind the section's last word: within its row of a table, or below its code.
    """
    text = ""
    for section in sections:
        border = text[-1:] + section.text[:1]
        apart = _ENDS.match(border) and _BEGINS.match(border, 1) and not _SPACELESS.search(border)
        text += f" {section.text}" if apart else section.text
        cited = write(section)
        if cited:
            at, below = _end_of(text)
            text = f"{text[:at]}{below}{cited}{text[at:]}"
    return text


def _end_of(text: str) -> tuple[int, str]:
    """Return where a text's citations stand, and what stands before them."""
    words = text.rstrip()
    before, _, line = words.rpartition("\n")
    if _RULE.fullmatch(line):
        words = before.rstrip()
        line = words.rpartition("\n")[2]
    if _FENCE.fullmatch(line):
        return len(words), "\n\n"
    row = line.endswith("|") and line.index("|") < len(line) - 1
    return len(words[:-1].rstrip() if row else words), ""
