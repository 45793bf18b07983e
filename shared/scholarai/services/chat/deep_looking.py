"""Runs the steps before a deeper answer: plan, search, weigh, find what is missing, search again, follow references."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence

from msgspec import Struct, field

from scholarai.domain.depth import Step
from scholarai.domain.errors import ScholarError
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.paper import Paper
from scholarai.prompting.deeper import Finding, missing_prompt, sub_questions_prompt, weigh_prompt
from scholarai.services.chat.deep_calls import DeepCalls, DeepModels
from scholarai.services.chat.deep_pool import Item, Pool, grounded_summary
from scholarai.services.chat.deep_references import CitedPaper, FollowReferences
from scholarai.services.chat.passages import PAPERS_READ
from scholarai.services.library.open_papers import title_of

# Passages that one call weighs. A guess: with more of them models grow careless, with fewer the instructions cost more.
WEIGHED_AT_ONCE = 8
# Summaries that the model is shown when it says what is missing. A guess.
_SUMMARIES = 24


class Looking(Struct, kw_only=True):
    """Looks into papers for one question. Iterate over `look`, then answer from `pool`.

    Attributes:
        titles: The titles of the papers that are asked, for the plan.
        paper_of: Returns a cited paper, or None if it cannot be read.
        followed: The papers that references led to.
    """

    question: str
    papers: Sequence[Paper]
    titles: Sequence[str]
    pool: Pool
    calls: DeepCalls
    models: DeepModels
    references: FollowReferences | None
    paper_of: Callable[[PaperId], Paper | None]
    followed: list[Paper] = field(default_factory=list)
    _searched: list[str] = field(default_factory=list)

    def look(self) -> Iterator[Step]:
        """Yield each step when it is done; if a bound ended the search, the last step names it.

        Raises:
            TransientError: If no paper can be reached.
            ClaimLostError: If another worker answers the question now.
        """
        yield self._search([self.question], self.papers)
        self.papers = self.pool.strongest(self.papers, PAPERS_READ)
        yield from self._plan_and_weigh()
        for _ in range(self.calls.bounds.rounds):
            if self.calls.stopped is not None or not (yield from self._look_again()):
                break
        if self.calls.stopped is not None:
            yield Step(kind="stop", stopped=self.calls.stopped)

    def _plan_and_weigh(self) -> Iterator[Step]:
        most = self.calls.bounds.sub_questions
        asked = self.calls.ask(self.models.plans, [sub_questions_prompt(self.question, self.titles, most=most)])
        planned = self._new(asked.replies[0].questions[:most]) if asked.replies[0] else []
        yield Step(kind="plan", texts=tuple(planned), error=asked.error, taken=asked.taken)
        if planned:
            yield self._search(planned, self.papers)
        yield from self._weigh(self.calls.bounds.passages)

    def _look_again(self) -> Generator[Step, None, bool]:
        """Search for what is missing, and return whether any passage was found."""
        useful = self.pool.useful()
        cited = self._cited(useful)
        titles = self._titles
        shown = [
            Finding(summary=item.summary, paper=titles.get(item.piece.paper_id, "")) for item in useful if item.summary
        ][:_SUMMARIES]
        numbered = {number: paper.title for number, paper in enumerate(cited, start=1)}
        asked = self.calls.ask(self.models.plans, [missing_prompt(self.question, shown, self._searched, numbered)])
        found = asked.replies[0]
        missing = tuple(found.missing) if found else ()
        yield Step(kind="missing", texts=missing, error=asked.error, taken=asked.taken)
        if found is None or not (missing or found.searches or found.references):
            return False
        before = len(self.pool.items)
        wanted = self._new(found.searches[: self.calls.bounds.sub_questions])
        if wanted:
            yield self._search(wanted, [*self.papers, *self.followed])
        follow = [cited[number - 1] for number in found.references if 0 < number <= len(cited)]
        yield from self._follow(follow, [*wanted, *missing])
        if len(self.pool.items) == before:
            return False
        weighed = sum(item.relevance is not None for item in self.pool.items)
        yield from self._weigh(self.calls.bounds.passages - weighed)
        return True

    def _search(self, texts: Sequence[str], papers: Sequence[Paper]) -> Step:
        self._searched += texts
        return Step(kind="search", texts=tuple(texts), passages=self.pool.search(papers, texts))

    @property
    def _titles(self) -> dict[PaperId, str]:
        """The titles of the papers, which models are told where there are several."""
        papers = [*self.papers, *self.followed]
        return {paper.id: title_of(paper) for paper in papers} if len(papers) > 1 else {}

    def _new(self, texts: Sequence[str]) -> list[str]:
        """Return the texts that were not searched for yet, each once."""
        known = {text.lower() for text in self._searched}
        tidy = (" ".join(text.split())[:QUESTION_CHARACTERS] for text in texts)
        return list({text.lower(): text for text in tidy if text and text.lower() not in known}.values())

    def _weigh(self, most: int) -> Iterator[Step]:
        items = self.pool.unweighed(max(most, 0))
        if not items:
            return
        parts = [items[at : at + WEIGHED_AT_ONCE] for at in range(0, len(items), WEIGHED_AT_ONCE)]
        asked = self.calls.ask(
            self.models.weighs,
            [weigh_prompt(self.question, [item.piece for item in part], self._titles) for part in parts],
        )
        for part, reply in zip(parts, asked.replies, strict=True):
            for weighed in reply.passages if reply else ():
                if 0 < weighed.id <= len(part):
                    _note(part[weighed.id - 1], weighed.relevance, weighed.summary)
        weighed_items = [item for item in items if item.relevance is not None]
        yield Step(
            kind="weigh",
            passages=len(weighed_items),
            useful=sum(item.useful for item in weighed_items),
            error=asked.error,
            taken=asked.taken,
        )

    def _cited(self, useful: Sequence[Item]) -> tuple[CitedPaper, ...]:
        """Return the papers that useful passages cite; none if references are not followed or the library cannot be reached."""
        if self.references is None or len(self.followed) >= self.calls.bounds.follows:
            return ()
        known = [paper.id for paper in (*self.papers, *self.followed)]
        citing = {item.piece.paper_id for item in useful}
        opened = {
            paper.paper_id: paper.index.content
            for paper in self.pool.reading.over([one for one in self.papers if one.id in citing])
        }
        pieces = [(item.piece, opened[item.piece.paper_id]) for item in useful if item.piece.paper_id in opened]
        try:
            return self.references.cited(pieces, known)
        except ScholarError:
            return ()

    def _follow(self, cited: Sequence[CitedPaper], texts: Sequence[str]) -> Iterator[Step]:
        """Search the cited papers for what is missing."""
        room = self.calls.bounds.follows - len(self.followed)
        found = [(one, paper) for one in cited[:room] if (paper := self.paper_of(one.paper_id)) is not None]
        if not found:
            return
        papers = [paper for _, paper in found]
        self.followed += papers
        new = self.pool.search(papers, [self.question, *texts])
        titles = tuple(one.title for one, _ in found)
        yield Step(kind="follow", texts=titles, paper_ids=tuple(paper.id for paper in papers), passages=new)


def _note(item: Item, relevance: float, summary: str) -> None:
    """Store a passage's relevance and its summary by the model."""
    item.relevance = relevance
    item.summary = grounded_summary(summary, item.piece.text)
