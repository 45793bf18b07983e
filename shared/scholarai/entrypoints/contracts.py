"""What each call of the API takes and answers, for the OpenAPI file; never imported by a function that serves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scholarai.entrypoints import chat_schemas as chat
from scholarai.entrypoints import check_schemas as checks
from scholarai.entrypoints import content_schemas as content
from scholarai.entrypoints import requests, schemas
from scholarai.entrypoints import review_schemas as reviews
from scholarai.reviewing.exports import EXPORTS

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
        required: Names of `query` that must be there.
        events: Data of server-sent events by name, where the call can stream.
        texts: Media types of a success that is no JSON of one schema.
        problems: Statuses of problem documents, besides 401, 404, 500 and 503, which every call has.
    """

    summary: str
    status: int = 200
    answer: type | None = None
    body: type | None = None
    query: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    events: Mapping[str, type] = field(default_factory=dict)
    problems: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()


_STREAM = {
    "begun": chat.Begun,
    "delta": chat.Delta,
    "section": chat.TextSectionV1,
    "restarted": chat.Restarted,
    "done": chat.Answered,
    "error": schemas.ProblemDetails,
}
# As `entrypoints.reviews` reads it: six digits are more versions than anybody makes.
LAST_VERSION = 999_999
_VERSION: Mapping[str, Mapping[str, object]] = {
    "version": {
        "type": "integer",
        "minimum": 1,
        "maximum": LAST_VERSION,
        "description": "A version of the report; the newest without it",
    }
}
_YEAR: Mapping[str, object] = {"type": "string", "pattern": "^[0-9]{4}$"}
_NAMES: Mapping[str, object] = {"type": "string", "description": "Names with `;` between them; one must fit"}
_SEARCH: Mapping[str, Mapping[str, object]] = {
    "q": {"type": "string", "minLength": 1, "description": "What to search for"},
    "limit": PAGING["limit"],
    "year_from": _YEAR,
    "year_to": _YEAR,
    "venue": _NAMES,
    "author": _NAMES,
    "field": _NAMES,
    "text": {"type": "string", "description": "Must stand in title, abstract or keywords"},
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
    "get_content": Contract(
        summary="What extraction read from a paper", answer=content.ContentView, problems=(409, 425)
    ),
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
    "check_quotes": Contract(
        summary="Check quotes of anybody's against a paper: verdict, the paper's own words, what differs, and where",
        answer=checks.CheckedQuotes,
        body=requests.CheckPaper,
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
    "search_library": Contract(
        summary="Search all of one's papers, by meaning and by words",
        answer=reviews.SearchResults,
        query=_SEARCH,
        required=("q",),
        problems=(422,),
    ),
    "create_review": Contract(
        summary="Have a literature review written",
        status=202,
        answer=reviews.ReviewSummary,
        body=requests.NewReview,
        problems=_BODY_PROBLEMS,
    ),
    "edit_review": Contract(
        summary="Change a finished report, as a new version",
        status=202,
        answer=reviews.ReviewSummary,
        body=requests.EditReport,
        problems=(*_BODY_PROBLEMS, 409),
    ),
    "list_reviews": Contract(
        summary="List one's reviews, newest first", answer=reviews.ReviewList, query=PAGING, problems=(422,)
    ),
    "get_review": Contract(
        summary="A review: its steps, what it cost, and its report as far as it is written",
        answer=reviews.ReviewView,
        query=_VERSION,
        problems=(422,),
    ),
    "cancel_review": Contract(summary="End a review that is under way", answer=reviews.ReviewSummary, problems=(409,)),
    "delete_review": Contract(summary="Delete a review with everything made for it", status=204),
    "export_review": Contract(
        summary="A report, or the trace of how it was made, as a file",
        query={
            "format": {"type": "string", "enum": [export.name for export in EXPORTS], "default": EXPORTS[0].name},
            **_VERSION,
        },
        texts=tuple(dict.fromkeys(export.media_type for export in EXPORTS)),
        problems=(409, 422),
    ),
    "check_health": Contract(summary="Whether the function's dependencies answer", answer=schemas.Health),
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
    content.ContentView,
    chat.PdfSectionV1,
    chat.CitationV1,
    chat.TextSectionV1,
    chat.Answered,
    chat.SessionList,
    chat.SessionMessages,
    chat.Begun,
    chat.Delta,
    requests.CheckPaper,
    checks.CheckedQuotes,
    requests.NewReview,
    requests.EditReport,
    reviews.ReviewSummary,
    reviews.ReviewView,
    reviews.ReviewList,
    reviews.SearchResults,
    schemas.Health,
    schemas.ProblemDetails,
)
