"""Answers what a title page says: its lines are no sentences, so nothing else would quote them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.answering.quotable import Sentence
from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.patterns import lazy_pattern
from scholarai.retrieval.cues import find_cues
from scholarai.retrieval.words import terms, tokens

# Title, authors, affiliations.
LINES = 3
# An abstract that stands on the title page is no line of it.
LONGEST_CHARACTERS = 400

_ASKS_FOR_DATE = lazy_pattern(r"\b(?:when|date|year|published|submitted|written|appear\w*)\b", re.IGNORECASE)
_ASKS_FOR_DOI = lazy_pattern(r"\bdoi\b", re.IGNORECASE)
_WORD = lazy_pattern(r"\w+")
_DATE, _DOI = lazy_pattern(r"\b(?:19|20)\d\d\b"), lazy_pattern(r"\b10\.\d{4,9}/")


def title_page(question: str, evidence: Sequence[Evidence]) -> list[Sentence] | None:
    """Return the lines of the title page that a question asks for, None where it asks for something else."""
    names = {cue.text for cue in find_cues(question) if cue.kind == "front"}
    page = next((piece for piece in evidence if piece.pinned_by in names), None)
    if page is None:
        return None
    wanted = _DOI if _ASKS_FOR_DOI.search(question) else _DATE if _ASKS_FOR_DATE.search(question) else re.compile("")
    lines = [
        line for line in page.text.split(BLOCK_SEPARATOR) if 0 < len(line) <= LONGEST_CHARACTERS and wanted.search(line)
    ]
    return [
        Sentence(
            number=page.number, rank=0, position=place, text=line, stems=tuple(terms(line)), words=tuple(tokens(line))
        )
        for place, line in enumerate(lines[:LINES])
    ]


def asks_for_title_page(question: str) -> bool:
    """Tell whether a question asks for what stands on a title page: title, authors, year and the like."""
    return any(cue.kind == "front" for cue in find_cues(question))


def tells_title_page(question: str, text: str, about: Sequence[str]) -> bool:
    """Tell whether the question asks for the title page and the answer has all its names and numbers from there.

    Args:
        question: What was asked; its own words may be said again.
        text: The answer.
        about: One line per paper on what its title page says, as the model was shown it.
    """
    if not text.strip() or not asks_for_title_page(question):
        return False
    known = set(terms(" ".join((question, *about))))
    named = [word for word in _WORD.findall(text) if any(c.isupper() or c.isdigit() for c in word)]
    return known.issuperset(terms(" ".join(named)))
