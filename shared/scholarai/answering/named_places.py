"""Quotes what stands at the places that a question names: a caption, an equation, an entry, sentences of a page."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from scholarai.answering.choosing import MOST_SENTENCES, best_sentences
from scholarai.answering.quotable import LONGEST_CHARACTERS, Sentence, quotable_sentences
from scholarai.answering.whole_paper import overview
from scholarai.domain.chat import Evidence
from scholarai.domain.content import BLOCK_SEPARATOR
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.sentences import sentence_spans
from scholarai.retrieval.cues import Cue, find_cues
from scholarai.retrieval.gate import names_something
from scholarai.retrieval.words import question_terms, terms, tokens

# Places with more text than a reader wants to see at once; the others are quoted themselves, and then what speaks of them.
WIDE = frozenset({"page", "section", "named_section"})
_COMPARES = lazy_pattern(
    r"\b(?:compar\w*|differ\w*|support\w*|agree\w*|consistent|contradict\w*|elsewhere|rest of|other (?:sections|parts|pages)|"
    r"than|unlike|versus|vs)\b",
    re.IGNORECASE,
)
# Stems of words that ask for all that stands at a place.
_ASKING = frozenset(
    terms(
        "shows shown means states statement contents contains contained presents tells points happens discusses discussed covers "
        "talks symbols cited refers depicts illustrates looks learn does written done concludes concluded explained about introduces"
    )
)


def within_places(question: str, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence of the pages and sections that a question names, and of nothing else unless it compares."""
    wide = {cue.text for cue in find_cues(question) if cue.kind in WIDE}
    named = tuple(piece for piece in evidence if piece.named)
    is_bound = any(piece.pinned_by in wide for piece in named) and not _COMPARES.search(question)
    return named if is_bound else tuple(evidence)


def from_places(question: str, evidence: Sequence[Evidence], *, shown: Container[str] = ()) -> list[Sentence] | None:
    """Return what answers from the named places and is not among `shown`, None where the question names no place."""
    pieces = [piece for piece in evidence if piece.named]
    if not pieces:
        return None
    cues = {cue.text: cue for cue in find_cues(question)}
    asked = asked_of_places(question)
    leads = [lead for lead in _leads(pieces, cues, asked) if lead.text not in shown]
    sentences = [one for one in _beside(leads, pieces) if one.text not in shown]
    if not asked and not leads:
        chosen = overview(question, pieces, sentences, MOST_SENTENCES)
    elif not asked:
        chosen = [*leads, *sorted(sentences, key=lambda one: one.start)][:MOST_SENTENCES]
    else:
        chosen = best_sentences(question, sentences, after=leads)
    return chosen or [line for line in _all_lines(pieces) if line.text not in shown][:MOST_SENTENCES]


def _beside(leads: Sequence[Sentence], pieces: Sequence[Evidence]) -> list[Sentence]:
    """Return the sentences that stand at the places, but for the leads."""
    return [one for one in quotable_sentences(pieces) if _stands_in(one, pieces) and not _is_in(one, leads)]


def _all_lines(pieces: Sequence[Evidence]) -> Iterator[Sentence]:
    for piece in pieces:
        yield from (_sentence(piece, *line) for line in _lines(piece))


def asked_of_places(question: str) -> list[str]:
    """Return the terms of what is asked of the named places, none where all that stands there is asked for."""
    for text in sorted((cue.text for cue in find_cues(question)), key=len, reverse=True):
        question = question.replace(text, " ")
    own = [term for term in question_terms(question) if term not in _ASKING]
    return own if names_something(own) else []


def _leads(pieces: Sequence[Evidence], cues: dict[str, Cue], asked: Sequence[str]) -> Iterator[Sentence]:
    """Yield what each narrow place says itself, and the row of its cells that has most of what is asked."""
    for text, cue in cues.items():
        parts = [(piece, part) for piece in pieces if piece.pinned_by == text for part in piece.named]
        if cue.kind in WIDE or not parts:
            continue
        (piece, (start, end)), *others = parts
        yield _sentence(piece, start - piece.start, _shortened(_text(piece, start, end)))
        if "table" in cue.kind:
            # The first row has the names of columns.
            rows = [row for piece, part in others[:1] for row in _rows(piece, *part)][1:]
            found = [len(set(asked) & set(terms(row))) for _, _, row in rows]
            yield from [_sentence(*rows[found.index(max(found))])] if max(found, default=0) else []
        if cue.kind == "equation":  # what leads to a formula ends in a colon
            yield from (
                _sentence(piece, start - piece.start, _text(piece, start, end)) for piece, (start, end) in others[:2]
            )


def _rows(piece: Evidence, start: int, end: int) -> Iterator[tuple[Evidence, int, str]]:
    before = start - piece.start
    for row in _text(piece, start, end).split("\n"):
        yield piece, before, row
        before += len(row) + 1


def _text(piece: Evidence, start: int, end: int) -> str:
    return piece.text[start - piece.start : end - piece.start]


def _lines(piece: Evidence) -> Iterator[tuple[int, str]]:
    """Yield the blocks of a passage where no sentence of it can be quoted, each with its place in it."""
    before = 0
    for block in piece.text.split(BLOCK_SEPARATOR):
        place = piece.start + before
        if block.strip() and any(start <= place and place + len(block) <= end for start, end in piece.named):
            yield before, _shortened(block)
        before += len(block) + len(BLOCK_SEPARATOR)


def _stands_in(sentence: Sentence, pieces: Sequence[Evidence]) -> bool:
    end = sentence.start + len(sentence.text)
    return any(
        first <= sentence.start and end <= last
        for piece in pieces
        if piece.number == sentence.number
        for first, last in piece.named
    )


def _is_in(sentence: Sentence, others: Sequence[Sentence]) -> bool:
    end = sentence.start + len(sentence.text)
    return any(
        other.paper_id == sentence.paper_id and sentence.start < other.start + len(other.text) and end > other.start
        for other in others
    )


def _shortened(text: str) -> str:
    """Return the sentences that fit, the label being one of them; where no other fits, the words that do."""
    if len(text) <= LONGEST_CHARACTERS:
        return text
    fitting = [end for _, end in sentence_spans(text) if end <= LONGEST_CHARACTERS]
    return text[: fitting[-1]] if len(fitting) > 1 else text[:LONGEST_CHARACTERS].rpartition(" ")[0]


def _sentence(piece: Evidence, place: int, text: str) -> Sentence:
    return Sentence(
        number=piece.number, rank=0, position=0, text=text, stems=tuple(terms(text)), words=tuple(tokens(text)),
        paper_id=piece.paper_id, start=piece.start + place,
    )  # fmt: skip
