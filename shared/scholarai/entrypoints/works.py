"""Operations that find and add published works."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta, Struct

from scholarai.bootstrap import App
from scholarai.domain.discovery import DiscoveredWork, Discovery, Ranked, ServiceAnswer, wanted_as
from scholarai.domain.identity import Relation
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import MIB, WORKS_PER_CALL
from scholarai.domain.notices import WorkNotice
from scholarai.domain.paper import PaperStatus
from scholarai.domain.published_works import FoundWork, ReferenceFormat
from scholarai.entrypoints.calls import Call, JsonReply, View
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.entrypoints.queries import PAGING, Query
from scholarai.services.literature.adding import Outcome

routes = Routes()

# 5,000 entries with abstracts, quotes and line ends escaped.
_ENTRIES_BYTES = 16 * MIB
_WANTED_CHARACTERS = 1_000
_ENTRIES_CHARACTERS = 12_000_000
DISCOVER: Query = {
    "q": {"type": "string", "minLength": 1, "description": "A question or keywords", "required": True},
    "limit": PAGING["limit"],
}


class WantedWorks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Works named by identifiers, links or titles."""

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
    """The result for one work.

    `added`: its file is being read; `record`: no open file could be fetched, so its metadata alone is kept; `there`: it was in the
    library already; `unknown`: no service knows it; `broken`: the entry in `line` cannot be read; `failed`: nothing was added.
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


class WorkVersion(View, frozen=True, kw_only=True):
    """Another form of a publication, such as its preprint; `add` is what names it for `POST /works`."""

    year: int | None
    venue: str | None
    doi: str | None
    arxiv_id: str | None
    add: str | None

    @classmethod
    def of(cls, work: FoundWork) -> Self:
        return cls.showing(work, add=wanted_as(work))


class DiscoveredWorkView(View, frozen=True, kw_only=True):
    """A publication that services know; `score` orders, it is no probability.

    `services` are those that named it, `pdfs` addresses that they name as open. `paper_id` is the paper of the library that it
    is (`relation`: `same`) or another form of (`version`); with the `paper_status` `record` that has no file. `add` is what
    names it for `POST /works`. `cited_by` counts the works that cite it, as far as the first service that counts them knows.
    """

    title: str | None
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    abstract: str | None
    doi: str | None
    arxiv_id: str | None
    pmid: str | None
    pmcid: str | None
    kind: str | None
    pdfs: tuple[str, ...]
    notices: tuple[WorkNotice, ...]
    cited_by: int | None
    versions: tuple[WorkVersion, ...]
    services: tuple[str, ...]
    score: float
    paper_id: PaperId | None
    paper_status: PaperStatus | None
    relation: Relation | None
    add: str | None

    @classmethod
    def of(cls, row: DiscoveredWork) -> Self:
        return cls.showing(
            row.found.work,
            pdfs=row.found.pdfs(),
            versions=tuple(map(WorkVersion.of, row.found.versions)),
            services=row.found.sources,
            score=row.score,
            paper_id=row.paper_id,
            paper_status=row.paper_status,
            relation=row.relation,
            add=wanted_as(row.found.work),
        )


class ServiceAnswerView(ServiceAnswer, View, frozen=True, kw_only=True):
    """What became of asking a service: `count` works, or why it named none.

    `late`: it did not answer in time; `off`: it is not switched on, or its key is missing.
    """


class DiscoveredWorks(View, frozen=True, kw_only=True):
    """Publications, best first; `total` counts all that were found.

    `services` tells for each service that can search whether it answered; `retrieval` is `lexical` where words decided alone.
    """

    works: tuple[DiscoveredWorkView, ...]
    services: tuple[ServiceAnswerView, ...]
    total: int
    retrieval: Ranked

    @classmethod
    def of(cls, found: Discovery) -> Self:
        return cls.showing(found, works=tuple(map(DiscoveredWorkView.of, found.works)), retrieval=found.ranked_by)


@routes.add(
    "GET",
    "/discover",
    "chat",
    "Published papers for a question or keywords, from the outside services that are switched on; it is sent to them",
    query=DISCOVER,
    problems=(409, 422),
    costs=True,
)
def discover_works(call: Call, app: App) -> JsonReply[DiscoveredWorks]:
    limit, _ = call.page()
    return JsonReply(
        value=DiscoveredWorks.of(app.literature.discover().search(call.owner, call.query.get("q", ""), limit=limit))
    )


@routes.add(
    "POST",
    "/works",
    "chat",
    "Add published papers by DOI, arXiv id, PMID, PMCID, link or title; these are sent to outside services",
    problems=BODY_PROBLEMS,
    costs=True,
    repeatable=True,
)
def add_works(call: Call, body: WantedWorks, app: App) -> JsonReply[AddedWorks]:
    added = (
        app.literature.add_work().asked_for(call.owner, wanted, fetch=body.fetch)
        for wanted in dict.fromkeys(body.works)
    )
    return JsonReply(value=AddedWorks(works=tuple(map(AddedWorkView.of, added))))


@routes.add(
    "POST",
    "/works/entries",
    "chat",
    "Add the entries of a BibTeX, RIS or CSL-JSON file, a bounded number a call; broken ones are told with their line",
    body_bytes=_ENTRIES_BYTES,
    problems=BODY_PROBLEMS,
    costs=True,
    repeatable=True,
)
def add_entries(call: Call, body: WantedEntries, app: App) -> JsonReply[ImportedEntries]:
    done = app.literature.import_entries().import_file(
        call.owner, body.text.encode(), body.format, start=body.start, fetch=body.fetch
    )
    view = ImportedEntries(works=tuple(map(AddedWorkView.of, done.works)), total=done.total, next_start=done.next_start)
    return JsonReply(value=view)
