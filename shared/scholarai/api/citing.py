"""Citations in a library: what its papers cite, what cites them, and which cited works it lacks."""

from __future__ import annotations

from scholarai.api.adding import PaperLike
from scholarai.bootstrap import App
from scholarai.domain.cited_references import CitedPassage, CitedReference, MissingPaper, RelatedPapers
from scholarai.domain.ids import OwnerId, PaperId


class Bibliographies:
    """The part of `Library` about bibliographies."""

    _app: App
    _owner: OwnerId

    def _id(self, paper: PaperLike) -> PaperId:
        raise NotImplementedError

    def references(self, paper: PaperLike) -> tuple[CitedReference, ...]:
        """Return the bibliography of a paper: where each entry is cited, and which paper of the library it is.

        Raises:
            PaperFaultError: If a file cannot be read as a paper.
            NotFoundError: If the library has no such paper.
        """
        return self._app.library.list_references().list(self._owner, self._id(paper))

    def related(self, paper: PaperLike) -> RelatedPapers:
        """Return the papers of the library that are the same publication, that are versions of it, and that cite it.

        Raises:
            PaperFaultError: If a file cannot be read as a paper.
            NotFoundError: If the library has no such paper.
        """
        return self._app.library.find_related().find(self._owner, self._id(paper))

    def missing(self, *, limit: int = 50) -> tuple[MissingPaper, ...]:
        """Return what papers of the library cite and it lacks, at most `limit`, what most of them cite first."""
        return self._app.library.list_missing().list(self._owner, limit=limit)

    def cited_passage(self, paper: PaperLike, number: int, mention: int = 1) -> CitedPassage:
        """Return what a cited paper of the library says about a sentence that cites it.

        Args:
            paper: The paper that cites.
            number: The entry of its bibliography, from 1.
            mention: Which of the places that cite it, from 1.

        Raises:
            PaperFaultError: If a file cannot be read as a paper.
            NotFoundError: If there is no such paper, entry or place.
            ConflictError: If the cited paper is not in the library.
        """
        return self._app.library.find_cited_passage().locate(self._owner, self._id(paper), number, mention)
