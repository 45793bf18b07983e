"""Answers a turn of a conversation from passages of opened papers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from msgspec import structs

from scholarai.domain.chat import Answer, Citation, Usage
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Answerer, AnswerRequest
from scholarai.prompting.about import about_paper
from scholarai.prompting.chat import ChatLimits, chat_prompt
from scholarai.prompting.prompt import Prompt, Turn
from scholarai.retrieval.cues import Cue, find_cues
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.words import question_terms, searchable
from scholarai.services.chat.answers import AnswerStream, Preparation
from scholarai.services.chat.figures import ShowFigures
from scholarai.services.chat.known import answer_from_metadata, refused_for_absence
from scholarai.services.chat.refusals import refused_in_code
from scholarai.services.chat.remarks import nothing_new, other_language, with_remark
from scholarai.services.chat.reply import ReplyEvent
from scholarai.services.chat.understanding import Understood
from scholarai.services.chat.whole import with_whole_papers
from scholarai.services.library.open_papers import OpenPaper
from scholarai.services.library.passages import FindPassages, Passages


def has_words(index: PaperIndex, question: str) -> bool:
    """Tell whether a question has words that say something, and a paper has all of them."""
    asked = question_terms(searchable(question))
    return bool(asked) and all(term in index.narrow.words.terms for term in asked)


class AnswerFromPassages(Value, frozen=True, kw_only=True):
    """Answers by a model or by rules; `may_spend` tells whether a further call may follow what was taken so far."""

    find: FindPassages
    answerer: Callable[[], Answerer]
    stand_in: Callable[[], Answerer | None]
    clock: Clock
    figures: ShowFigures | None
    history: Sequence[Turn]
    passages: int
    limits: ChatLimits
    model_s: float
    may_spend: Callable[[Preparation, Usage], bool]

    def run(
        self, opened: Mapping[PaperId, OpenPaper], understood: Understood, last: Sequence[Citation], *, begun: datetime
    ) -> Iterator[ReplyEvent | Answer]:
        """Yield the answer as it comes, and last the whole of it.

        Args:
            opened: The only paper, or those that are quoted in `last`.
            understood: The question.
            last: What is to be gone on from; empty where the question is about something else.
            begun: When the work on the question began.
        """
        understood, passages = self._found(list(opened.values()), understood)
        if last:
            from scholarai.services.chat.going_on import gone_on  # no first question goes on

            passages = gone_on(understood, last, opened, passages, k=self.passages)
        found = Preparation(
            seconds=(self.clock.now() - begun).total_seconds(),
            lexical=passages.retrieval == "lexical",
            models=tuple(call for call in (understood.usage, passages.usage) if call is not None),
        )
        note = other_language(understood.asked, opened, lexical=found.lexical)
        notes = (note,) if note else ()
        places = find_cues(understood.text)
        contents = [paper.index.content for paper in opened.values()]
        absent = _absent(understood.text, contents) if places and not last else ()
        known = None if last else self._known(next(iter(opened.values())), understood, passages, absent)
        if known is not None:
            given = known
        elif not passages.weak and passages.evidence:
            stream = self._stream(understood, opened, passages, found, places)
            yield from stream
            given = _fitted(stream, understood) if understood.shown else stream.given
            notes = (*notes, *absent)
        elif last:
            given = nothing_new(understood.text, len(opened))
        else:
            given = refused_in_code(understood.text, passages.evidence, opened)
        yield from with_remark(found.added_to(replace(given, notes=(*notes, *given.notes))))

    def _known(
        self, paper: OpenPaper, understood: Understood, passages: Passages, absent: Sequence[str]
    ) -> Answer | None:
        """Return what needs no passages: an answer from metadata, or that the paper has no such place."""
        from_metadata = answer_from_metadata(understood.text, paper, passages.evidence)
        if from_metadata is not None or not absent:
            return from_metadata
        return refused_for_absence(understood.text, absent, passages.evidence, weak=passages.weak)

    def _found(self, papers: Sequence[OpenPaper], understood: Understood) -> tuple[Understood, Passages]:
        """Return what is found for a question; by its own words alone where those of earlier turns find nothing beside them.

        A follow-up says little, so that hardly anything is found for sure: that the paper has all of its words is enough.
        """
        passages = self._passages(papers, understood.text)
        if not passages.weak or understood.kind != "carried" or understood.asked == understood.text:
            return understood, passages
        own = self._passages(papers, understood.asked)
        if own.weak and not all(has_words(paper.index, understood.asked) for paper in papers):
            return understood, passages
        return replace(understood, text=understood.asked), replace(own, weak=False)

    def _passages(self, papers: Sequence[OpenPaper], question: str) -> Passages:
        """Search the only paper; several are gone on from without a search."""
        if len(papers) == 1:
            found = self.find.run(papers[0], question, k=self.passages)
            if any(piece.named for piece in found.evidence):
                from scholarai.answering.named_places import within_places  # few questions name a place

                return replace(found, evidence=within_places(question, found.evidence))
            return found
        return Passages(evidence=(), weak=True, missing=(), retrieval="lexical")

    def _stream(
        self,
        understood: Understood,
        opened: Mapping[PaperId, OpenPaper],
        passages: Passages,
        found: Preparation,
        places: Sequence[Cue],
    ) -> AnswerStream:
        """Return the answer's stream; rules read no prompt, so none is written for them."""
        shown = tuple(citation.text for citation in understood.shown)
        unread = Prompt(system="", user=understood.text, max_output_tokens=self.limits.max_output_tokens)
        stream = AnswerStream(
            answerer=self.answerer(),
            request=AnswerRequest(question=understood.text, evidence=passages.evidence, prompt=unread, shown=shown),
            papers=opened,
            clock=self.clock,
            stand_in=self.stand_in,
            about=[about_paper(paper.index.content) for paper in opened.values()] if places else (),
            time_s=self.model_s,
            may_spend=functools.partial(self.may_spend, found),
        )
        return stream if stream.answerer.verbatim else self._with_prompt(stream, passages.missing, places)

    def _with_prompt(self, stream: AnswerStream, missing: Sequence[str], places: Sequence[Cue]) -> AnswerStream:
        """Return a stream with what its model is asked: from whole papers where they are short enough, else from passages."""
        request, papers = stream.request, list(stream.papers.values())
        about = [about_paper(paper.index.content) for paper in papers]
        pictures = self.figures.run(papers, request.question, request.evidence) if self.figures and places else ()
        make = functools.partial(
            chat_prompt,
            request.question,
            titles={paper.paper_id: paper.title for paper in papers},
            history=self.history,
            missing=missing,
            about=about,
            pictures=pictures,
            shown=request.shown,
            limits=self.limits,
        )
        asked = structs.replace(stream, request=replace(request, prompt=make(request.evidence)), about=about)
        return with_whole_papers(asked, self.limits, functools.partial(make, whole=True))


def _fitted(stream: AnswerStream, understood: Understood) -> Answer:
    from scholarai.services.chat.going_on import fitted

    return fitted(stream, understood)


def _absent(question: str, papers: Sequence[PaperContent]) -> tuple[str, ...]:
    from scholarai.answering.named_places import absent_places

    return absent_places(question, papers)
