"""Quotes the caption of what a question names: nothing says sooner what a figure or a table shows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.answering.quotable import LONGEST_CHARACTERS, Sentence
from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.sentences import sentence_spans
from scholarai.retrieval.cues import find_cues
from scholarai.retrieval.words import terms, tokens

# Of "2b" the caption says "2".
_PANEL = re.compile(r"(?<=\d)[a-z]$")


def asked_captions(question: str, evidence: Sequence[Evidence]) -> list[Sentence]:
    """Return the captions of the figures and tables that a question names, whole where they are short."""
    found = []
    for cue in find_cues(question):
        if cue.kind not in {"figure", "table"}:
            continue
        label = re.compile(rf"\W*[^\W\d]+\.?\s*{re.escape(_PANEL.sub('', cue.value))}\b", re.IGNORECASE)
        for rank, piece in enumerate(evidence):
            caption = piece.text.split(BLOCK_SEPARATOR, 1)[0]
            if piece.pinned_by == cue.text and label.match(caption):
                found.append(_sentence(piece, rank, _shortened(caption)))
                break
    return found


def _shortened(caption: str) -> str:
    """Return the sentences that fit, the label being one of them; where no other fits, the words that do."""
    if len(caption) <= LONGEST_CHARACTERS:
        return caption
    fitting = [end for _, end in sentence_spans(caption) if end <= LONGEST_CHARACTERS]
    return caption[: fitting[-1]] if len(fitting) > 1 else caption[:LONGEST_CHARACTERS].rpartition(" ")[0]


def _sentence(piece: Evidence, rank: int, text: str) -> Sentence:
    return Sentence(
        number=piece.number, rank=rank, position=0, text=text, stems=tuple(terms(text)), words=tuple(tokens(text))
    )
