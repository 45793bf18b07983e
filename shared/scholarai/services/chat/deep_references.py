"""Finds the papers of the library that the passages found so far cite."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scholarai.domain.chat import Evidence
from scholarai.domain.content import PaperContent, Reference
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.values import Value
from scholarai.ports.reviews import LibraryCatalog

# Shown to the model, which chooses among them. A guess.
_SHOWN = 12


class CitedPaper(Value, frozen=True, kw_only=True):
    """A readable paper of the owner's, by the title that the reference gives it."""

    paper_id: PaperId
    title: str


class FollowReferences(Value, frozen=True, kw_only=True):
    """Finds cited papers in one owner's library; `catalog` is called once a passage cites a reference with a title."""

    catalog: Callable[[], LibraryCatalog]
    owner: OwnerId

    def cited(
        self, pieces: Sequence[tuple[Evidence, PaperContent]], known: Sequence[PaperId]
    ) -> tuple[CitedPaper, ...]:
        """Return the papers that passages cite and that are not `known`, in the order cited.

        Raises:
            TransientError: If the library cannot be reached.
        """
        titles = dict.fromkeys(
            reference.title for piece, content in pieces for reference in _cited_in(piece, content) if reference.title
        )
        found = self.catalog().titled(self.owner, list(titles)) if titles else {}
        cited = {found[title]: title for title in titles if title in found and found[title] not in known}
        return tuple(CitedPaper(paper_id=paper_id, title=title) for paper_id, title in cited.items())[:_SHOWN]


def _cited_in(piece: Evidence, content: PaperContent) -> Iterator[Reference]:
    """Yield the references whose markers stand inside a passage."""
    blocks = {block.id: block for block in content.blocks if block.start < piece.end and block.end > piece.start}
    by_id = {reference.id: reference for reference in content.references}
    for span in content.cite_spans:
        block = blocks.get(span.block_id)
        if block is None or not piece.start <= block.start + span.start < piece.end:
            continue
        yield from (by_id[reference_id] for reference_id in span.reference_ids if reference_id in by_id)
