"""Finds the papers that have the words of a quote, best first: chosen papers, or those of a whole library that may."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from scholarai.citations import GroundingText, ground_quote
from scholarai.domain.checked_text import SourcePaper
from scholarai.domain.checking import CheckedQuote, QuoteToCheck
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.values import Value
from scholarai.domain.verdicts import TRUE_VERDICTS, VERDICTS
from scholarai.ports.stores import ChunkHit, ChunkSearch
from scholarai.services.library.checking import check_quote
from scholarai.services.library.open_papers import EachPaper

# Chosen papers that are read whatever they say; of more, and of a library, those that a search finds. A guess.
READ_WHOLE = 8
# Chunks that a search by words gives for a quote, the first ones of them that are compared with it word by word, and papers in which
# it is looked for. Guesses.
CHUNKS, COMPARED = 24, 6
LOOKED_INTO = 3
_NOT_FOUND = VERDICTS.index("not_found")
_NO_LETTER = re.compile(r"[\W_]+")


class FindSources(Value, frozen=True, kw_only=True):
    """Looks for quotes in papers of an owner."""

    each: EachPaper
    search: Callable[[], ChunkSearch]

    def find(
        self,
        owner: OwnerId,
        paper_ids: Sequence[PaperId] | None,
        quote: str,
        *,
        limit: int = LOOKED_INTO,
        likely: bool = False,
    ) -> tuple[SourcePaper, ...]:
        """Return at most `limit` papers with their verdicts on a quote, best first; those that do not have it are left out.

        `paper_ids` None: all of the owner. `likely`: of many papers, look only into those of which a passage seems to have the
        words.
        """
        found: list[SourcePaper] = []
        for paper_id in self._likely(owner, paper_ids, quote, limit, likely=likely):
            one = self._checked(owner, paper_id, quote)
            if one is not None and one.checked.verdict not in {None, "not_found"}:
                found.append(one)
            if sum(one.checked.verdict == "exact" for one in found) == limit:
                break
        return tuple(sorted(found, key=lambda one: _rank(one.checked)))[:limit]

    def _likely(
        self, owner: OwnerId, paper_ids: Sequence[PaperId] | None, quote: str, limit: int, *, likely: bool
    ) -> Sequence[PaperId]:
        """Return the papers to look into: all of a few, else those whose chunks have the quote or most of its rare words."""
        if paper_ids is not None and len(paper_ids) <= READ_WHOLE:
            return paper_ids
        hits = self.search().matching(owner, paper_ids, quote, limit=CHUNKS)
        best: dict[PaperId, tuple[int, float, int]] = {}
        for place, hit in enumerate(hits):
            rank = (*_rank_in(hit, quote, compare=place < COMPARED), place)
            best[hit.paper_id] = min(best.get(hit.paper_id, rank), rank)
        wanted = [paper_id for paper_id, rank in best.items() if rank[0] < _NOT_FOUND or not likely]
        return sorted(wanted, key=lambda paper_id: best[paper_id])[: max(limit, LOOKED_INTO)]

    def _checked(self, owner: OwnerId, paper_id: PaperId, quote: str) -> SourcePaper | None:
        """Return a paper's verdict; None where it cannot be read at this moment."""
        paper = self.each.opened_of(owner, paper_id)
        if paper is None:
            return None
        checked = check_quote(QuoteToCheck(quote_id=1, quote=quote), paper)
        return SourcePaper(paper_id=paper_id, title=paper.title, checked=checked)


def says(checked: CheckedQuote) -> bool:
    """Tell whether a paper says a quote."""
    return checked.verdict in TRUE_VERDICTS


def _rank(checked: CheckedQuote) -> tuple[int, float]:
    return (len(VERDICTS) if checked.verdict is None else VERDICTS.index(checked.verdict), -checked.similarity)


def _rank_in(hit: ChunkHit, quote: str, *, compare: bool) -> tuple[int, float]:
    """Rank a chunk by what it says to a quote, without reading its paper; without `compare` it has all letters or counts as foreign."""
    text = hit.chunk.chunk.text
    if _NO_LETTER.sub("", quote).lower() in _NO_LETTER.sub("", text).lower():
        return 0, -1.0
    if not compare:
        return _NOT_FOUND, 0.0
    grounded = ground_quote(quote, GroundingText.of(text))
    return VERDICTS.index(grounded.verdict), -grounded.similarity
