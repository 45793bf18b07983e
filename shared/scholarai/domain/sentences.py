"""Where the sentences of scholarly prose begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Abbreviations that papers put before a capital letter, a digit or a bracket without ending the sentence.
_ABBREVIATIONS = frozenset(
    "al approx app cf ch chap col cor def dept dr ed eds e.g eg eq eqn eqs esp etc ex fig figs i.e ie lem mr mrs ms "
    "no nos p pp prof prop ref refs resp sec secs sect sp spp st suppl tab thm viz vol vols vs w.r.t wrt".split()
)
# These do end sentences now and then; a capitalised ordinary word after them decides that they did.
_MAY_END = frozenset(("al", "etc", "app", "no"))

_BREAK = re.compile(r"[.!?…]+[\"'”’)\]]*(?:\s+|$)|\n\s*\n")
_LAST_WORD = re.compile(r"([\w.]+?)\.+[\"'”’)\]]*\s*$")
_OPENING = "\"'“‘([{$\\*_<"


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the sentences as ranges that together cover the text, trailing white space with the sentence before.

    A full stop after an initial, an abbreviation ("Fig.", "et al.", "i.e."), inside a number or before a lower-case
    letter ends nothing; a blank line always does. Empty text has no sentences.
    """
    spans = []
    start = 0
    for end in _ends(text):
        if text[start:end].strip():
            spans.append((start, end))
            start = end
    if text[start:].strip():
        spans.append((start, len(text)))
    elif spans:
        spans[-1] = (spans[-1][0], len(text))
    return spans


def _ends(text: str) -> Iterator[int]:
    for candidate in _BREAK.finditer(text):
        if candidate[0].isspace() or _ends_here(text, candidate):
            yield candidate.end()


def _ends_here(text: str, candidate: re.Match[str]) -> bool:
    following = text[candidate.end() :].lstrip(_OPENING)[:24]
    if not following:
        return True
    if following[0].islower():
        return False
    if not candidate[0].startswith("."):
        return True
    word = _LAST_WORD.search(text, max(0, candidate.start() - 24), candidate.end())
    return word is None or not _is_abbreviation(word[1], following)


def _is_abbreviation(word: str, following: str) -> bool:
    lowered = word.lower().strip(".")
    if len(lowered) == 1 and word[0].isupper():
        return True
    if lowered in _MAY_END:
        return not re.match(r"[A-Z][a-z]+\s", following)
    return lowered in _ABBREVIATIONS
