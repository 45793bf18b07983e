"""Answers follow-ups that ask for more: from passages around the earlier quotes, without quoting anything twice."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from scholarai.answering.shown import Shown, best_shown, without_shown
from scholarai.answering.turns import asks_why
from scholarai.answering.widening import Anchor, widen
from scholarai.domain.chat import Answer, Citation, Evidence
from scholarai.domain.ids import PaperId
from scholarai.services.chat.answers import AnswerStream
from scholarai.services.chat.from_passages import Understood
from scholarai.services.chat.reply import nothing_new, shown_before
from scholarai.services.chat.turns import quoted_in
from scholarai.services.library.open_papers import OpenPaper
from scholarai.services.library.passages import Passages


def gone_on(
    understood: Understood, last: Sequence[Citation], papers: Mapping[PaperId, OpenPaper], found: Passages, *, k: int
) -> Passages:
    """Return at most `k` passages: those around the citations of the `last` answer, then those that were found.

    If nothing around the citations is new, what was found is returned as it is.
    """
    widened = list(_widened(understood, last, papers))
    if not widened:
        return found
    others = [replace(item, ratings=()) for item in found.evidence if not any(_overlap(item, one) for one in widened)]
    evidence = [*widened, *others][:k]
    numbered = tuple(replace(item, number=number) for number, item in enumerate(evidence, start=1))
    return replace(found, evidence=numbered, weak=False)


def _widened(
    understood: Understood, last: Sequence[Citation], papers: Mapping[PaperId, OpenPaper]
) -> Iterator[Evidence]:
    beside = Shown.of(text for citation in last for text in (citation.before, citation.after))
    for paper_id, citations in groupby(sorted(last, key=lambda one: one.paper_id), key=lambda one: one.paper_id):
        if paper_id in papers:
            anchors = [Anchor(start=one.start or 0, end=one.end or 0) for one in citations]
            index, why = papers[paper_id].index, asks_why(understood.asked)
            yield from widen(paper_id, index, anchors, shown=understood.quoted, beside=beside, why=why)


def _overlap(one: Evidence, other: Evidence) -> bool:
    return one.paper_id == other.paper_id and one.start < other.end and other.start < one.end


def fitted(stream: AnswerStream, understood: Understood) -> Answer:
    """Return the answer of a stream without the quotes of `understood.shown`, or the remark that nothing new is left."""
    answer = stream.given
    if answer.refusal is not None:
        said = understood.kind == "more" or _answers_by_repeating(stream)
        remark = nothing_new(answer.question_used, len(stream.papers))
        return replace(remark, usage=answer.usage, retrieval=answer.retrieval) if said else answer
    best = best_shown(stream.request.evidence, understood.shown, quoted_in(answer))
    texts = [citation.text for citation in understood.shown]
    return replace(
        answer,
        sections=tuple(
            replace(section, citations=tuple(without_shown(citation, texts) for citation in section.citations))
            for section in answer.sections
        ),
        notes=(shown_before(best),) if best is not None else (),
    )


def _answers_by_repeating(stream: AnswerStream) -> bool:
    """Tell whether rules would answer with what was shown before."""
    again = AnswerStream(
        answerer=stream.answerer,
        request=replace(stream.request, shown=()),
        papers=stream.papers,
        clock=stream.clock,
    )
    deque(again, maxlen=0)
    return again.given.refusal is None
