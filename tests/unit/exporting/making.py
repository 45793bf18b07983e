"""Papers, citations and conversations to export."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from scholarai.domain.chat import Answer, Citation, Message, Session, TextSection
from scholarai.domain.ids import ChunkId, OwnerId, PaperId, SessionId
from scholarai.domain.paper import Metadata, Paper
from scholarai.domain.usage import Usage
from scholarai.domain.works import Work, works_of
from scholarai.exporting.export_content import Collected

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def paper(number: int, **known: Any) -> Paper:
    """Return a paper; those with lower numbers were added earlier."""
    at = NOW + timedelta(minutes=number)
    return Paper(
        id=PaperId(f"p{number}"),
        owner=OwnerId("ann"),
        filename=f"file {number}.pdf",
        object_name=f"uploads/ann/p{number}/file.pdf",
        created_at=at,
        updated_at=at,
        metadata=Metadata(**known),
    )


def works(*papers: Paper) -> tuple[Work, ...]:
    return works_of(papers)


def collected(*papers: Paper, style: str = "apa", quotes: Sequence[Citation] = ()) -> Collected:
    by_paper = {quote.paper_id: tuple(q for q in quotes if q.paper_id == quote.paper_id) for quote in quotes}
    return Collected(works=works(*papers), style=style, quotes=by_paper, notes={})


def citation(text: str = "attention is all", paper_id: str = "p1", number: int = 1, **more: Any) -> Citation:
    about: dict[str, Any] = {
        "verdict": "exact",
        "label": "p. 3, Results",
        "text": text,
        "start": 5,
        "end": 5 + len(text),
    }
    return Citation(
        number=number, paper_id=PaperId(paper_id), chunk_id=ChunkId("1-0001"), quote=text, **{**about, **more}
    )


def answered(*sections: TextSection, **more: Any) -> Answer:
    return Answer(sections=sections, usage=Usage(), question_used="", **more)


def talk_messages(question: str, answer: Answer) -> tuple[Message, ...]:
    return (
        Message(n=0, role="user", state="complete", created_at=NOW, text=question),
        Message(n=1, role="assistant", state="complete", created_at=NOW, answer=answer),
    )


def session(title: str = "What is all you need?") -> Session:
    return Session(
        id=SessionId("s1"),
        owner=OwnerId("ann"),
        paper_ids=(PaperId("p1"),),
        title=title,
        created_at=NOW,
        updated_at=NOW,
        expires_at=NOW + timedelta(days=30),
    )
