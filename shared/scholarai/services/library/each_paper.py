"""Puts a question to many papers, one after the other, so that few are held in memory at a time."""

from __future__ import annotations

import logging
import textwrap
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from scholarai.domain.coverage import CoveredPaper, LeftOutReason
from scholarai.domain.errors import ConflictError, NotFoundError, NotReadyError, ScholarError, TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.values import Value
from scholarai.ports.stores import PaperStore
from scholarai.services.at_once import AT_ONCE, at_once
from scholarai.services.library.open_papers import OpenPaper, OpenPapers
from scholarai.services.papers.owned import readable_generation, require_owned

# Longer than any real title that we have seen.
TITLE_CHARACTERS = 240

_log = logging.getLogger(__name__)


class AskedPapers(Value, frozen=True, kw_only=True):
    """The papers of a question in their order: those that can be read, and what keeps the others from it.

    `beyond` counts the library's papers that are not among them.
    """

    ids: tuple[PaperId, ...]
    readable: tuple[Paper, ...]
    left_out: tuple[CoveredPaper, ...] = ()
    beyond: int = 0


class EachPaper(Value, frozen=True, kw_only=True):
    """Looks papers up and opens them; what keeps one of several from being read is told and stops nothing."""

    papers: PaperStore
    open_papers: OpenPapers

    def look_up(self, owner: OwnerId, ids: Sequence[PaperId], *, known: bool) -> AskedPapers:
        """Return the owner's papers.

        Args:
            owner: Whose papers.
            ids: Which papers, each once.
            known: They were there before, so that one that is missing was deleted; otherwise that is an error.

        Raises:
            NotFoundError: If a paper is not there and was not known, or none is there any more.
            NotReadyError: If none can be read, and one is not extracted yet.
            ConflictError: If none can be read, and one failed.
        """
        readable: list[Paper] = []
        left_out: list[CoveredPaper] = []
        faults: list[ScholarError] = []
        for paper_id, paper in zip(ids, at_once(self.papers.get, ids), strict=True):
            try:
                owned = require_owned(paper, owner)
                readable_generation(owned)
                readable.append(owned)
            except (NotFoundError, NotReadyError, ConflictError) as fault:
                if isinstance(fault, NotFoundError) and not known:
                    raise
                faults.append(fault)
                title = title_of(paper) if paper is not None and paper.owner == owner else ""
                left_out.append(left_out_paper(paper_id, title, _reason(fault)))
        if not readable and faults:
            raise faults[-1]
        return AskedPapers(ids=tuple(ids), readable=tuple(readable), left_out=tuple(left_out))

    def reading(self) -> Reading:
        """Return a pass over papers."""
        return Reading(each=self)

    def opened(self, paper: Paper) -> OpenPaper | CoveredPaper:
        """Return a paper ready for questions, or why it cannot be read."""
        try:
            return self.open_papers.open(paper)
        except ScholarError as fault:
            reason = self._reason_now(paper, fault)
            _log.info("paper of a question left out", extra={"paper_id": paper.id, "reason": reason})
            return left_out_paper(paper.id, title_of(paper), reason)

    def _reason_now(self, paper: Paper, fault: ScholarError) -> LeftOutReason:
        """Return why a paper cannot be opened: the content of one that was deleted meanwhile is missing, too."""
        try:
            require_owned(self.papers.get(paper.id), paper.owner)
        except ScholarError as missing:
            return _reason(missing)
        return _reason(fault)


class Reading(Struct, kw_only=True):
    """One or several passes over papers of a question; `lost` are those that could not be read, `titles` of the others."""

    each: EachPaper
    lost: dict[PaperId, CoveredPaper] = field(default_factory=dict)
    titles: dict[PaperId, str] = field(default_factory=dict)

    def over(self, papers: Sequence[Paper]) -> Iterator[OpenPaper]:
        """Yield the papers that can be read, in their order; some are opened at the same time.

        Raises:
            TransientError: If none can be reached.
        """
        for first in range(0, len(papers), AT_ONCE):
            for item in at_once(self.each.opened, papers[first : first + AT_ONCE]):
                if isinstance(item, CoveredPaper):
                    self.lost[item.paper_id] = item
                else:
                    self.titles[item.paper_id] = _short(item.title)
                    yield item
        if papers and all(paper.id in self.lost and self.lost[paper.id].reason == "unreachable" for paper in papers):
            raise TransientError("papers_unreachable", "none of the papers can be read at this moment")


def left_out_paper(paper_id: PaperId, title: str, reason: LeftOutReason) -> CoveredPaper:
    return CoveredPaper(paper_id=paper_id, title=title, outcome="left_out", reason=reason)


def title_of(paper: Paper) -> str:
    """Return what people call a paper: its title, or its file's name."""
    return _short(paper.metadata.title or paper.filename)


def _short(title: str) -> str:
    """Return a title as one line; some files have their abstract in it."""
    return textwrap.shorten(title, TITLE_CHARACTERS, placeholder=" …")


def _reason(fault: ScholarError) -> LeftOutReason:
    match fault:
        case NotFoundError():
            return "deleted"
        case NotReadyError():
            return "not_ready"
        case ConflictError(code="paper_without_file"):
            return "no_file"
        case ConflictError():
            return "failed"
        case _:
            return "unreachable"
