"""Chooses the passages of papers that a model is shown: the best of each paper, and those around the last answer's quotes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from scholarai.domain.chat import Citation, Evidence
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import CHUNK_CHARACTERS
from scholarai.domain.paper import Paper
from scholarai.domain.usage import ModelUsage
from scholarai.domain.values import Value
from scholarai.services.chat.request import whole_papers
from scholarai.services.library.open_papers import KEPT_CHARACTERS, OpenPaper, Reading
from scholarai.services.library.passages import FindPassages

# Passages of the only paper of a question, characters of all passages of several (some 15,000 tokens), and papers of which
# passages are shown. Guesses.
PASSAGES, CHARACTERS, PAPERS_READ = 10, 60_000, 40
# Excerpts around the last answer's quotes that a follow-up is shown beside what was found for it. A guess.
_QUOTED = 4
_ALL_TOKENS = 10**9


class ChosenPassages(Value, frozen=True, kw_only=True, eq=False):
    """Passages by paper in the order of the papers, each paper's best first.

    Attributes:
        lexical: Whether every paper was searched by words alone.
        usage: The reranker's.
    """

    evidence: tuple[Evidence, ...]
    lexical: bool = False
    usage: ModelUsage | None = None

    @property
    def papers(self) -> frozenset[PaperId]:
        return frozenset(item.paper_id for item in self.evidence)


class ChoosePassages(Value, frozen=True, kw_only=True, eq=False):
    """Searches papers for a question; `last` are the quotes of the last answer."""

    find: FindPassages
    reading: Reading
    papers: Sequence[Paper]
    last: Sequence[Citation] = ()

    def choose(self, text: str) -> ChosenPassages:
        """Return the passages to show for what a question is searched by.

        Raises:
            TransientError: If no paper can be reached.
        """
        if len(self.papers) == 1:
            return self._of_one(text)
        query = self.find.query(text)
        each = CHARACTERS // min(len(self.papers), PAPERS_READ) // CHUNK_CHARACTERS
        found: dict[PaperId, tuple[Evidence, ...]] = {}
        strength: dict[PaperId, float] = {}
        characters: dict[PaperId, int] = {}
        lexical = True
        for opened in self.reading.over(self.papers):
            searched = query.search(opened, k=min(max(each, 1), PASSAGES))
            lexical = lexical and not query.compares(opened)
            found[opened.paper_id] = self._with_quoted(opened, searched.evidence)
            strength[opened.paper_id] = searched.strength
            characters[opened.paper_id] = len(opened.index.text)
        best = sorted(found, key=lambda paper_id: -strength[paper_id])[:PAPERS_READ]
        together = accumulate(characters[paper_id] for paper_id in best)
        kept = {
            paper_id
            for at, (paper_id, total) in enumerate(zip(best, together, strict=True))
            if not at or total <= KEPT_CHARACTERS
        }
        return ChosenPassages(
            evidence=tuple(item for paper_id, items in found.items() if paper_id in kept for item in items),
            lexical=lexical,
        )

    def _of_one(self, text: str) -> ChosenPassages:
        for opened in self.reading.over(self.papers):
            found = self.find.find(opened, text, k=PASSAGES)
            return ChosenPassages(
                evidence=self._with_quoted(opened, found.evidence),
                lexical=found.retrieval == "lexical",
                usage=found.usage,
            )
        return ChosenPassages(evidence=())

    def _with_quoted(self, opened: OpenPaper, found: Sequence[Evidence]) -> tuple[Evidence, ...]:
        """Return what was found, and behind it the excerpts around the last answer's quotes that are not among it."""
        return (*found, *(item for item in self._quoted(opened) if not any(_same(item, one) for one in found)))

    def _quoted(self, opened: OpenPaper) -> Iterator[Evidence]:
        ranges = [(one.start or 0, one.end or 0) for one in self.last if one.paper_id == opened.paper_id]
        left = _QUOTED
        for item in whole_papers([opened], _ALL_TOKENS) if ranges else ():
            if left and any(item.start < end and start < item.end for start, end in ranges):
                left -= 1
                yield item


def _same(one: Evidence, other: Evidence) -> bool:
    return 2 * (min(one.end, other.end) - max(one.start, other.start)) >= one.end - one.start
