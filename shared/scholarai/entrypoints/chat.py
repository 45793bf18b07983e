"""Operations on questions, answers and conversations, and the search of a library."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from msgspec import UNSET

from scholarai.bootstrap import App
from scholarai.domain.checked_text import CheckedReferences
from scholarai.domain.checking import QuoteToCheck
from scholarai.domain.depth import DepthEstimate, Step
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.limits import KIB, QUOTE_CHARACTERS, QUOTES_PER_CALL, SENTENCES_PER_CALL, TEXT_CHARACTERS
from scholarai.domain.review import Filters
from scholarai.entrypoints.calls import Call, EmptyReply, JsonReply, ServerEvent, StreamReply
from scholarai.entrypoints.chat_requests import (
    AskPaper,
    AskPapers,
    ChangedSession,
    CheckPaper,
    CheckReferencesOf,
    CheckWholeText,
    FindSourceOf,
)
from scholarai.entrypoints.chat_schemas import (
    EVENTS,
    Answered,
    Begun,
    Delta,
    Restarted,
    SessionList,
    SessionMessages,
    SessionView,
    TextSectionV1,
)
from scholarai.entrypoints.check_schemas import (
    BriefView,
    CheckedQuotes,
    CheckedQuoteV1,
    CheckedTextV1,
    FoundSources,
    FoundSourceV1,
)
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.entrypoints.queries import PAGING, SEARCH
from scholarai.entrypoints.review_schemas import SearchResults
from scholarai.services.chat.asking import AnswerSaved, ChatEvent, QuestionSaved
from scholarai.services.chat.record import Question
from scholarai.services.chat.reply import AnswerRestarted, SectionFinished, TextWritten

routes = Routes()

_ASK_PROBLEMS = (*BODY_PROBLEMS, 409, 425, 429)
_YEARS = range(1_000, 3_000)
# Six bytes a character as \u escapes, and room for the ids.
_QUOTES_BYTES = QUOTES_PER_CALL * (6 * QUOTE_CHARACTERS + KIB)
_SENTENCES_BYTES = SENTENCES_PER_CALL * (6 * QUOTE_CHARACTERS + KIB) + 64 * KIB
_TEXT_BYTES = 6 * TEXT_CHARACTERS + 64 * KIB


@routes.add(
    "POST",
    "/papers/{paper_id}/chat",
    "chat",
    "Ask a question about one paper",
    events=EVENTS,
    problems=_ASK_PROBLEMS,
    costs=True,
    repeatable=True,
)
def ask_paper(call: Call, body: AskPaper, app: App) -> JsonReply[Answered] | StreamReply:
    return _ask(call, body, (call.paper_id,), app)


def _ask(
    call: Call, body: AskPaper, paper_ids: tuple[PaperId, ...], app: App, *, library: bool = False
) -> JsonReply[Answered] | StreamReply:
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
        return StreamReply(events=_events(app, question))
    return JsonReply(value=_answered(app, question))


def _answered(app: App, question: Question) -> Answered:
    last: ChatEvent | None = None
    for event in app.chat.ask_papers().ask(question):
        last = event
    if not isinstance(last, AnswerSaved):
        raise AssertionError("a question that raises nothing ends with a saved answer")  # noqa: TRY004  - not a caller's type
    return _done(last)


def _events(app: App, question: Question) -> Iterator[ServerEvent]:
    """Yield a question's events; if they are not read to their end, the question is closed and its turn fails."""
    with contextlib.closing(app.chat.ask_papers().ask(question)) as events:
        yield from map(_server_event, events)


def _server_event(event: ChatEvent) -> ServerEvent:
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
    return Answered.at(event.session_id, event.message_n, event.answer)


@routes.add(
    "GET",
    "/papers/{paper_id}/chat",
    "chat",
    "List one's conversations about a paper, latest first",
    query=PAGING,
    problems=(422,),
)
def list_paper_sessions(call: Call, app: App) -> JsonReply[SessionList]:
    return _list(call, app, call.paper_id)


@routes.add(
    "GET",
    "/papers/{paper_id}/brief",
    "chat",
    "What a paper is about, in its own sentences, and questions to ask it first",
    problems=(409, 425),
)
def brief_paper(call: Call, app: App) -> JsonReply[BriefView]:
    return JsonReply(value=BriefView.of(app.chat.brief_paper().brief(call.owner, call.paper_id)))


@routes.add(
    "POST",
    "/papers/{paper_id}/check",
    "chat",
    "Check quotes of anybody's against a paper: verdict, the paper's own words, what differs, and where",
    body_bytes=_QUOTES_BYTES,
    problems=_ASK_PROBLEMS,
)
def check_quotes(call: Call, body: CheckPaper, app: App) -> JsonReply[CheckedQuotes]:
    quotes = [QuoteToCheck(quote_id=item.quote_id, quote=item.quote) for item in body.quotes]
    results = app.passages.check_quotes().check(call.owner, call.paper_id, quotes)
    return JsonReply(value=CheckedQuotes(results=tuple(map(CheckedQuoteV1.of, results))))


@routes.add(
    "POST",
    "/check",
    "chat",
    "Hold a whole text against papers: which of its sentences they say, and what they say instead",
    body_bytes=_TEXT_BYTES,
    problems=_ASK_PROBLEMS,
    costs=True,
)
def check_text(call: Call, body: CheckWholeText, app: App) -> JsonReply[CheckedTextV1]:
    paper_ids = None if body.paper_ids is None else tuple(map(PaperId, body.paper_ids))
    return JsonReply(
        value=CheckedTextV1.of(app.checking.check_text().check(call.owner, body.text, paper_ids, model=body.model))
    )


@routes.add(
    "POST",
    "/check-references",
    "chat",
    "Look for the works that a text refers to, in one's papers and at the services that are switched on",
    body_bytes=_TEXT_BYTES,
    problems=_ASK_PROBLEMS,
    costs=True,
)
def check_references(call: Call, body: CheckReferencesOf, app: App) -> JsonReply[CheckedReferences]:
    return JsonReply(value=app.checking.check_references().check(call.owner, body.text))


@routes.add(
    "POST",
    "/find-source",
    "chat",
    "Find the papers that sentences come from, best first",
    body_bytes=_SENTENCES_BYTES,
    problems=_ASK_PROBLEMS,
    costs=True,
)
def find_source(call: Call, body: FindSourceOf, app: App) -> JsonReply[FoundSources]:
    paper_ids = None if body.paper_ids is None else tuple(map(PaperId, body.paper_ids))
    sources = app.checking.check_text().find_source(call.owner, body.sentences, paper_ids, limit=body.limit)
    return JsonReply(value=FoundSources(results=tuple(map(FoundSourceV1.of, sources))))


@routes.add(
    "POST",
    "/chat",
    "chat",
    "Ask a question about several papers",
    events=EVENTS,
    problems=_ASK_PROBLEMS,
    costs=True,
    repeatable=True,
)
def ask_papers(call: Call, body: AskPapers, app: App) -> JsonReply[Answered] | StreamReply:
    return _ask(call, body, tuple(map(PaperId, body.paper_ids)), app, library=body.library)


@routes.add("GET", "/chat", "chat", "List one's conversations, latest first", query=PAGING, problems=(422,))
def list_sessions(call: Call, app: App) -> JsonReply[SessionList]:
    return _list(call, app, None)


def _list(call: Call, app: App, paper_id: PaperId | None) -> JsonReply[SessionList]:
    limit, cursor = call.page()
    page = app.chat.sessions().page(call.owner, paper_id, limit=limit, cursor=cursor)
    return JsonReply(
        value=SessionList(sessions=tuple(map(SessionView.of, page.sessions)), next_cursor=page.next_cursor)
    )


@routes.add(
    "POST",
    "/chat/{session_id}/stop",
    "chat",
    "Have an answer that looks more than once written from what it has found; repeating it changes nothing",
    status=204,
)
def stop_answer(call: Call, app: App) -> EmptyReply:
    app.chat.sessions().stop(call.owner, call.session_id)
    return EmptyReply()


@routes.add(
    "POST",
    "/chat/{session_id}/cancel",
    "chat",
    "Stop the answer under way; without this it is finished and kept, also when no client listens any more",
    status=204,
)
def cancel_answer(call: Call, app: App) -> EmptyReply:
    app.chat.sessions().cancel(call.owner, call.session_id)
    return EmptyReply()


@routes.add("PATCH", "/chat/{session_id}", "chat", "Rename a conversation, or pin it", problems=BODY_PROBLEMS)
def change_session(call: Call, body: ChangedSession, app: App) -> JsonReply[SessionView]:
    session = app.chat.sessions().change(
        call.owner,
        call.session_id,
        title=None if body.title is UNSET else body.title,
        pinned=None if body.pinned is UNSET else body.pinned,
        shown=None if body.shown is UNSET else body.shown,
    )
    return JsonReply(value=SessionView.of(session))


@routes.add("GET", "/chat/{session_id}", "chat", "A conversation with its messages")
def get_session(call: Call, app: App) -> JsonReply[SessionMessages]:
    return JsonReply(value=SessionMessages.of(*app.chat.sessions().get(call.owner, call.session_id)))


@routes.add("DELETE", "/chat/{session_id}", "chat", "Delete a conversation", status=204)
def delete_session(call: Call, app: App) -> EmptyReply:
    app.chat.sessions().delete(call.owner, call.session_id)
    return EmptyReply()


@routes.add(
    "GET",
    "/search",
    "chat",
    "Search all of one's papers, by meaning and by words",
    query=SEARCH,
    problems=(422,),
    costs=True,
)
def search_library(call: Call, app: App) -> JsonReply[SearchResults]:
    limit, _ = call.page()
    return JsonReply(
        value=SearchResults.of(
            app.passages.search_library().search(call.owner, call.query.get("q", ""), _filters(call), limit=limit)
        )
    )


def _filters(call: Call) -> Filters:
    def names(name: str) -> tuple[str, ...]:
        return tuple(part.strip() for part in call.query.get(name, "").split(";") if part.strip())

    return Filters(
        year_from=_year(call, "year_from"),
        year_to=_year(call, "year_to"),
        venues=names("venue"),
        authors=names("author"),
        fields=names("field"),
        text=call.query.get("text", "").strip() or None,
    )


def _year(call: Call, name: str) -> int | None:
    text = call.query.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) == 4 and int(text) in _YEARS):
        raise InvalidRequestError("year_invalid", f"{name} must be a year of four digits")
    return int(text)
