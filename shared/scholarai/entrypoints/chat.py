"""The chat function's operations: questions, answers, conversations."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from scholarai.domain.ids import PaperId, SessionId
from scholarai.entrypoints.calls import Call
from scholarai.entrypoints.health import check_health
from scholarai.entrypoints.http import HttpFunction, Operation
from scholarai.entrypoints.identity import identity_of
from scholarai.entrypoints.rates import Rates
from scholarai.entrypoints.replies import EmptyReply, JsonReply, Reply, ServerEvent, StreamReply
from scholarai.entrypoints.reviews import ReviewWriting, writing_operations

if TYPE_CHECKING:
    from scholarai.config import Settings
    from scholarai.entrypoints.chat_schemas import Answered
    from scholarai.entrypoints.requests import AskPaper
    from scholarai.ports.identity import TokenVerifier
    from scholarai.services.chat import AnswerSaved, AskPapers, ChatEvent, Question
    from scholarai.services.checking import CheckQuotes
    from scholarai.services.sessions import DeleteSession, GetSession, ListSessions


class ChatServices(ReviewWriting, Protocol):
    """What the function needs, each made when a call first asks for it; `bootstrap` is one."""

    def settings(self) -> Settings: ...
    def token_verifier(self) -> TokenVerifier | None: ...
    def store_checks(self) -> Mapping[str, Callable[[], object]]: ...
    def ask_papers(self) -> AskPapers: ...
    def check_quotes(self) -> CheckQuotes: ...
    def list_sessions(self) -> ListSessions: ...
    def get_session(self) -> GetSession: ...
    def delete_session(self) -> DeleteSession: ...


def chat_function(services: ChatServices) -> HttpFunction:
    """Return the function over these services."""
    settings = services.settings()
    return HttpFunction(
        name="chat",
        operations=_operations(services),
        identity=identity_of(services.token_verifier(), settings.default_owner),
        allowed_origins=settings.allowed_origins,
        rates=Rates(settings.requests_per_minute),
    )


def _operations(services: ChatServices) -> Mapping[str, Operation]:
    return {
        "ask_paper": lambda call: _ask_paper(call, services),
        "ask_papers": lambda call: _ask_papers(call, services),
        "check_quotes": lambda call: _check(call, services.check_quotes()),
        "list_paper_sessions": lambda call: _list(call, services.list_sessions(), call.paper_id),
        "list_sessions": lambda call: _list(call, services.list_sessions(), None),
        "get_session": lambda call: _messages(call, services.get_session()),
        "delete_session": lambda call: _delete(call, services.delete_session()),
        **writing_operations(services),
        # It reads papers and sessions; the bucket is out of its account's reach.
        "check_health": lambda _: check_health({"papers": services.store_checks()["papers"]}),
    }


def _ask_paper(call: Call, services: ChatServices) -> Reply:
    from scholarai.entrypoints.requests import AskPaper

    return _ask(call, call.parse(AskPaper), (call.paper_id,), services)


def _ask_papers(call: Call, services: ChatServices) -> Reply:
    from scholarai.entrypoints.requests import AskPapers

    body = call.parse(AskPapers)
    return _ask(call, body, tuple(map(PaperId, body.paper_ids)), services)


def _ask(call: Call, body: AskPaper, paper_ids: tuple[PaperId, ...], services: ChatServices) -> Reply:
    from scholarai.services.chat import Question

    question = Question(
        owner=call.owner,
        text=body.question,
        paper_ids=paper_ids,
        session_id=SessionId(body.session_id) if body.session_id else None,
        idempotency_key=call.idempotency_key,
    )
    if body.stream:
        return StreamReply(events=_events(services.ask_papers(), question))
    return JsonReply(value=_answered(services.ask_papers(), question))


def _answered(ask: AskPapers, question: Question) -> Answered:
    from scholarai.services.chat import AnswerSaved

    last: ChatEvent | None = None
    for event in ask.run(question):
        last = event
    if not isinstance(last, AnswerSaved):
        raise AssertionError("a question that raises nothing ends with a saved answer")  # noqa: TRY004  - not a caller's type
    return _done(last)


def _events(ask: AskPapers, question: Question) -> Iterator[ServerEvent]:
    """Yield a question's events; a caller who leaves closes the question, too, whose turn then counts as failed."""
    with contextlib.closing(ask.run(question)) as events:
        yield from map(_server_event, events)


def _server_event(event: ChatEvent) -> ServerEvent:
    from scholarai.entrypoints.chat_schemas import Begun, Delta, Restarted, TextSectionV1
    from scholarai.services.chat import AnswerRestarted, QuestionSaved, SectionFinished, TextWritten

    match event:
        case QuestionSaved():
            return ServerEvent(event="begun", data=Begun(session_id=event.session_id, message_n=event.message_n))
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

    return Answered.of(event.answer, event.session_id, event.message_n)


def _check(call: Call, check: CheckQuotes) -> Reply:
    from scholarai.domain.checking import QuoteToCheck
    from scholarai.entrypoints.check_schemas import CheckedQuotes, CheckedQuoteV1
    from scholarai.entrypoints.requests import CheckPaper

    body = call.parse(CheckPaper)
    quotes = [QuoteToCheck(quote_id=item.quote_id, quote=item.quote) for item in body.quotes]
    results = check.run(call.owner, call.paper_id, quotes)
    return JsonReply(value=CheckedQuotes(results=tuple(map(CheckedQuoteV1.of, results))))


def _list(call: Call, sessions: ListSessions, paper_id: PaperId | None) -> Reply:
    from scholarai.entrypoints.chat_schemas import SessionList, SessionView

    limit, cursor = call.page()
    page = sessions.run(call.owner, paper_id, limit=limit, cursor=cursor)
    return JsonReply(
        value=SessionList(sessions=tuple(map(SessionView.of, page.sessions)), next_cursor=page.next_cursor)
    )


def _messages(call: Call, get: GetSession) -> Reply:
    from scholarai.domain.chat import sum_usage
    from scholarai.entrypoints.chat_schemas import MessageView, SessionMessages, SessionView

    session, messages = get.run(call.owner, call.session_id)
    return JsonReply(
        value=SessionMessages(
            session=SessionView.of(session),
            messages=tuple(map(MessageView.of, messages)),
            usage=sum_usage(message.answer.usage for message in messages if message.answer),
        )
    )


def _delete(call: Call, delete: DeleteSession) -> Reply:
    delete.run(call.owner, call.session_id)
    return EmptyReply()
