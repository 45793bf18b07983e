"""What each call of the API takes and answers, for the OpenAPI file; never imported by a function that serves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scholarai.domain.content import PaperContent
from scholarai.entrypoints import chat_schemas as chat
from scholarai.entrypoints import requests, schemas

PAGING: Mapping[str, Mapping[str, object]] = {
    "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
    "cursor": {"type": "string", "description": "`next_cursor` of the page before"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """One operation.

    Attributes:
        answer: What a success has as JSON; None: no body.
        body: The request's JSON.
        events: Data of server-sent events by name, where the call can stream.
        problems: Statuses of problem documents, besides 401, 404, 500 and 503, which every call has.
    """

    summary: str
    status: int = 200
    answer: type | None = None
    body: type | None = None
    query: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    events: Mapping[str, type] = field(default_factory=dict)
    problems: tuple[int, ...] = ()


_STREAM = {
    "begun": chat.Begun,
    "delta": chat.Delta,
    "section": chat.TextSectionV1,
    "done": chat.Answered,
    "error": schemas.ProblemDetails,
}
_BODY_PROBLEMS = (400, 413, 415, 422)

CONTRACTS: Mapping[str, Contract] = {
    "create_paper": Contract(
        summary="Announce a paper and get permission to upload its file",
        status=201,
        answer=schemas.CreatedPaper,
        body=requests.NewPaper,
        problems=_BODY_PROBLEMS,
    ),
    "list_papers": Contract(
        summary="List one's papers, newest first", answer=schemas.PaperList, query=PAGING, problems=(422,)
    ),
    "get_paper": Contract(summary="One paper: its state and what it says about itself", answer=schemas.PaperView),
    "delete_paper": Contract(summary="Delete a paper with everything made from it", status=204, problems=(409,)),
    "get_extraction": Contract(summary="How far a paper's extraction is", answer=schemas.Extraction),
    "restart_extraction": Contract(
        summary="Extract a paper again", status=202, answer=schemas.Extraction, problems=(409,)
    ),
    "get_content": Contract(summary="What extraction read from a paper", answer=PaperContent, problems=(409, 425)),
    "get_file": Contract(summary="Go to the paper's file", status=302),
    "ask_paper": Contract(
        summary="Ask a question about one paper",
        answer=chat.Answered,
        body=requests.AskPaper,
        events=_STREAM,
        problems=(*_BODY_PROBLEMS, 409, 425, 429),
    ),
    "ask_papers": Contract(
        summary="Ask a question about several papers",
        answer=chat.Answered,
        body=requests.AskPapers,
        events=_STREAM,
        problems=(*_BODY_PROBLEMS, 409, 425, 429),
    ),
    "list_paper_sessions": Contract(
        summary="List one's conversations about a paper, latest first",
        answer=chat.SessionList,
        query=PAGING,
        problems=(422,),
    ),
    "list_sessions": Contract(
        summary="List one's conversations, latest first", answer=chat.SessionList, query=PAGING, problems=(422,)
    ),
    "get_session": Contract(summary="A conversation with its messages", answer=chat.SessionMessages),
    "delete_session": Contract(summary="Delete a conversation", status=204),
    "check_health": Contract(summary="Whether the function's neighbours answer", answer=schemas.Health),
}

# Payloads that have a JSON Schema file of their own.
PUBLISHED: tuple[type, ...] = (
    requests.NewPaper,
    requests.AskPaper,
    requests.AskPapers,
    schemas.CreatedPaper,
    schemas.Extraction,
    schemas.PaperView,
    schemas.PaperList,
    PaperContent,
    chat.PdfSectionV1,
    chat.CitationV1,
    chat.TextSectionV1,
    chat.Answered,
    chat.SessionList,
    chat.SessionMessages,
    chat.Begun,
    chat.Delta,
    schemas.Health,
    schemas.ProblemDetails,
)
