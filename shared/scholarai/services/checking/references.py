"""Checks the references of a text: which of the works exist in the library or at outside services, and what differs from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import islice

from msgspec.structs import replace

from scholarai.domain.checked_text import CheckedReference, CheckedReferences, FieldDifference
from scholarai.domain.errors import ScholarError, sentence_of
from scholarai.domain.identity import Publication, cited_publication, keys_of, publication_of, relation
from scholarai.domain.ids import OwnerId
from scholarai.domain.notices import with_notices
from scholarai.domain.paper import Paper
from scholarai.domain.plurals import counted
from scholarai.domain.published_works import FoundWork
from scholarai.domain.review import Filters
from scholarai.domain.service_names import ROWS
from scholarai.domain.title_folding import doi_of, folded_name, folded_title
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.literature import NoticeTable
from scholarai.ports.reviews import LibraryCatalog
from scholarai.ports.stores import PublicationIndex
from scholarai.services.checking.bibliography import TextReference, references_in
from scholarai.services.checking.pasted import pasted_text
from scholarai.services.checking.text import require_text
from scholarai.services.library.open_papers import title_of
from scholarai.services.literature.finding import FindWork

# References of a text that are looked at, and how long outside services are asked about them: a call ends then, as others do. Guesses.
MOST_REFERENCES = 500
SERVICES_S = 20.0
# Letters of a title that is one work's, whoever is said to have written it, and papers of an author and a year that are looked at. Guesses.
_TITLE_LETTERS, _OF_AUTHOR = 20, 20


class CheckReferences(Value, frozen=True, kw_only=True):
    """Looks for the works that a text refers to."""

    index: PublicationIndex
    catalog: Callable[[], LibraryCatalog]
    notices: NoticeTable
    find: Callable[[], FindWork]
    clock: Clock

    def check(self, owner: OwnerId, text: str) -> CheckedReferences:
        """Return the references of a text: the entries of its bibliography, or without one its DOIs and its authors with years.

        Raises:
            InvalidRequestError: If the text is empty or too long.
        """
        text = pasted_text(text)
        require_text(text)
        every = list(islice(references_in(text), MOST_REFERENCES + 1))
        found = [self._in_library(owner, one) for one in every[:MOST_REFERENCES]]
        find = self.find()
        notes = [f"Only the first {MOST_REFERENCES} references were looked at."] if len(every) > len(found) else []
        if find.allowed:
            notes += self._by_services(find, found)
        dois = [doi for one in found if (doi := doi_of(one.reference.doi))]
        told = self.notices.notices_for(dois)
        return CheckedReferences(
            text=text,
            references=tuple(
                replace(one, notices=with_notices(one.notices, told.get(doi_of(one.reference.doi) or "", ())))
                for one in found
            ),
            looked=("the library", *(row.title for row in ROWS if row.name in find.allowed)),
            notes=tuple(notes),
        )

    def _in_library(self, owner: OwnerId, one: TextReference) -> CheckedReference:
        checked = CheckedReference(start=one.start, end=one.end, reference=one.reference, found="nowhere")
        if one.marker:
            return self._of_author(owner, checked)
        wanted = cited_publication(one.reference)
        keys = keys_of(wanted)
        if not keys:
            return replace(checked, found="unclear")
        papers = [(paper, publication_of(paper.metadata)) for paper in self.index.papers(owner, keys)]
        best = next((one for one in papers if relation(wanted, one[1])), None)
        best = best or next((one for one in papers if _has_title_of(wanted, one[1])), None)
        if best is not None:
            return _of_paper(checked, best[0], wanted)
        for entry in self.index.citing(owner, keys):
            known = cited_publication(entry.reference)
            if relation(wanted, known) is not None or _has_title_of(wanted, known):
                return replace(
                    checked,
                    found="cited",
                    title=entry.reference.title or "",
                    paper_id=entry.paper_id,
                    differs=tuple(differing(wanted, known)),
                )
        return checked

    def _of_author(self, owner: OwnerId, checked: CheckedReference) -> CheckedReference:
        """Look for the one paper of an author and a year."""
        (family,), year = checked.reference.authors, checked.reference.year
        catalog = self.catalog()
        ids = list(catalog.select(owner, Filters(authors=(family,), year_from=year, year_to=year)))
        papers = catalog.describe(owner, ids[:_OF_AUTHOR]).values()
        first = [
            paper for paper in papers if set(folded_name(family)) & set(folded_name((*paper.metadata.authors, "")[0]))
        ]
        if not first:
            return checked
        title = first[0].metadata.title or first[0].filename
        return replace(checked, found="library", title=title, paper_id=first[0].id, notices=first[0].notices)

    def _by_services(self, find: FindWork, found: list[CheckedReference]) -> list[str]:
        """Ask outside services for the references that the library lacks, in place; return notes on what was not asked."""
        end = self.clock.now() + timedelta(seconds=SERVICES_S)
        failed: dict[str, None] = {}
        wanted = [
            at
            for at, one in enumerate(found)
            if one.found in {"nowhere", "cited"} and keys_of(cited_publication(one.reference))
        ]
        left = 0
        for at in wanted:
            if self.clock.now() >= end:
                left += 1
                continue
            reference = found[at].reference
            publication = cited_publication(reference)
            asked = FoundWork(
                source="text", title=publication.title, doi=publication.doi, arxiv_id=publication.arxiv_id
            )
            try:
                work = find.known(asked)
            except ScholarError as error:
                failed[sentence_of(error)] = None
                continue
            if work is not None:
                found[at] = _of_work(found[at], work, publication)
        notes = [f"Services could not be asked about some references: {sentence}" for sentence in failed]
        return notes + (
            [f"Services were not asked about {counted(left, 'reference')}: it took too long."] if left else []
        )


def differing(said: Publication, known: Publication) -> Iterator[FieldDifference]:
    """Yield the fields that a reference has otherwise than a work; what one of them lacks is no difference."""
    if said.title and known.title:
        ours, theirs = folded_title(said.title), folded_title(known.title)
        if (
            ours.letters != theirs.letters
            and ours.letters != "".join(theirs.main)
            and "".join(ours.main) != theirs.letters
        ):
            yield FieldDifference(field="title", said=said.title, known=known.title)
    if said.authors and known.authors:
        first = set(folded_name(said.authors[0]))
        if not any(first & set(folded_name(author)) for author in known.authors):
            yield FieldDifference(field="authors", said="; ".join(said.authors), known="; ".join(known.authors))
    if said.year and known.year and said.year != known.year:
        yield FieldDifference(field="year", said=str(said.year), known=str(known.year))
    ours_doi, their_doi = doi_of(said.doi), doi_of(known.doi)
    if ours_doi and their_doi and ours_doi != their_doi:
        yield FieldDifference(field="doi", said=ours_doi, known=their_doi)


def _has_title_of(one: Publication, other: Publication) -> bool:
    title = folded_title(one.title).letters
    return len(title) >= 20 and title == folded_title(other.title).letters


def _of_paper(checked: CheckedReference, paper: Paper, wanted: Publication) -> CheckedReference:
    known = publication_of(paper.metadata)
    how = relation(wanted, known)
    return replace(
        checked,
        found="library",
        title=title_of(paper),
        paper_id=paper.id,
        relation=how,
        differs=tuple(differing(wanted, known)),
        notices=paper.notices if how == "same" else (),
    )


def _of_work(checked: CheckedReference, work: FoundWork, wanted: Publication) -> CheckedReference:
    known = Publication(title=work.title, authors=work.authors, year=work.year, doi=work.doi, arxiv_id=work.arxiv_id)
    return replace(
        checked,
        found="service",
        title=work.title or "",
        source=work.source,
        relation=relation(wanted, known),
        differs=tuple(differing(wanted, known)),
        notices=with_notices(checked.notices, work.notices),
    )
