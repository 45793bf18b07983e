"""Finds the papers of a library that bibliography entries name, what they say about a citing sentence, and the papers that cite one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from scholarai.citations import PageLocator
from scholarai.domain.checking import CheckedQuote, QuoteToCheck
from scholarai.domain.cited_references import (
    CitedPassage,
    CitedReference,
    Mention,
    RelatedPaper,
    RelatedPapers,
    mentions_in,
)
from scholarai.domain.content import Reference
from scholarai.domain.errors import ConflictError, NotFoundError
from scholarai.domain.identity import Publication, Relation, cited_publication, keys_of, publication_of, relation
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.notices import WorkNotice, with_notices
from scholarai.domain.paper import Paper
from scholarai.domain.plurals import counted
from scholarai.domain.values import Value
from scholarai.ports.literature import NoticeTable
from scholarai.ports.reviews import QuotePicker
from scholarai.ports.stores import PaperStore, PublicationIndex
from scholarai.services.library.checking import CheckQuotes
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.library.passages import FindPassages
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


# A reader looks at few. A guess.
_PASSAGES = 3


class FindCitedPassage(Value, frozen=True, kw_only=True):
    """Searches a cited paper of the library for what a sentence cites it for."""

    papers: PaperStore
    references: ListReferences
    open_papers: OpenPapers
    find: FindPassages
    check: CheckQuotes
    picker: Callable[[], QuotePicker]

    def locate(self, owner: OwnerId, paper_id: PaperId, number: int, mention: int = 1) -> CitedPassage:
        """Return the passages of the cited paper for a citing sentence, best first, and its best quote, checked.

        `number` is the entry of the citing paper's bibliography, `mention` the place that cites it, both from 1.

        Raises:
            NotFoundError: If there is no such paper, entry or place.
            NotReadyError: If one of both papers is not extracted yet.
            ConflictError: If it failed, or the cited paper is not in the library.
        """
        cited, place = self._place(self.references.list(owner, paper_id), number, mention)
        opened = self.open_papers.open(require_owned(self.papers.get(cited), owner))
        question = _without_marker(place)[:QUESTION_CHARACTERS]
        found = self.find.find(opened, question, k=_PASSAGES)
        picked = () if found.weak else self.picker().pick(question, found.evidence, limit=1)
        return CitedPassage(
            paper_id=cited,
            mention=place,
            evidence=found.evidence,
            quote=self._checked(owner, cited, picked[0].text) if picked else None,
            weak=found.weak or not picked,
        )

    def _checked(self, owner: OwnerId, cited: PaperId, quote: str) -> CheckedQuote:
        (checked,) = self.check.check(owner, cited, [QuoteToCheck(quote_id=1, quote=quote)])
        return checked

    @staticmethod
    def _place(references: tuple[CitedReference, ...], number: int, mention: int) -> tuple[PaperId, Mention]:
        if not 0 < number <= len(references):
            raise NotFoundError(
                "reference_unknown", f"this paper has {counted(len(references), 'reference')}, numbered from 1"
            )
        reference = references[number - 1]
        if reference.paper_id is None:
            raise ConflictError(
                "cited_paper_missing", "the cited paper is not in the library", action="Add it, and ask again."
            )
        if not 0 < mention <= len(reference.mentions):
            times = counted(len(reference.mentions), "time")
            raise NotFoundError("mention_unknown", f"the text cites this reference {times}, numbered from 1")
        return reference.paper_id, reference.mentions[mention - 1]


def _without_marker(place: Mention) -> str:
    """Return the citing sentence without its marker, which names nothing in the cited paper."""
    low, high = place.start - place.sentence_start, place.end - place.sentence_start
    return " ".join(f"{place.sentence[:low]} {place.sentence[high:]}".split()) or place.sentence
