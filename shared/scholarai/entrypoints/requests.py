"""The bodies that the HTTP API takes, checked as they are parsed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from scholarai.domain.limits import PAPERS_PER_CHAT, QUESTION_CHARACTERS
from scholarai.domain.paper import MediaType

# Longer names do not fit common file systems, which count bytes.
FILENAME_CHARACTERS = 255

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,128}\Z")]


class NewPaper(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file that its owner is about to upload."""

    filename: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=FILENAME_CHARACTERS,
            description="The name of the file, without a path; its ending says what it is.",
        ),
    ]
    media_type: Annotated[
        MediaType | None, Meta(description="A PDF, a LaTeX file, a .zip or .tar.gz of a LaTeX project, or Markdown.")
    ] = None
    size_bytes: Annotated[
        Annotated[int, Meta(gt=0)] | None,
        Meta(description="The file's size, so that one that is too large is refused before it is sent."),
    ] = None


class AskPaper(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about one paper."""

    question: Annotated[str, Meta(min_length=1, max_length=QUESTION_CHARACTERS)]
    session_id: Annotated[
        Id | None, Meta(description="The conversation to go on with; a new one begins without it.")
    ] = None
    stream: Annotated[bool, Meta(description="Answer with server-sent events as the text comes.")] = False


class AskPapers(AskPaper, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about several papers."""

    paper_ids: Annotated[
        tuple[Id, ...],
        Meta(
            max_length=PAPERS_PER_CHAT,
            description="The papers to ask; left out where `session_id` names a conversation about them.",
        ),
    ] = ()
