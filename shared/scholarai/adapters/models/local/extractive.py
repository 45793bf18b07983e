"""Answers with the paper's own best sentences, quoted verbatim: no key, no network, nothing invented."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from scholarai.answering.publication import title_page
from scholarai.answering.quotable import MOST_SENTENCES, Sentence, overview, preferred, quotable_sentences
from scholarai.answering.turns import GONE_ON_FROM
from scholarai.domain.chat import Evidence, ModelUsage
from scholarai.ports.models import AnswerDelta, AnswerRequest
from scholarai.retrieval.gate import names_something
from scholarai.retrieval.overview import asks_about_whole
from scholarai.retrieval.words import question_terms

NAME = "extractive"
DECLINED = "<not_in_paper/>"
# Of `support`, which retrieval's gate leaves little to: behind it .32 refuses no more of the questions asked of other papers, and
# .02 more of those asked of their own (the three sets of benchmarks/train_refusal.py).
LEAST_SUPPORT = 0.2


class ExtractiveAnswerer:
    """Picks up to three sentences of the evidence; declines when no passage holds enough of the question.

    It reads no prompt and runs no model: a few milliseconds for a question.
    """

    name = NAME
    verbatim = True

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        """Yield the answer, one quote after the other, or the decline."""
        chosen = choose_sentences(request.question, request.evidence, shown=_shown(request.shown))
        if not chosen:
            yield AnswerDelta(text=DECLINED)
        for index, sentence in enumerate(chosen):
            space = " " if index else ""
            yield AnswerDelta(text=f'{space}“{sentence.text}” <cite id="{sentence.number}">{sentence.text}</cite>')
        yield AnswerDelta(usage=ModelUsage(model=NAME), finish="stop")


def choose_sentences(question: str, evidence: Sequence[Evidence], *, shown: Container[str] = ()) -> list[Sentence]:
    """Return one to three sentences in the order to show them, or none when the evidence does not carry an answer.

    What stands at a place that the question names ("page 5", "Figure 2") carries it by definition, and any evidence does where
    it names nothing ("What is the purpose of this study?"). Nothing of `shown` is returned.
    """
    goes_on = any(piece.pinned_by == GONE_ON_FROM for piece in evidence)
    if goes_on:  # rated by its place behind what was shown
        return _best(question, _unshown(quotable_sentences(evidence), shown))
    front = title_page(question, evidence) if any(piece.pinned_by for piece in evidence) else None
    if front is not None:
        return _unshown(front, shown)
    there = _from_places(question, evidence, shown) if any(piece.named for piece in evidence) else None
    if there is not None:
        return there
    sentences = quotable_sentences(evidence)
    if asks_about_whole(question):
        return overview(question, evidence, _unshown(sentences, shown), MOST_SENTENCES)
    asked = question_terms(question)
    # Whether the paper has what studies are made of was asked before it was searched.
    could_lack = not asked or names_something(asked, asked)
    if could_lack and _support(question, evidence, sentences) < LEAST_SUPPORT:
        return []
    return _best(question, preferred(question, _unshown(sentences, shown)))


# A first question waits for the rules that it needs alone: those below are not for every one (benchmarks/start_parts.py).


def _shown(texts: Sequence[str]) -> Container[str]:
    if not texts:
        return ()
    from scholarai.answering.shown import Shown

    return Shown.of(texts)


def _from_places(question: str, evidence: Sequence[Evidence], shown: Container[str]) -> list[Sentence] | None:
    from scholarai.answering.named_places import from_places

    return from_places(question, evidence, shown=shown)


def _support(question: str, evidence: Sequence[Evidence], sentences: Sequence[Sentence]) -> float:
    from scholarai.answering.choosing import support

    return support(question, evidence, sentences)


def _best(question: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    from scholarai.answering.choosing import best_sentences

    return best_sentences(question, sentences)


def _unshown(sentences: Sequence[Sentence], shown: Container[str]) -> list[Sentence]:
    return [sentence for sentence in sentences if sentence.text not in shown]
