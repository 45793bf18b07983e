"""Finds the passage of a cited paper that a citing sentence is about."""

from __future__ import annotations

from collections.abc import Callable

from scholarai.domain.checking import CheckedQuote, QuoteToCheck
from scholarai.domain.cited_references import CitedPassage, CitedReference, Mention
from scholarai.domain.errors import ConflictError, NotFoundError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.plurals import counted
from scholarai.domain.values import Value
from scholarai.ports.reviews import QuotePicker
from scholarai.ports.stores import PaperStore
from scholarai.services.library.checking import CheckQuotes
from scholarai.services.library.open_papers import OpenPapers
from scholarai.services.library.passages import FindPassages
from scholarai.services.library.references import ListReferences
from scholarai.services.papers.owned_papers import require_owned

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
