"""What a paper is called in a review's text: "(Doe et al., 2020)", with a suffix where two would be called the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from scholarai.domain.review import ReviewedPaper

_PARTICLES = frozenset("da de del der di du la le van von ter ten bin ibn al".split())
_TITLE_CHARACTERS = 40
# References as models write them of their own accord: names and a year at the end, or numbers, in brackets.
_NAMES_AND_YEAR = r"(?:see |e\.g\.,? |cf\. )?[A-Z][\w’'.-]{1,60}[^()\[\]]{0,120}?,?\s{0,2}(?:19|20)\d\d[a-z]?(?:_\d+)?"
_REFERENCE = re.compile(
    rf"(?<!\s)\s*+(?:\({_NAMES_AND_YEAR}\s*\)|\[{_NAMES_AND_YEAR}\s*\]|\[\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\])"
)


def with_labels(papers: Sequence[ReviewedPaper]) -> tuple[ReviewedPaper, ...]:
    """Return the papers with their labels; of several that would have the same one, each gets a suffix: `_1`, `_2`."""
    plain = [_label(paper) for paper in papers]
    shared = {label for label, count in Counter(plain).items() if count > 1}
    seen: Counter[str] = Counter()
    labelled = []
    for paper, label in zip(papers, plain, strict=True):
        seen[label] += 1
        suffix = f"_{seen[label]}" if label in shared else ""
        labelled.append(replace(paper, label=f"({label}{suffix})"))
    return tuple(labelled)


def strip_references(text: str, known: Sequence[str]) -> tuple[str, int]:
    """Return the text without references of the model's own, and how many of them named no paper of the review.

    Our own references are set where a quote stands, never where a model writes one.
    """
    names = set(known)
    found = [match[0].strip() for match in _REFERENCE.finditer(text)]
    unknown = sum(reference not in names for reference in found)
    return re.sub(r"(?<!\s)\s+([.,;:])", r"\1", _REFERENCE.sub("", text)).strip(), unknown


def _label(paper: ReviewedPaper) -> str:
    year = str(paper.year) if paper.year else "n.d."
    if not paper.authors:
        title = " ".join(paper.title.split())
        short = title if len(title) <= _TITLE_CHARACTERS else f"{title[:_TITLE_CHARACTERS].rsplit(' ', 1)[0]}…"
        return f"{short.replace('(', '').replace(')', '')}, {year}"
    names = [_family_name(author) for author in paper.authors]
    match names:
        case [only]:
            return f"{only}, {year}"
        case [first, second]:
            return f"{first} and {second}, {year}"
        case _:
            return f"{names[0]} et al., {year}"


def _family_name(author: str) -> str:
    if "," in author:
        return author.partition(",")[0].strip()
    words = author.split()
    while len(words) > 1 and len(words[-1].strip(".")) == 1:  # "Vyshnav M T" is called by the first name
        words.pop()
    first = next((place for place, word in enumerate(words[:-1]) if word.lower() in _PARTICLES and place), None)
    return " ".join(words[first:] if first is not None else words[-1:])
