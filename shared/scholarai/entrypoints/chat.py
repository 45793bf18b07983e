"""Operations on questions, answers and conversations."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import UNSET

from scholarai.domain.ids import PaperId, SessionId
from scholarai.entrypoints.calls import Call, EmptyReply, JsonReply, Reply, ServerEvent, StreamReply

if TYPE_CHECKING:
    from scholarai.entrypoints.chat_requests import AskPaper
    from scholarai.entrypoints.chat_schemas import Answered
    from scholarai.services.chat.asking import AnswerSaved, AskPapers, ChatEvent
    from scholarai.services.chat.brief import BriefPaper
    from scholarai.services.chat.record import Question
    from scholarai.services.chat.sessions import (
        CancelAnswer,
        ChangeSession,
        DeleteSession,
        GetSession,
        ListSessions,
        StopAnswer,
    )
    from scholarai.services.library.checking import CheckQuotes


def ask_paper(call: Call, ask: AskPapers) -> Reply:
    from scholarai.entrypoints.chat_requests import AskPaper

    return _ask(call, call.parse(AskPaper), (call.paper_id,), ask)


def ask_papers(call: Call, ask: AskPapers) -> Reply:
    from scholarai.entrypoints.chat_requests import AskPapers

    body = call.parse(AskPapers)
    return _ask(call, body, tuple(map(PaperId, body.paper_ids)), ask, library=body.library)


def _ask(call: Call, body: AskPaper, paper_ids: tuple[PaperId, ...], ask: AskPapers, *, library: bool = False) -> Reply:
    from scholarai.services.chat.record import Question

    question = Question(
        owner=call.owner,
        text=body.question,
        paper_ids=paper_ids,
        session_id=SessionId(body.session_id) if body.session_id else None,
        idempotency_key=call.idempotency_key,
        library=library,
        depth=body.depth,
        parent=body.parent,
    )
    if body.stream:
        return StreamReply(events=_events(ask, question))
    return JsonReply(value=_answered(ask, question))


def _answered(ask: AskPapers, question: Question) -> Answered:
    from scholarai.services.chat.asking import AnswerSaved

    last: ChatEvent | None = None
    for event in ask.run(question):
        last = event
    if not isinstance(last, AnswerSaved):
        raise AssertionError("a question that raises nothing ends with a saved answer")  # noqa: TRY004  - not a caller's type
    return _done(last)


def _events(ask: AskPapers, question: Question) -> Iterator[ServerEvent]:
    """Yield a question's events; if they are not read to their end, the question is closed and its turn fails."""
    with contextlib.closing(ask.run(question)) as events:
        yield from map(_server_event, events)


def _server_event(event: ChatEvent) -> ServerEvent:
    from scholarai.domain.depth import DepthEstimate, Step
    from scholarai.entrypoints.chat_schemas import Begun, Delta, Restarted, TextSectionV1
    from scholarai.services.chat.asking import QuestionSaved
    from scholarai.services.chat.reply import AnswerRestarted, SectionFinished, TextWritten

    match event:
        case QuestionSaved():
            return ServerEvent(event="begun", data=Begun(session_id=event.session_id, message_n=event.message_n))
        case DepthEstimate() | Step():
            return ServerEvent(event="step" if isinstance(event, Step) else "estimate", data=event)
        case TextWritten():
            return ServerEvent(event="delta", data=Delta(text=event.text))
        case SectionFinished():
            return ServerEvent(event="section", data=TextSectionV1.of(event.section))
        case AnswerRestarted():
            return ServerEvent(event="restarted", data=Restarted())
        case _:
            return ServerEvent(event="done", data=_done(event))


def _done(event: AnswerSaved) -> Answered:
    from scholarai.entrypoints.chat_schemas import Answered

    return Answered.at(event.session_id, event.message_n, event.answer)


def brief_paper(call: Call, brief: BriefPaper) -> Reply:
    from scholarai.entrypoints.brief_schemas import BriefView

    return JsonReply(value=BriefView.of(brief.run(call.owner, call.paper_id)))


def check_quotes(call: Call, check: CheckQuotes) -> Reply:
    from scholarai.domain.checking import QuoteToCheck
    from scholarai.entrypoints.chat_requests import CheckPaper
    from scholarai.entrypoints.check_schemas import CheckedQuotes, CheckedQuoteV1

    body = call.parse(CheckPaper)
    quotes = [QuoteToCheck(quote_id=item.quote_id, quote=item.quote) for item in body.quotes]
    results = check.run(call.owner, call.paper_id, quotes)
    return JsonReply(value=CheckedQuotes(results=tuple(map(CheckedQuoteV1.of, results))))


def list_paper_sessions(call: Call, sessions: ListSessions) -> Reply:
    return _list(call, sessions, call.paper_id)


def list_sessions(call: Call, sessions: ListSessions) -> Reply:
    return _list(call, sessions, None)


def _list(call: Call, sessions: ListSessions, paper_id: PaperId | None) -> Reply:
    from scholarai.entrypoints.chat_schemas import SessionList, SessionView

    limit, cursor = call.page()
    page = sessions.run(call.owner, paper_id, limit=limit, cursor=cursor)
    return JsonReply(
        value=SessionList(sessions=tuple(map(SessionView.of, page.sessions)), next_cursor=page.next_cursor)
    )


def get_session(call: Call, get: GetSession) -> Reply:
    from scholarai.entrypoints.chat_schemas import SessionMessages

    return JsonReply(value=SessionMessages.of(*get.run(call.owner, call.session_id)))


def stop_answer(call: Call, stop: StopAnswer) -> Reply:
    stop.run(call.owner, call.session_id)
    return EmptyReply()


def cancel_answer(call: Call, cancel: CancelAnswer) -> Reply:
    cancel.run(call.owner, call.session_id)
    return EmptyReply()


def change_session(call: Call, change: ChangeSession) -> Reply:
    from scholarai.entrypoints.chat_requests import ChangedSession
    from scholarai.entrypoints.chat_schemas import SessionView

    body = call.parse(ChangedSession)
    session = change.run(
        call.owner,
        call.session_id,
        title=None if body.title is UNSET else body.title,
        pinned=None if body.pinned is UNSET else body.pinned,
        shown=None if body.shown is UNSET else body.shown,
    )
    return JsonReply(value=SessionView.of(session))


def delete_session(call: Call, delete: DeleteSession) -> Reply:
    delete.run(call.owner, call.session_id)
    return EmptyReply()


def check_health(_: Call, store_checks: Mapping[str, Callable[[], object]]) -> Reply:
    """Check the store of papers and sessions; this function has no access to the bucket."""
    from scholarai.entrypoints import health

    return health.check({"papers": store_checks["papers"]})
