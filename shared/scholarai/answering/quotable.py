"""Finds the sentences of the evidence that can stand alone as a quote: whole, readable, not a heading or a reference."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.domain.chat import Evidence
from scholarai.domain.citable import sentences_of_blocks
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value
from scholarai.retrieval.words import terms, tokens

# Shorter ones are headings and labels, longer ones are lists, tables and broken extraction. A guess from reading.
SHORTEST_CHARACTERS, LONGEST_CHARACTERS = 25, 700
# Of its characters without spaces; tables and equations have fewer letters. Evidence of trials is full of numbers: with .6 it stands in
# .711 of Evidence Inference's answers, with .5 or .45 in .730 (networks that were not taught the paper, 2026-11-23).
LETTER_SHARE = 0.5
# Share of stems that two sentences may have in common before they say the same. A guess from reading answers.
SAME_SHARE = 0.6
_ENDS_WHOLE = re.compile(r"[.?!…][\"'”’)\]}\d,\-– ]*$")
_BEGINS_WHOLE = re.compile(r"[\"'“‘(\[]*[A-Z0-9À-Þ]")
_REFERENCE = re.compile(r"^\s*(?:\[\d+\]|\d+\.)\s+[A-Z][\w-]+,? (?:[A-Z]\.|and )|\bdoi\.org/|\bet al\.,? \d{4}\.\s*$")
# The name of a figure or table, which says nothing of what it shows; longer captions do. A guess.
_NAME_OF_FLOAT = re.compile(r"(?:Fig(?:ure|\.)|Tab(?:le|\.))\s?S?\d+[a-z]?[.:|]\s+(?:\S+\s+){0,9}\S+$")
_TAG_LIKE = lazy_pattern(
    r"[<\[{]/?\s*(?:cite|citation|extract|quote|not_in_paper)\b", re.IGNORECASE, needs=("<", "[", "{")
)
REFERENCE_SECTIONS = frozenset({"references", "bibliography", "literature cited", "works cited"})


class Sentence(Value, frozen=True, kw_only=True):
    """A quotable sentence, verbatim.

    `number` and `paper_id` are its evidence's, `rank` is that one's place (0 is best), `position` its own place in that
    evidence, `start` that in the paper's text; `stems` are its index terms, `words` all of its words in lower case,
    `rating` what its evidence says of it.
    """

    number: int
    rank: int
    position: int
    text: str
    stems: tuple[str, ...]
    words: tuple[str, ...]
    paper_id: str = ""
    start: int = 0
    rating: float | None = None


def quotable_sentences(evidence: Sequence[Evidence]) -> list[Sentence]:
    """Return the quotable sentences of the evidence, best evidence first; a sentence seen twice counts once."""
    found: dict[str, Sentence] = {}
    for rank, piece in enumerate(sorted(evidence, key=lambda piece: (piece.pinned_by is None, -piece.score))):
        if _is_reference_list(piece):
            continue
        ratings = dict(piece.ratings)
        for position, (offset, end) in enumerate(sentences_of_blocks(piece.text)):
            text = piece.text[offset:end]
            if is_quotable(text):
                found.setdefault(
                    " ".join(text.split()),
                    Sentence(
                        number=piece.number,
                        rank=rank,
                        position=position,
                        text=text,
                        stems=tuple(terms(text)),
                        words=tuple(tokens(text)),
                        paper_id=piece.paper_id,
                        start=piece.start + offset,
                        rating=ratings.get(piece.start + offset),
                    ),
                )
    return list(found.values())


def is_quotable(text: str) -> bool:
    """Tell whether a sentence can be read on its own."""
    if not SHORTEST_CHARACTERS <= len(text) <= LONGEST_CHARACTERS:
        return False
    solid = "".join(text.split())
    letters = sum(map(str.isalpha, solid))
    return (
        letters >= LETTER_SHARE * len(solid)
        and _BEGINS_WHOLE.match(text) is not None
        and _ENDS_WHOLE.search(text) is not None
        and _REFERENCE.search(text) is None
        and _NAME_OF_FLOAT.match(text) is None
        and _TAG_LIKE.search(text) is None
    )


def says_the_same(one: Sentence, other: Sentence) -> bool:
    """Tell whether a reader of one sentence would learn little from the other."""
    a, b = set(one.stems), set(other.stems)
    return len(a & b) > SAME_SHARE * min(len(a), len(b))


def _is_reference_list(piece: Evidence) -> bool:
    return any(title.strip().lower() in REFERENCE_SECTIONS for title in piece.section_path)
