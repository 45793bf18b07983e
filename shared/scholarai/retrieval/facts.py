"""What is known of a paper's sentences before any question: their own words, looks, sections, and the paper's abbreviations."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from scholarai.domain.content import PaperContent
from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Bm25, Scores
from scholarai.retrieval.traits import traits_of
from scholarai.retrieval.units import Spans
from scholarai.retrieval.words import tokens

# Parts of a paper by words of their sections' titles.
_PARTS = {
    "abstract": r"abstract|summary",
    "introduction": r"introduc|background",
    "related": r"relat|previous|prior|literature",
    "methods": r"method|material|model|approach|data|experiment|setup|design|subject|patient|participant|corpus|statistic"
    r"|procedure|system|implement|architecture",
    "results": r"result|finding|evaluation|outcome|perform|analysis|comparison|efficacy|safety",
    "discussion": r"discuss|limitation",
    "conclusion": r"conclu|summary|future",
    "back": r"acknowl|fund|contribut|interest|availab|reference|support|abbrev|ethic|history",
}
PARTS = tuple(_PARTS)
# What is known of each sentence's place and length: how early it stands, what share of the paper stands before it, the logarithm of
# its length, and whether it is long, short, the first of its block, and a heading.
LOOKS = ("earliness", "place", "length", "long", "short", "first of block", "heading")
LONG_CHARACTERS, SHORT_CHARACTERS, USUAL_CHARACTERS = 400, 40, 150
# Share of a paper after which the worth of standing early has fallen to a third: abstract and introduction say most of
# what questions are about.
OPENING_SHARE = 0.2
# "long short-term memory (LSTM)": what stands in the bracket, and as many characters before it as are read.
_SHORT = r"\(([A-Z][A-Za-z0-9-]{1,9}?)s?\)"
_LOOKED_BACK = 100


class Facts(Value, frozen=True, kw_only=True, eq=False):
    """One row per sentence.

    Attributes:
        words: The sentences as units of their own.
        traits: Shape (n, len(TRAITS)), 0 or 1.
        parts: Shape (n, len(PARTS)), 0 or 1.
        looks: Shape (len(LOOKS), n).
        abbreviations: What the paper defines, short form to long form.
    """

    words: Bm25
    traits: Scores
    parts: Scores
    looks: Scores
    abbreviations: Mapping[str, str]


def facts_of(content: PaperContent, spans: Spans, opens: NDArray[np.bool_], words: Bm25) -> Facts:
    """Return the facts on a paper's sentences, given their ranges, whether each opens a block, and their words."""
    text = content.text()
    blocks = np.searchsorted([block.start for block in content.blocks], spans[:, 0], side="right") - 1
    titles: dict[str, str] = {section.id: section.title for section in content.sections}
    parts = {block.section_id: _parts(titles.get(block.section_id or "", "")) for block in content.blocks}
    return Facts(
        words=words,
        traits=traits_of([text[start:end] for start, end in spans.tolist()]).astype(np.float64),
        parts=np.array([parts[content.blocks[b].section_id] for b in blocks], dtype=np.float64).reshape(-1, len(PARTS)),
        looks=_looks(spans, opens, np.array([content.blocks[b].kind == "heading" for b in blocks], dtype=bool)),
        abbreviations=abbreviations(text),
    )


def _looks(spans: Spans, opens: NDArray[np.bool_], headings: NDArray[np.bool_]) -> Scores:
    starts, lengths, whole = spans[:, 0], spans[:, 1] - spans[:, 0], int(spans[:, 1].max(initial=1))
    looks = {
        "earliness": np.exp(-starts / (OPENING_SHARE * whole)),
        "place": starts / whole,
        "length": np.log(lengths / USUAL_CHARACTERS),
        "long": lengths > LONG_CHARACTERS,
        "short": lengths < SHORT_CHARACTERS,
        "first of block": opens,
        "heading": headings,
    }
    return np.array([looks[name] for name in LOOKS], dtype=np.float64)


def abbreviations(text: str) -> dict[str, str]:
    """Return the abbreviations that a text defines in brackets, each with the words that it stands for.

    A. Schwartz, M. Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text", 2003, in short: the
    letters stand in order in the words before the bracket, the first one at the beginning of the first word.
    """
    found: dict[str, str] = {}
    for match in re.finditer(_SHORT, text):
        words, letters = tokens(text[max(match.start() - _LOOKED_BACK, 0) : match.start()]), "".join(tokens(match[1]))
        longest = min(len(words), len(letters) + 1)
        for size in range(longest, 0, -1):
            phrase = " ".join(words[-size:])
            if phrase[0] == letters[0] and _stands_in_order(letters, phrase):
                found.setdefault(match[1], phrase)
                break
    return found


def _stands_in_order(letters: str, phrase: str) -> bool:
    rest = iter(phrase)
    return all(letter in rest for letter in letters)


# Titles of some papers.
@functools.lru_cache(maxsize=1_000)
def _parts(title: str) -> tuple[bool, ...]:
    return tuple(re.search(words, title, re.IGNORECASE) is not None for words in _PARTS.values())
