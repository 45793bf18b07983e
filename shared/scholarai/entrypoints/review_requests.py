"""The bodies of the HTTP API about reviews, checked as they are parsed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from scholarai.domain.depth import Depth
from scholarai.domain.limits import PAPERS_PER_REVIEW, PASSAGES_READ, PASSAGES_RETRIEVED, WORKS_PER_CALL
from scholarai.domain.review import EditAction, Filters
from scholarai.entrypoints.chat_requests import Asked, Id

_PaperIds = Annotated[tuple[Id, ...], Meta(extra_json_schema={"minItems": 1, "maxItems": PAPERS_PER_REVIEW})]
_Fetch = Annotated[
    int,
    Meta(
        ge=0,
        le=WORKS_PER_CALL,
        description="Before anything is searched, so many found works with an open PDF are added to the library and reviewed, "
        "too: the words of the question are sent to the outside services that are switched on, and the PDFs are fetched from "
        "where these say. More than 0 is also `discover`.",
    ),
]
_ReviewDepth = Annotated[
    Depth | None,
    Meta(
        description="How far to look: `quick` searches once, `normal` weighs what is found, `deep` also searches again for what is "
        "missing, finds evidence for sentences without a quote or removes them, and reads each sentence a second time. The "
        "server's own without it."
    ),
]


class NewReview(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A literature review to write."""

    question: Asked
    paper_ids: Annotated[
        _PaperIds | None,
        Meta(description="The papers to review; all of the library without it."),
    ] = None
    filters: Annotated[Filters, Meta(description="What papers must have to count.")] = Filters()
    budget_usd: Annotated[
        Annotated[float, Meta(ge=0, le=1_000)] | None,
        Meta(description="What the models may cost together, in US dollars."),
    ] = None
    depth: _ReviewDepth = None
    discover: Annotated[
        bool,
        Meta(
            description="Ask the outside services that are switched on what there is beyond the library, too; the words of the "
            "question are sent to them."
        ),
    ] = False
    fetch: _Fetch = 0
    n_retrieval: Annotated[
        int | None,
        Meta(
            description="How many passages the search takes; 256 without it.",
            extra_json_schema={"minimum": 1, "maximum": PASSAGES_RETRIEVED},
        ),
    ] = None
    n_rerank: Annotated[
        int | None,
        Meta(
            description="How many of them are read, the best after ranking; without it 50, and more where more papers bear on the "
            "question.",
            extra_json_schema={"minimum": 1, "maximum": PASSAGES_READ},
        ),
    ] = None
    threshold: Annotated[
        float | None,
        Meta(
            description="The share of the best passage's score that a passage needs in order to be read; 0.2 without it.",
            extra_json_schema={"minimum": 0, "maximum": 1},
        ),
    ] = None
    tables: Annotated[bool, Meta(description="Whether sections that compare papers get a table.")] = True


class ReviewPapers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The papers of a review that is thought of."""

    paper_ids: Annotated[
        _PaperIds | None,
        Meta(description="The papers to review; all of the library without it."),
    ] = None
    filters: Annotated[Filters, Meta(description="What papers must have to count.")] = Filters()
    depth: _ReviewDepth = None
    fetch: _Fetch = 0


class EditReport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change of a finished report, which makes a new version of it."""

    action: EditAction
    section_id: Annotated[Id | None, Meta(description="The section to change; `add` needs none.")] = None
    title: Annotated[
        Annotated[str, Meta(max_length=200)] | None, Meta(description="The title of an added section.")
    ] = None
    instruction: Annotated[str, Meta(max_length=2_000, description="What is wanted, in one's own words.")] = ""
    version: Annotated[
        Annotated[int, Meta(ge=1, le=999_999)] | None,
        Meta(description="The earlier version from which `restore` takes the section, or all where none is named."),
    ] = None
