"""Lays a conversation out as a document: questions, sentences with numbered quotes, and the papers cited, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scholarai.domain.chat import Answer, Citation, Message
from scholarai.domain.ids import PaperId
from scholarai.domain.quoting import doubts_in_words
from scholarai.domain.values import Value
from scholarai.domain.works import Work, one_line
from scholarai.exporting.collected import Talk

UNSUPPORTED = "no quote stands behind this"
FAILED = "This question was not answered."
DELETED = "a paper that was deleted from the library"


class Sentence(Value, frozen=True, kw_only=True):
    """A run of an answer with the numbers of its quotes and what a reader must know of it; `part` names a new part of it."""

    text: str
    numbers: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    part: str = ""


class Quote(Value, frozen=True, kw_only=True):
    """A numbered quote; `source` names its paper in short."""

    number: int
    citation: Citation
    source: str


class Turn(Value, frozen=True, kw_only=True):
    """A question and what was answered; `remarks` stand before the sentences."""

    question: str
    remarks: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    quotes: tuple[Quote, ...]


class Document(Value, frozen=True, kw_only=True):
    """The whole; quotes are numbered through from 1, and `works` are in the order of their first quote, those not quoted last."""

    title: str
    about: str
    turns: tuple[Turn, ...]
    works: tuple[Work, ...]


def document_of(talk: Talk) -> Document:
    """Return a conversation as a document."""
    turns: list[Turn] = []
    question = ""
    first = 1
    for message in talk.messages:
        if message.role == "user":
            question = one_line(message.text)
            continue
        turn = _turn(question, message, talk.works, first)
        first += len(turn.quotes)
        turns.append(turn)
    quoted = dict.fromkeys(quote.citation.paper_id for turn in turns for quote in turn.quotes)
    order = [paper_id for paper_id in (*quoted, *talk.works) if paper_id in talk.works]
    return Document(
        title=one_line(talk.session.title) or "Conversation",
        about=f"A conversation of {talk.session.created_at:%Y-%m-%d} in ScholarAI; every quote was checked against its paper.",
        turns=tuple(turns),
        works=tuple(talk.works[paper_id] for paper_id in dict.fromkeys(order)),
    )


def short_name(work: Work | None) -> str:
    """Return what a paper is called beside a quote: "Lee, 1998", "Lee et al., n.d.", or its title."""
    if work is None:
        return DELETED
    if not work.authors:
        return work.title
    first = work.authors[0]
    name = f"{first.particle} {first.family}".strip()
    others = "" if len(work.authors) == 1 else " et al."
    return f"{name}{others}, {work.year or 'n.d.'}"


def _turn(question: str, message: Message, works: Mapping[PaperId, Work], first: int) -> Turn:
    answer = message.answer
    if answer is None:
        return Turn(question=question, remarks=(FAILED,), sentences=(), quotes=())
    quotes = _quotes(answer, works, first)
    numbers = {_place(quote.citation): quote.number for quote in quotes}
    sentences = []
    part = ""
    for section in answer.sections:
        notes = [UNSUPPORTED] if section.uncited and answer.remark is None else []
        notes += [doubts_in_words(section.doubts)] if section.doubts else []
        cited = dict.fromkeys(numbers[_place(citation)] for citation in section.citations)
        sentences.append(
            Sentence(
                text=one_line(section.text),
                numbers=tuple(cited),
                notes=tuple(notes),
                part=one_line(section.part) if section.part != part else "",
            )
        )
        part = section.part
    return Turn(question=question, remarks=_remarks(answer), sentences=tuple(sentences), quotes=quotes)


def _remarks(answer: Answer) -> tuple[str, ...]:
    said = [one_line(answer.refusal.message)] if answer.refusal is not None else []
    said += ["The papers’ own sentences, chosen without a language model."] if answer.kind == "extracts" else []
    said += ["The answer was cut short by the model’s limit."] if answer.truncated else []
    said += ["The papers answer only a part of the question."] if answer.partial else []
    return (*said, *map(one_line, answer.notes))


def _quotes(answer: Answer, works: Mapping[PaperId, Work], first: int) -> tuple[Quote, ...]:
    places: dict[tuple[object, ...], Citation] = {}
    for section in answer.sections:
        for citation in section.citations:
            places.setdefault(_place(citation), citation)
    return tuple(
        Quote(number=number, citation=citation, source=short_name(works.get(citation.paper_id)))
        for number, citation in enumerate(places.values(), first)
    )


def _place(citation: Citation) -> tuple[object, ...]:
    return citation.paper_id, citation.start, citation.end, citation.quote


def marks(numbers: Sequence[int]) -> str:
    """Return the numbers of quotes as they stand behind a sentence."""
    return "".join(f"[{number}]" for number in numbers)
