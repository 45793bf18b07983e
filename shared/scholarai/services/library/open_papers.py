"""Opens papers for questions: reads each from its store once per generation, and keeps those used last in memory."""

from __future__ import annotations

import logging
import textwrap
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from msgspec import Struct, field

from scholarai.citations import GroundingText, PageLocator
from scholarai.domain.coverage import CoveredPaper, LeftOutReason
from scholarai.domain.errors import ConflictError, NotFoundError, NotReadyError, ScholarError, TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.metadata import described
from scholarai.domain.paper import EmbeddingSpace, Origin, Paper
from scholarai.domain.values import Value
from scholarai.ports.stores import ContentStore, PaperStore
from scholarai.retrieval.index import PaperIndex, index_paper
from scholarai.services.concurrency import CONCURRENT_CALLS, map_concurrently
from scholarai.services.papers.owned_papers import readable_generation, require_owned

_log = logging.getLogger(__name__)

# Characters of text that the kept papers may have together. Each takes some 90 bytes (index 36, grounding 33, content and
# chunks the rest; measured on 45 papers), so this is 225 MB or about forty papers.
KEPT_CHARACTERS = 2_500_000
# Longer than any real title that we have seen.
TITLE_CHARACTERS = 240


class OpenPaper(Value, frozen=True, kw_only=True, eq=False, dict=True):
    """One generation of a paper with everything that questions need; `origins` identify the corrections in its content."""

    paper_id: PaperId
    generation: int
    title: str
    origins: tuple[Origin, ...]
    index: PaperIndex
    space: EmbeddingSpace | None

    @cached_property
    def grounding(self) -> GroundingText:
        return GroundingText.of_paper(self.index.content)

    @cached_property
    def locator(self) -> PageLocator:
        return PageLocator.of(self.index.content)


class OpenPapers(Value, frozen=True, kw_only=True):
    """Reads papers on first use and keeps those used last, up to `kept_characters`; safe for several threads."""

    contents: ContentStore
    kept_characters: int = KEPT_CHARACTERS
    _kept: OrderedDict[tuple[PaperId, int], OpenPaper] = field(default_factory=OrderedDict)
    _reading: dict[tuple[PaperId, int], threading.Lock] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def open(self, paper: Paper) -> OpenPaper:
        """Return the generation of a paper that readers follow.

        Raises:
            NotReadyError: If the paper is not extracted yet, or is being replaced at this moment.
            ConflictError: If it failed.
        """
        key = (paper.id, readable_generation(paper))
        found = self._look_up(key, paper.origins)
        if found is not None:
            return found
        with self._reading_alone(key):
            found = self._look_up(key, paper.origins) or self._read(paper, key[1])
            self._keep(key, found)
        return found

    def _look_up(self, key: tuple[PaperId, int], origins: tuple[Origin, ...]) -> OpenPaper | None:
        with self._lock:
            found = self._kept.get(key)
            if found is None or found.origins != origins:
                return None
            self._kept.move_to_end(key)
            return found

    @contextmanager
    def _reading_alone(self, key: tuple[PaperId, int]) -> Iterator[None]:
        """Serialise readers of one paper, so that twenty concurrent questions read it once."""
        with self._lock:
            reader = self._reading.setdefault(key, threading.Lock())
        with reader:
            try:
                yield
            finally:
                with self._lock:
                    self._reading.pop(key, None)

    def _read(self, paper: Paper, generation: int) -> OpenPaper:
        content = self.contents.read_content(paper.id, generation)
        chunks = self.contents.read_chunks(paper.id, generation)
        if content is None or not chunks.chunks:  # a newer generation became visible since the paper was read
            raise NotReadyError("paper_not_ready", "the paper is just being replaced", retry_after_s=1.0)
        content = described(content, paper)
        return OpenPaper(
            paper_id=paper.id,
            generation=generation,
            title=content.title or paper.filename,
            origins=paper.origins,
            index=index_paper(content, chunks),
            space=chunks.space,
        )

    def _keep(self, key: tuple[PaperId, int], opened: OpenPaper) -> None:
        with self._lock:
            self._kept[key] = opened
            self._kept.move_to_end(key)
            while len(self._kept) > 1 and _characters(self._kept.values()) > self.kept_characters:
                self._kept.popitem(last=False)


class AskedPapers(Value, frozen=True, kw_only=True):
    """The papers of a question in their order: those that can be read, and why the others cannot.

    `beyond` is the number of the library's papers that are not among them.
    """

    ids: tuple[PaperId, ...]
    readable: tuple[Paper, ...]
    left_out: tuple[CoveredPaper, ...] = ()
    beyond: int = 0


class EachPaper(Value, frozen=True, kw_only=True):
    """Looks papers up and opens them; one of several that cannot be read is left out, with the reason."""

    papers: PaperStore
    open_papers: OpenPapers

    def look_up(self, owner: OwnerId, ids: Sequence[PaperId], *, known: bool) -> AskedPapers:
        """Return the owner's papers.

        `known`: they existed before, so a missing one was deleted and is left out; otherwise a missing one is an error.

        Raises:
            NotFoundError: If a paper is missing that was not known before, or all of them are.
            NotReadyError: If none can be read, and one is not extracted yet.
            ConflictError: If none can be read, and one failed.
        """
        readable: list[Paper] = []
        left_out: list[CoveredPaper] = []
        faults: list[ScholarError] = []
        for paper_id, paper in zip(ids, map_concurrently(self.papers.get, ids), strict=True):
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

    def opened_of(self, owner: OwnerId, paper_id: PaperId) -> OpenPaper | None:
        """Return an owner's paper ready for questions; None where it cannot be read at this moment."""
        try:
            return self.open_papers.open(require_owned(self.papers.get(paper_id), owner))
        except (NotFoundError, NotReadyError, ConflictError):
            return None

    def all_opened(self, papers: Sequence[Paper]) -> dict[PaperId, OpenPaper]:
        """Return papers ready for questions, by id.

        Raises:
            NotFoundError: If one was deleted since it was looked up.
            NotReadyError: As `OpenPapers.open` does.
            ConflictError: As `OpenPapers.open` does.
        """
        try:
            return {paper.paper_id: paper for paper in map_concurrently(self.open_papers.open, papers)}
        except NotReadyError:
            for paper in papers:  # one that was deleted since it was looked up will never be ready
                require_owned(self.papers.get(paper.id), paper.owner)
            raise

    def _reason_now(self, paper: Paper, fault: ScholarError) -> LeftOutReason:
        """Return why a paper cannot be opened; one that was deleted meanwhile fails in the same way as others."""
        try:
            require_owned(self.papers.get(paper.id), paper.owner)
        except ScholarError as missing:
            return _reason(missing)
        return _reason(fault)


class Reading(Struct, kw_only=True):
    """One or several passes over papers of a question; `lost` has those that could not be read, `titles` the others' titles."""

    each: EachPaper
    lost: dict[PaperId, CoveredPaper] = field(default_factory=dict)
    titles: dict[PaperId, str] = field(default_factory=dict)

    def over(self, papers: Sequence[Paper]) -> Iterator[OpenPaper]:
        """Yield the papers that can be read, in their order; some are opened at the same time.

        Raises:
            TransientError: If none can be reached.
        """
        for first in range(0, len(papers), CONCURRENT_CALLS):
            for item in map_concurrently(self.each.opened, papers[first : first + CONCURRENT_CALLS]):
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


def _characters(papers: Iterable[OpenPaper]) -> int:
    return sum(len(paper.index.text) for paper in papers)


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
