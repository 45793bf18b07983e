"""The bodies of questions, conversations and quotes to check, checked as they are parsed."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from scholarai.domain.depth import Depth
from scholarai.domain.limits import (
    PAPERS_PER_CHAT,
    PAPERS_PER_REVIEW,
    QUESTION_CHARACTERS,
    QUOTE_CHARACTERS,
    QUOTES_PER_CALL,
    SENTENCES_PER_CALL,
    SESSION_TITLE_CHARACTERS,
    SOURCES_PER_SENTENCE,
    TEXT_CHARACTERS,
)

# `(?!\n)` because Python's `$` also matches before a trailing newline, and JSON Schema has no `\Z`.
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,128}$(?!\n)")]
# The services measure questions and count papers: their errors say what to do.
Asked = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": QUESTION_CHARACTERS})]


class AskPaper(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about one paper."""

    question: Asked
    session_id: Annotated[
        Id | None, Meta(description="The conversation to go on with; a new one begins without it.")
    ] = None
    stream: Annotated[bool, Meta(description="Answer with server-sent events as the text comes.")] = False
    depth: Annotated[
        Depth | None,
        Meta(
            description="How far to look: `quick` searches once, `normal` plans searches and weighs what they find, `deep` also "
            "looks for what is missing and reads its answer a second time. The server's own without it."
        ),
    ] = None
    parent: Annotated[
        Annotated[int, Meta(ge=-1, le=999_999)] | None,
        Meta(
            description="The number of the answer that this question follows, -1 for none. Where another question follows it "
            "already, a new branch of the conversation begins. The end of the current branch without it."
        ),
    ] = None


class ChangedSession(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The changes to a conversation: its name, whether it is listed first, and which branch is the current one."""

    title: Annotated[str, Meta(min_length=1, max_length=SESSION_TITLE_CHARACTERS)] | UnsetType = UNSET
    pinned: bool | UnsetType = UNSET
    shown: Annotated[
        Annotated[int, Meta(ge=0, le=999_999)] | UnsetType,
        Meta(description="The number of a message: the latest branch through it becomes the current one."),
    ] = UNSET


class AskPapers(AskPaper, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about several papers."""

    paper_ids: Annotated[
        tuple[Id, ...],
        Meta(
            extra_json_schema={"maxItems": PAPERS_PER_CHAT},
            description="The papers to ask; omit it when `session_id` names an existing conversation.",
        ),
    ] = ()
    library: Annotated[
        bool,
        Meta(
            description=f"Ask all papers of yours instead; of more than {PAPERS_PER_CHAT}, those that a first search finds. The "
            "conversation goes on about the papers of its first answer."
        ),
    ] = False


class CheckQuote(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A quote to check; its id, a string or a whole number, comes back with the result."""

    # JSON's numbers are exact up to 2⁵³ in browsers.
    quote_id: Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=-(2**53), le=2**53)]
    quote: Annotated[str, Meta(description="As it was written; one that is too long has an error of its own.")]


class CheckPaper(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Quotes to check against one paper."""

    # The service counts them: its `too_many_quotes` says what to do.
    quotes: Annotated[tuple[CheckQuote, ...], Meta(min_length=1, extra_json_schema={"maxItems": QUOTES_PER_CALL})]


class CheckWholeText(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A text to hold against papers."""

    # The service measures it: its `text_invalid` says what to do.
    text: Annotated[
        str,
        Meta(
            description="Markdown, plain text, or HTML as a browser copies it.",
            extra_json_schema={"maxLength": TEXT_CHARACTERS},
        ),
    ]
    paper_ids: Annotated[
        Annotated[tuple[Id, ...], Meta(max_length=PAPERS_PER_REVIEW)] | None,
        Meta(description="The papers that it is held against; all of one's papers without it."),
    ] = None
    model: Annotated[
        bool,
        Meta(description="Have a model read the sentences that are no quotes beside the passages nearest to them."),
    ] = False


class FindSourceOf(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sentences whose source is looked for."""

    sentences: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=QUOTE_CHARACTERS)], ...],
        Meta(min_length=1, max_length=SENTENCES_PER_CALL),
    ]
    paper_ids: Annotated[
        Annotated[tuple[Id, ...], Meta(max_length=PAPERS_PER_REVIEW)] | None,
        Meta(description="Where to look; in all of one's papers without it."),
    ] = None
    limit: Annotated[int, Meta(ge=1, le=SOURCES_PER_SENTENCE, description="Papers of each sentence.")] = 5


class CheckReferencesOf(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A text whose references are looked for."""

    text: Annotated[
        str,
        Meta(
            description="Markdown, plain text, or HTML as a browser copies it.",
            extra_json_schema={"maxLength": TEXT_CHARACTERS},
        ),
    ]
