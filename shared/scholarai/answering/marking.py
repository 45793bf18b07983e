"""Which of the sentences that are shown answers best, or decides a question of yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.answering.preferring import preferences
from scholarai.domain.chat import CitationMark, Evidence, TextSection
from scholarai.retrieval.traits import asks_yes_or_no


def with_best_marked(
    sections: Sequence[TextSection], evidence: Sequence[Evidence], question: str
) -> tuple[TextSection, ...]:
    """Return the sections with a mark on the citation that is rated highest: by its evidence, and for what the question asks.

    One that stands alone is marked only where it decides; none is where nothing is rated.
    """
    ratings = {(piece.paper_id, start): rating for piece in evidence for start, rating in piece.ratings}
    shown = [citation for section in sections for citation in section.citations]
    placed = [(ratings[place], one) for one in shown if (place := (one.paper_id, one.start)) in ratings]
    added = preferences(question, [one.text for _, one in placed]).tolist()
    rated = [(rating + more, one.number) for (rating, one), more in zip(placed, added, strict=True)]
    mark: CitationMark = "decides" if asks_yes_or_no(question) else "best"
    if not rated or (len(shown) == 1 and mark == "best"):
        return tuple(sections)
    best = max(rated)[1]
    return tuple(_with_mark(section, best, mark) for section in sections)


def _with_mark(section: TextSection, number: int, mark: CitationMark) -> TextSection:
    marked = (replace(one, mark=mark) if one.number == number else one for one in section.citations)
    return replace(section, citations=tuple(marked))
