"""What is asked and answered when published works are added."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from scholarai.domain.ids import PaperId
from scholarai.entrypoints.replies import View
from scholarai.parsing.reference_files.entries import ReferenceFormat
from scholarai.services.literature.adding import Outcome

# Each may wait for services; more than some would keep a call open for minutes. A guess.
WORKS_PER_CALL = 10
_WANTED_CHARACTERS = 1_000
_ENTRIES_CHARACTERS = 12_000_000


class WantedWorks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Works by what names them."""

    works: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=_WANTED_CHARACTERS)], ...],
        Meta(
            min_length=1,
            max_length=WORKS_PER_CALL,
            description="DOIs, arXiv ids, PMIDs (`PMID:123`), PMCIDs, links to one of these, or titles.",
        ),
    ]
    fetch: Annotated[bool, Meta(description="Fetch PDFs that a service names as open.")] = True


class WantedEntries(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of references."""

    text: Annotated[str, Meta(min_length=1, max_length=_ENTRIES_CHARACTERS, description="The file's content.")]
    format: Annotated[ReferenceFormat | None, Meta(description="null: what its first characters say.")] = None
    start: Annotated[
        int, Meta(ge=0, description="The index of the entry to go on from: `next_start` of an answer.")
    ] = 0
    fetch: Annotated[bool, Meta(description="Fetch PDFs that a service names as open.")] = False


class AddedWorkView(View, frozen=True, kw_only=True):
    """What became of one work.

    `added`: its file is being read; `record`: there is no open file that could be had, what is known of it is kept; `there`: the
    owner had it; `unknown`: no service knows it; `broken`: the entry in `line` cannot be read; `failed`: nothing was added.
    `code` and `detail` tell what went wrong.
    """

    asked: str
    outcome: Outcome
    paper_id: PaperId | None
    title: str | None
    line: int | None
    code: str
    detail: str


class AddedWorks(Struct, frozen=True, kw_only=True):
    """What became of the works, in the order asked."""

    works: tuple[AddedWorkView, ...]


class ImportedEntries(Struct, frozen=True, kw_only=True):
    """What became of entries; `total` counts those of the file, `next_start` is where to go on, null at the end."""

    works: tuple[AddedWorkView, ...]
    total: int
    next_start: int | None
