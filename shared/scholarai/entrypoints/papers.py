"""Operations on papers, their progress, their content and their files."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from scholarai.bootstrap import App
from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.formats import (
    ARCHIVE_ENDINGS,
    ENDINGS,
    IN_ARCHIVES,
    KINDS,
    SOURCE_KINDS,
    MediaType,
    listed,
    media_type_of,
)
from scholarai.domain.ids import PaperId
from scholarai.domain.metadata import METADATA_FIELDS
from scholarai.domain.paper import MetadataField
from scholarai.domain.table_exports import TABLE_EXPORTS, table_export
from scholarai.entrypoints.calls import Call, EmptyReply, JsonReply, RedirectReply, StreamReply, TextReply
from scholarai.entrypoints.chat_requests import Id
from scholarai.entrypoints.content_schemas import ContentView
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.entrypoints.queries import PAPER_LIST, PARTS, TABLE_EXPORT, TABLE_MEDIA_TYPES
from scholarai.entrypoints.schemas import CreatedPaper, Extraction, PaperList, PaperView, Upload
from scholarai.entrypoints.streams import STREAM, progress_events, watched

# Longer names do not fit common file systems, which count bytes.
FILENAME_CHARACTERS = 255


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
        MediaType | None, Meta(description=f"{KINDS}, or a {ARCHIVE_ENDINGS} archive of {IN_ARCHIVES}.")
    ] = None
    size_bytes: Annotated[
        Annotated[int, Meta(gt=0)] | None,
        Meta(description="The file's size, so that one that is too large is refused before it is sent."),
    ] = None
    sha256: Annotated[
        Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")] | None,
        Meta(description="The file's SHA-256, so that a file that is there already is not sent again."),
    ] = None


class AttachedSource(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The paper whose file is the source of another one."""

    source_id: Annotated[Id, Meta(description=f"A paper that was uploaded as {SOURCE_KINDS}.")]


_Text = Annotated[str, Meta(max_length=2_000)]
_Short = Annotated[str, Meta(max_length=100)]
_Names = Annotated[tuple[Annotated[str, Meta(max_length=300)], ...], Meta(max_length=5_000)]


class DescribedPaper(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person knows better about a paper; a field that is left out stays, null says that there is none."""

    title: _Text | UnsetType | None = UNSET
    authors: _Names | UnsetType | None = UNSET
    doi: _Text | UnsetType | None = UNSET
    arxiv_id: _Text | UnsetType | None = UNSET
    abstract: Annotated[str, Meta(max_length=20_000)] | UnsetType | None = UNSET
    year: Annotated[int, Meta(ge=1000, le=2200)] | UnsetType | None = UNSET
    venue: _Text | UnsetType | None = UNSET
    keywords: _Names | UnsetType | None = UNSET
    volume: _Short | UnsetType | None = UNSET
    issue: _Short | UnsetType | None = UNSET
    page_range: _Short | UnsetType | None = UNSET
    publisher: _Text | UnsetType | None = UNSET
    issn: _Short | UnsetType | None = UNSET
    restore: Annotated[
        tuple[MetadataField, ...], Meta(description="Fields that are to be as the paper says again.")
    ] = ()
    supplement_of: Annotated[
        Id | UnsetType | None,
        Meta(description="The paper that this one is a supplement of; null: it is a paper of its own."),
    ] = UNSET


# Progress is stored once a second.
_LOOK_S = 0.5
# More tables than any paper has.
_NUMBER_DIGITS = 6


routes = Routes()


@routes.add(
    "POST",
    "/papers",
    "status",
    "Announce a paper and get permission to upload its file",
    status=201,
    also=(200,),
    problems=BODY_PROBLEMS,
    costs=True,
    repeatable=True,
)
def create_paper(call: Call, body: NewPaper, app: App) -> JsonReply[CreatedPaper]:
    media_type = _media_type(body.filename, body.media_type)
    made = app.papers.announce_paper().announce(
        call.owner,
        filename=body.filename,
        media_type=media_type,
        size_bytes=body.size_bytes,
        sha256=body.sha256,
        idempotency_key=call.idempotency_key,
    )
    upload = None if made.upload is None else Upload.of(made.upload)
    return JsonReply(
        value=CreatedPaper(paper_id=made.paper.id, upload=upload),
        status=200 if upload is None else 201,
        headers={"Location": f"/papers/{made.paper.id}"},
    )


def _media_type(filename: str, stated: MediaType | None) -> MediaType:
    meant = media_type_of(filename)
    if meant is None:
        raise InvalidRequestError("media_type_unknown", f"a paper's name must end in {listed(ENDINGS)}", status=415)
    if stated is not None and stated != meant:
        raise InvalidRequestError("media_type_mismatch", f"a name like this means {meant}, the request says {stated}")
    return meant


@routes.add(
    "GET",
    "/papers",
    "status",
    "List one's papers, newest first, all or those with parts of names; or those of given ids, or the supplements of one",
    query=PAPER_LIST,
    problems=(422,),
)
def list_papers(call: Call, app: App) -> JsonReply[PaperList]:
    named = call.paper_ids()
    if named is not None:
        found = app.papers.owned_papers().named(call.owner, named)
        return JsonReply(value=PaperList(papers=tuple(map(PaperView.of, found)), next_cursor=None))
    of = call.query.get("supplements_of")
    if of is not None:
        found = app.papers.owned_papers().supplements(call.owner, PaperId(of))
        return JsonReply(value=PaperList(papers=tuple(map(PaperView.of, found)), next_cursor=None))
    limit, cursor = call.page()
    parts = {name: call.query.get(name, "") for name in PARTS}
    page = app.papers.owned_papers().page(call.owner, limit=limit, cursor=cursor, parts=parts)
    return JsonReply(value=PaperList(papers=tuple(map(PaperView.of, page.papers)), next_cursor=page.next_cursor))


@routes.add("GET", "/papers/{paper_id}", "status", "One paper: its state and what it says about itself")
def get_paper(call: Call, app: App) -> JsonReply[PaperView]:
    return JsonReply(value=PaperView.of(app.papers.owned_papers().get(call.owner, call.paper_id)))


@routes.add(
    "PATCH",
    "/papers/{paper_id}",
    "status",
    "Correct what is known of a paper as a publication, and of which paper it is a supplement",
    problems=(*BODY_PROBLEMS, 409),
)
def describe_paper(call: Call, body: DescribedPaper, app: App) -> JsonReply[PaperView]:
    changes = {name: getattr(body, name) for name in METADATA_FIELDS if getattr(body, name) is not UNSET}
    of = (
        body.supplement_of if body.supplement_of is UNSET or body.supplement_of is None else PaperId(body.supplement_of)
    )
    described = app.papers.describe_paper().describe(call.owner, call.paper_id, changes, body.restore, of)
    return JsonReply(value=PaperView.of(described))


@routes.add(
    "DELETE", "/papers/{paper_id}", "status", "Delete a paper with everything made from it", status=204, problems=(409,)
)
def delete_paper(call: Call, app: App) -> EmptyReply:
    app.deletion.delete_paper().delete(call.owner, call.paper_id)
    return EmptyReply()


@routes.add(
    "GET",
    "/papers/{paper_id}/extraction",
    "status",
    "How far a paper's extraction is; with `stream`, each change as an event until it ends",
    query=STREAM,
    events=progress_events(Extraction),
    problems=(422,),
)
def get_extraction(call: Call, app: App) -> JsonReply[Extraction] | StreamReply:
    papers = app.papers.owned_papers()

    def look() -> Extraction:
        return Extraction.of(papers.get(call.owner, call.paper_id))

    if call.flag("stream"):
        return watched(look, lambda now: now.status not in {"uploaded", "extracting"}, every_s=_LOOK_S)
    return JsonReply(value=look())


@routes.add(
    "POST", "/papers/{paper_id}/extract", "status", "Extract a paper again", status=202, problems=(409,), costs=True
)
def restart_extraction(call: Call, app: App) -> JsonReply[Extraction]:
    return JsonReply(
        value=Extraction.of(app.papers.restart_extraction().restart(call.owner, call.paper_id)), status=202
    )


@routes.add(
    "POST",
    "/papers/{paper_id}/source",
    "status",
    "Read a paper again from its PDF and from a source that was uploaded as another paper",
    status=202,
    problems=(*BODY_PROBLEMS, 409, 425),
    costs=True,
)
def attach_source(call: Call, body: AttachedSource, app: App) -> JsonReply[Extraction]:
    source = PaperId(body.source_id)
    return JsonReply(
        value=Extraction.of(app.extraction.attach_source().attach(call.owner, call.paper_id, source)), status=202
    )


@routes.add("GET", "/papers/{paper_id}/content", "status", "What extraction read from a paper", problems=(409, 425))
def get_content(call: Call, app: App) -> JsonReply[ContentView]:
    return JsonReply(value=ContentView.of(app.papers.get_content().get(call.owner, call.paper_id)))


@routes.add(
    "GET",
    "/papers/{paper_id}/tables/{number}",
    "status",
    "One table of a paper as a file; tables are numbered from 1, in the order of `tables` in the paper's content",
    query=TABLE_EXPORT,
    texts=TABLE_MEDIA_TYPES,
    problems=(409, 422, 425),
)
def export_paper_table(call: Call, app: App) -> TextReply:
    export = table_export(call.query.get("format", TABLE_EXPORTS[0].name))
    if export is None:
        raise InvalidRequestError(
            "format_unknown", f"format must be one of {listed(tuple(one.name for one in TABLE_EXPORTS))}"
        )
    tables = app.papers.get_content().get(call.owner, call.paper_id).tables
    number = call.parameters["number"]
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) <= _NUMBER_DIGITS else 0
    if not 0 < wanted <= len(tables):
        raise NotFoundError("table_unknown", f"this paper has {len(tables)} tables, numbered from 1")
    headers = {"Content-Disposition": f'attachment; filename="table-{wanted}{export.ending}"'}
    return TextReply(
        text=export.render(tables[wanted - 1]), content_type=f"{export.media_type}; charset=utf-8", headers=headers
    )


@routes.add("GET", "/papers/{paper_id}/file", "status", "Go to the paper's file", status=302)
def get_file(call: Call, app: App) -> RedirectReply:
    return RedirectReply(location=app.papers.owned_papers().link_file(call.owner, call.paper_id))
