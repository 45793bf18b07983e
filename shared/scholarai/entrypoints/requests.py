"""The bodies that the HTTP API takes, checked by pydantic; imported where a body is parsed, since pydantic costs start."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from scholarai.domain.limits import PAPERS_PER_CHAT, QUESTION_CHARACTERS
from scholarai.domain.paper import MediaType

# Longer names do not fit common file systems, which count bytes.
FILENAME_CHARACTERS = 255

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,128}$")]
Question = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=QUESTION_CHARACTERS)]


class RequestBody(BaseModel):
    model_config = ConfigDict(
        extra="forbid",  # a misspelt option is noticed
        frozen=True,
        defer_build=True,
        use_attribute_docstrings=True,
    )


class NewPaper(RequestBody):
    """A file that its owner is about to upload."""

    filename: Annotated[str, StringConstraints(min_length=1, max_length=FILENAME_CHARACTERS)]
    """The name of the file, without a path; its ending must fit the media type."""
    media_type: MediaType | None = None
    """A PDF, a LaTeX file, a .zip or .tar.gz of a LaTeX project, or Markdown; what the name's ending says if left out."""
    size_bytes: Annotated[int, Field(gt=0)] | None = None
    """The size of the file, so that one that is too large is refused before it is sent."""


class AskPaper(RequestBody):
    """A question about one paper."""

    question: Question
    session_id: Id | None = None
    """The conversation to go on with; a new one begins without it."""
    stream: bool = False
    """Answer with server-sent events as the text comes."""


class AskPapers(AskPaper):
    """A question about several papers."""

    paper_ids: Annotated[tuple[Id, ...], Field(max_length=PAPERS_PER_CHAT)] = ()
    """The papers to ask; left out where `session_id` names a conversation about them."""
