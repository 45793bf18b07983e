"""Finds the papers of a library that bibliography entries name, and the papers that cite one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from scholarai.citations import PageLocator
from scholarai.domain.cited_references import CitedReference, Mention, RelatedPaper, RelatedPapers, mentions_in
from scholarai.domain.content import Reference
from scholarai.domain.identity import (
    Publication,
    Relation,
    cited_publication,
    keys_of,
    publication_of,
    relation,
)
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.notices import WorkNotice, with_notices
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.ports.literature import NoticeTable
from scholarai.ports.stores import PaperStore, PublicationIndex
from scholarai.services.papers.owned_papers import GetContent, require_owned


class FindCited(Value, frozen=True, kw_only=True):
    """Finds the papers of a library that match given publications."""

    index: PublicationIndex

    def find(self, owner: OwnerId, wanted: Sequence[Publication]) -> list[tuple[Paper, Relation] | None]:
        """Return for each publication the paper that it is, the same before a version, the oldest first; else None."""
        keys = [keys_of(one) for one in wanted]
        papers = self.index.papers(owner, list(dict.fromkeys(key for some in keys for key in some)))
        by_key: defaultdict[str, list[tuple[Paper, Publication]]] = defaultdict(list)
        for paper in papers:
            known = publication_of(paper.metadata)
            for key in keys_of(known):
                by_key[key].append((paper, known))
        return [
            _best(one, (found for key in some for found in by_key[key])) for one, some in zip(wanted, keys, strict=True)
        ]


def _best(wanted: Publication, known: Iterable[tuple[Paper, Publication]]) -> tuple[Paper, Relation] | None:
    found = [(paper, how) for paper, one in known if (how := relation(wanted, one)) is not None]
    return min(found, key=lambda one: (one[1] != "same", one[0].created_at, one[0].id), default=None)


class ListReferences(Value, frozen=True, kw_only=True):
    """The bibliography of a paper with what is known of its entries."""

    content: GetContent
    find: FindCited
    notices: NoticeTable | None = None

    def list(self, owner: OwnerId, paper_id: PaperId) -> tuple[CitedReference, ...]:
        """Return the entries in printed order, with their places in the text and the papers of the library that they are.

        Entries have the notices of the table of retractions, and of the papers that they are.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
            NotReadyError: If it is not extracted yet.
            ConflictError: If it failed.
        """
        content = self.content.get(owner, paper_id)
        wanted = [cited_publication(reference) for reference in content.references]
        found = self.find.find(owner, wanted)
        mentions, locator = mentions_in(content), PageLocator.of(content)
        told = self.notices.notices_for([one.doi for one in wanted if one.doi]) if self.notices else {}
        return tuple(
            CitedReference(
                reference=_named(reference, one),
                paper_id=None if paper is None else paper[0].id,
                relation=None if paper is None else paper[1],
                mentions=tuple(_located(mention, locator) for mention in mentions.get(reference.id, ())),
                notices=with_notices(_known(paper), told.get(one.doi or "", ())),
            )
            for reference, one, paper in zip(content.references, wanted, found, strict=True)
        )


def _known(paper: tuple[Paper, Relation] | None) -> tuple[WorkNotice, ...]:
    """Return the notices of the very paper; those of another version are not about the one that is cited."""
    return paper[0].notices if paper is not None and paper[1] == "same" else ()


def _located(mention: Mention, locator: PageLocator) -> Mention:
    return replace(mention, pages=locator.locate([(mention.sentence_start, mention.sentence_end)]))


def _named(reference: Reference, known: Publication) -> Reference:
    """Return the entry with its identifiers in their usual form."""
    return replace(reference, doi=known.doi, arxiv_id=known.arxiv_id)


class FindRelated(Value, frozen=True, kw_only=True):
    """Finds the papers of the library that are the same publication as one, versions of it, or cite it."""

    papers: PaperStore
    index: PublicationIndex

    def find(self, owner: OwnerId, paper_id: PaperId) -> RelatedPapers:
        """Return them, each kind oldest first, those that cite it in the order of their ids.

        Raises:
            NotFoundError: If the paper is unknown, being deleted, or another owner's.
        """
        paper = require_owned(self.papers.get(paper_id), owner)
        known = publication_of(paper.metadata)
        keys = keys_of(known)
        if not keys:
            return RelatedPapers()
        kinds: defaultdict[Relation, list[RelatedPaper]] = defaultdict(list)
        for other in self.index.papers(owner, keys):
            how = relation(known, publication_of(other.metadata)) if other.id != paper_id else None
            if how is not None:
                kinds[how].append(RelatedPaper(paper_id=other.id, title=_title(other)))
        return RelatedPapers(
            same=tuple(kinds["same"]),
            versions=tuple(kinds["version"]),
            cited_by=tuple(self._citing(owner, paper_id, known)),
        )

    def _citing(self, owner: OwnerId, paper_id: PaperId, known: Publication) -> list[RelatedPaper]:
        citing: defaultdict[PaperId, list[Reference]] = defaultdict(list)
        for entry in self.index.citing(owner, keys_of(known)):
            if entry.paper_id != paper_id and relation(known, cited_publication(entry.reference)) is not None:
                citing[entry.paper_id].append(entry.reference)
        found = {one: self.papers.get(one) for one in citing}
        return [
            RelatedPaper(
                paper_id=one, title=_title(paper), reference_ids=tuple(reference.id for reference in citing[one])
            )
            for one, paper in found.items()
            if paper is not None
        ]


def _title(paper: Paper) -> str:
    return paper.metadata.title or paper.filename
