"""Lays a conversation out as a document: questions, sentences with numbered quotes, and the papers cited, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from msgspec.structs import replace

from scholarai.domain.answer_text import joined
from scholarai.domain.chat import Answer, Citation, Message, TextSection
from scholarai.domain.escaping import escape_markdown
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import one_line, visible
from scholarai.domain.quote_wording import DECLINED, UNQUOTED, is_unquoted, lacks_in_words, marks_in_words
from scholarai.domain.values import Value
from scholarai.domain.works import Work
from scholarai.exporting.export_content import Talk
from scholarai.exporting.markdown import sign_of, unsigned

FAILED = "This question was not answered."
DELETED = "a paper that was deleted from the library"


class Part(Value, frozen=True, kw_only=True):
    """A part of an answer as Markdown, with the signs of its quotes' numbers; `title` is empty where there is one part."""

    title: str
    text: str


class Quote(Value, frozen=True, kw_only=True):
    """A numbered quote; `source` names its paper in short."""

    number: int
    citation: Citation
    source: str


class Turn(Value, frozen=True, kw_only=True):
    """A question and what was answered; `remarks` stand before the parts, the `marks` of their sentences below them."""

    question: str
    remarks: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    marks: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()


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
        turn = _turn(question, message, talk, first)
        first += len(turn.quotes)
        turns.append(turn)
    quoted = dict.fromkeys(quote.citation.paper_id for turn in turns for quote in turn.quotes)
    order = [paper_id for paper_id in (*quoted, *talk.works) if paper_id in talk.works]
    return Document(
        title=one_line(talk.session.title) or "Conversation",
        about=f"A conversation of {talk.session.created_at:%Y-%m-%d} in ScholarAI; every quote was checked against its paper.",
        turns=tuple(turns),
        works=tuple(dict.fromkeys(talk.works[paper_id] for paper_id in order)),
    )


def short_name(work: Work | None) -> str:
    """Return what a paper is called beside a quote: "Lee, 1998", "Lee et al., n.d.", or its title."""
    if work is None:
        return DELETED
    people = work.authors or work.editors
    if not people:
        return work.title
    first = people[0]
    name = f"{first.particle} {first.family}".strip()
    others = "" if len(people) == 1 else " et al."
    return f"{name}{others}, {work.year or 'n.d.'}"


def _turn(question: str, message: Message, talk: Talk, first: int) -> Turn:
    if message.answer is None:
        return Turn(question=question, remarks=(FAILED,))

    def name(paper_id: PaperId) -> str:
        return ", ".join(filter(None, (short_name(talk.works.get(paper_id)), talk.supplements.get(paper_id))))

    return turn_of(question, message.answer, name, first)


def turn_of(question: str, answer: Answer, name: Callable[[PaperId], str], first: int = 1) -> Turn:
    """Return a question and its answer, whose quotes are numbered from `first`; `name` returns what a paper is called beside a quote."""
    quotes = _quotes(answer, name, first)
    numbers = {_place(quote.citation): quote.number for quote in quotes}

    def cited(section: TextSection) -> str:
        found = dict.fromkeys(numbers[_place(citation)] for citation in section.citations)
        return "".join(map(sign_of, found))

    parts = [
        Part(title=one_line(title), text=visible(_text(answer, list(sections), cited)))
        for title, sections in groupby(answer.sections, _heading)
    ]
    written = answer.kind == "answer" and answer.remark is None
    return Turn(
        question=question,
        remarks=_remarks(answer),
        parts=tuple(parts),
        marks=tuple(map(one_line, marks_in_words(answer.sections))) if written else (),
        quotes=quotes,
    )


def _heading(section: TextSection) -> str:
    return f"{section.part} ({section.note})" if section.note else section.part


def _text(answer: Answer, sections: Sequence[TextSection], cited: Callable[[TextSection], str]) -> str:
    """Return sections as Markdown: an answer's is that of a model, and what rules chose are the papers' own words."""
    if answer.kind == "answer":
        return joined([replace(section, text=unsigned(section.text)) for section in sections], cited)
    return "\n\n".join(escape_markdown(one_line(unsigned(section.text))) + cited(section) for section in sections)


def _remarks(answer: Answer) -> tuple[str, ...]:
    refusal = answer.refusal
    said = [DECLINED.format(refusal.message) if refusal.by_model else refusal.message] if refusal is not None else []
    said += ["The papers’ own sentences, chosen without a language model."] if answer.kind == "extracts" else []
    said += [answer.search.message] if answer.search is not None else []
    said += [UNQUOTED] if answer.kind == "answer" and is_unquoted(answer.sections) else []
    return tuple(map(one_line, (*said, *lacks_in_words(answer))))


def _quotes(answer: Answer, name: Callable[[PaperId], str], first: int) -> tuple[Quote, ...]:
    places: dict[tuple[object, ...], Citation] = {}
    for section in answer.sections:
        for citation in section.citations:
            places.setdefault(_place(citation), citation)
    return tuple(
        Quote(number=number, citation=citation, source=name(citation.paper_id))
        for number, citation in enumerate(places.values(), first)
    )


def _place(citation: Citation) -> tuple[object, ...]:
    return citation.paper_id, citation.start, citation.end, citation.quote
