"""Makes the requests with which a model is asked a question: with whole papers, divided into excerpts, or with passages of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value
from scholarai.ports.models import AnswerRequest
from scholarai.prompting.chat import chat_prompt
from scholarai.prompting.papers import ShownPaper, about_paper
from scholarai.prompting.prompt import ChatLimits, Effort, Turn
from scholarai.retrieval.place_names import Cue, find_cues
from scholarai.retrieval.places import Place, find_places
from scholarai.retrieval.search import pages_between
from scholarai.services.chat.figures import ShowFigures
from scholarai.services.library.open_papers import OpenPaper

# Excerpts that are named for one place: a page has about four. A guess.
_POINTED_AT = 6
_WHERE = "“{}” in the question: see excerpt {}."
_NOWHERE = "Nothing that is labelled “{}” was recognized in the {}."
# Of a paper with the ids of its sentences; numbers and formulas take more tokens than prose does. A guess on the safe side.
_LEAST_CHARACTERS_PER_TOKEN = 3


class ModelQuestion(Value, frozen=True, kw_only=True):
    """A question in the user's words, with the conversation before it.

    Attributes:
        unread: The titles of papers that were asked but of which the model is shown nothing.
    """

    text: str
    limits: ChatLimits
    history: Sequence[Turn] = ()
    figures: ShowFigures | None = None
    effort: Effort = "low"
    unread: tuple[str, ...] = ()

    def with_whole(self, papers: Mapping[PaperId, OpenPaper]) -> AnswerRequest | None:
        """Return the request with whole papers in their order, None where they do not fit or have no text."""
        excerpts = whole_papers(list(papers.values()), self.limits.whole_tokens)
        if not excerpts:
            return None
        entries = tuple(self._entries(papers, first=len(excerpts) + 1))
        return self._request(papers, excerpts, entries, whole=True)

    def with_passages(self, papers: Mapping[PaperId, OpenPaper], evidence: Sequence[Evidence]) -> AnswerRequest:
        """Return the request with passages, grouped by paper in the papers' order and numbered anew."""
        order = {paper_id: at for at, paper_id in enumerate(papers)}
        grouped = sorted((item for item in evidence if item.paper_id in order), key=lambda one: order[one.paper_id])
        numbered = tuple(replace(item, number=number) for number, item in enumerate(grouped, start=1))
        return self._request(papers, numbered, (), whole=False)

    def _request(
        self,
        papers: Mapping[PaperId, OpenPaper],
        excerpts: tuple[Evidence, ...],
        entries: tuple[Evidence, ...],
        *,
        whole: bool,
    ) -> AnswerRequest:
        prompt = chat_prompt(
            self.text,
            excerpts,
            {
                paper_id: ShownPaper(title=paper.title, about=about_paper(paper.index.content))
                for paper_id, paper in papers.items()
            },
            history=self.history,
            notes=tuple(self._pointers(papers, (*excerpts, *entries))),
            pictures=self.figures.show(list(papers.values()), self.text, excerpts) if self.figures else (),
            beside=entries,
            unread=self.unread,
            whole=whole,
            limits=self.limits,
            effort=self.effort,
        )
        return AnswerRequest(question=self.text, evidence=(*excerpts, *entries), prompt=prompt)

    def _pointers(self, papers: Mapping[PaperId, OpenPaper], excerpts: Sequence[Evidence]) -> Iterator[str]:
        """Yield a line for each place that the question names: where it stands, or that it was not recognized."""
        for cue, places in self._named(papers):
            numbers = [str(item.number) for item in excerpts if any(_overlaps(item, *place) for place in places)]
            if numbers:
                yield _WHERE.format(cue.text, ", ".join(numbers[:_POINTED_AT]))
            elif not places and cue.sure:
                yield _NOWHERE.format(cue.text, "paper" if len(papers) == 1 else "papers")

    def _entries(self, papers: Mapping[PaperId, OpenPaper], *, first: int) -> Iterator[Evidence]:
        """Yield the bibliography entries that the question names, numbered from `first`."""
        found = [place for cue, places in self._named(papers) if cue.kind == "reference" for place in places]
        for number, (paper_id, place) in enumerate((one for one in found if one[1].whole), start=first):
            index = papers[paper_id].index
            chunk = next((one for one in index.chunks if one.start <= place.start < one.end), index.chunks[-1])
            yield Evidence(
                number=number,
                paper_id=paper_id,
                chunk_id=chunk.id,
                text=index.text[place.start : place.end],
                score=0.0,
                start=place.start,
                end=place.end,
                section_path=chunk.section_path,
                page_numbers=chunk.page_numbers,
            )

    def _named(self, papers: Mapping[PaperId, OpenPaper]) -> Iterator[tuple[Cue, list[tuple[PaperId, Place]]]]:
        for cue in find_cues(self.text):
            yield (
                cue,
                [
                    (paper_id, place)
                    for paper_id, paper in papers.items()
                    for place in find_places(paper.index.content, cue)
                ],
            )


def _overlaps(item: Evidence, paper_id: PaperId, place: Place) -> bool:
    return item.paper_id == paper_id and item.start < place.end and place.start < item.end


def whole_papers(papers: Sequence[OpenPaper], most_tokens: int) -> tuple[Evidence, ...]:
    """Return the text of papers in order, as one excerpt per chunk; nothing if they are longer than `most_tokens`.

    Bibliography entries are left out.
    """
    runs = ((paper, *run) for paper in papers for run in _runs(paper))
    excerpts = tuple(_excerpt(number, *run) for number, run in enumerate(runs, start=1))
    return excerpts if fits_whole(sum(len(item.text) for item in excerpts), most_tokens) else ()


def fits_whole(characters: int, most_tokens: int) -> bool:
    """Tell whether papers of so many characters together are shown whole."""
    return characters <= most_tokens * _LEAST_CHARACTERS_PER_TOKEN


def _runs(paper: OpenPaper) -> Iterator[tuple[int, int]]:
    """Yield the first and the last sentence of each stretch that one chunk holds; nothing is left out within a stretch."""
    index = paper.index
    broken = (~index.follows).cumsum()
    keys = zip(index.chunk_of.tolist(), broken.tolist(), strict=True)
    for _, group in groupby(enumerate(keys), key=lambda item: item[1]):
        numbers = [number for number, _ in group]
        yield numbers[0], numbers[-1]


def _excerpt(number: int, paper: OpenPaper, first: int, last: int) -> Evidence:
    index = paper.index
    start, end = int(index.starts[first]), int(index.ends[last])
    chunk = index.chunks[int(index.chunk_of[first])]
    return Evidence(
        number=number,
        paper_id=paper.paper_id,
        chunk_id=chunk.id,
        text=index.text[start:end],
        score=0.0,
        start=start,
        end=end,
        section_path=chunk.section_path,
        page_numbers=pages_between(index, start, end) or chunk.page_numbers,
    )
