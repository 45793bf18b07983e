"""Operations on papers, their progress, their content and their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.formats import ENDINGS, MediaType, listed, media_type_of
from scholarai.domain.ids import PaperId
from scholarai.entrypoints.calls import Call, EmptyReply, JsonReply, RedirectReply, Reply, TextReply
from scholarai.entrypoints.schemas import CreatedPaper, Extraction, PaperList, PaperView, Upload

if TYPE_CHECKING:
    from scholarai.services.papers.attaching import AttachSource
    from scholarai.services.papers.deletion import DeletePaper
    from scholarai.services.papers.describing import DescribePaper
    from scholarai.services.papers.owned import GetContent, GetPaper, LinkFile, ListPapers, RestartExtraction
    from scholarai.services.papers.uploads import AnnouncePaper

# More tables than any paper has.
_NUMBER_DIGITS = 6


def create_paper(call: Call, announce: AnnouncePaper) -> Reply:
    from scholarai.entrypoints.paper_requests import NewPaper

    body = call.parse(NewPaper)
    media_type = _media_type(body.filename, body.media_type)
    made = announce.run(
        call.owner,
        filename=body.filename,
        media_type=media_type,
        size_bytes=body.size_bytes,
        sha256=body.sha256,
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


def list_papers(call: Call, papers: ListPapers) -> Reply:
    named = call.paper_ids()
    if named is not None:
        found = papers.of(call.owner, named)
        return JsonReply(value=PaperList(papers=tuple(map(PaperView.of, found)), next_cursor=None))
    limit, cursor = call.page()
    page = papers.run(call.owner, limit=limit, cursor=cursor)
    return JsonReply(value=PaperList(papers=tuple(map(PaperView.of, page.papers)), next_cursor=page.next_cursor))


def get_paper(call: Call, get: GetPaper) -> Reply:
    return JsonReply(value=PaperView.of(get.run(call.owner, call.paper_id)))


def describe_paper(call: Call, describe: DescribePaper) -> Reply:
    from msgspec import UNSET

    from scholarai.domain.metadata import METADATA_FIELDS
    from scholarai.entrypoints.paper_requests import DescribedPaper

    body = call.parse(DescribedPaper)
    changes = {name: getattr(body, name) for name in METADATA_FIELDS if getattr(body, name) is not UNSET}
    return JsonReply(value=PaperView.of(describe.run(call.owner, call.paper_id, changes, body.restore)))


def get_extraction(call: Call, get: GetPaper) -> Reply:
    return JsonReply(value=Extraction.of(get.run(call.owner, call.paper_id)))


def restart_extraction(call: Call, restart: RestartExtraction) -> Reply:
    return JsonReply(value=Extraction.of(restart.run(call.owner, call.paper_id)), status=202)


def attach_source(call: Call, attach: AttachSource) -> Reply:
    from scholarai.entrypoints.paper_requests import AttachedSource

    source = PaperId(call.parse(AttachedSource).source_id)
    return JsonReply(value=Extraction.of(attach.run(call.owner, call.paper_id, source)), status=202)


def get_file(call: Call, link: LinkFile) -> Reply:
    return RedirectReply(location=link.run(call.owner, call.paper_id))


def get_content(call: Call, get: GetContent) -> Reply:
    from scholarai.entrypoints.content_schemas import ContentView

    return JsonReply(value=ContentView.of(get.run(call.owner, call.paper_id)))


def export_paper_table(call: Call, get: GetContent) -> Reply:
    from scholarai.domain.table_exports import TABLE_EXPORTS, table_export

    export = table_export(call.query.get("format", TABLE_EXPORTS[0].name))
    if export is None:
        raise InvalidRequestError(
            "format_unknown", f"format must be one of {listed(tuple(one.name for one in TABLE_EXPORTS))}"
        )
    tables = get.run(call.owner, call.paper_id).tables
    number = call.parameters["number"]
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) <= _NUMBER_DIGITS else 0
    if not 0 < wanted <= len(tables):
        raise NotFoundError("table_unknown", f"this paper has {len(tables)} tables, numbered from 1")
    headers = {"Content-Disposition": f'attachment; filename="table-{wanted}{export.ending}"'}
    return TextReply(
        text=export.render(tables[wanted - 1]), content_type=f"{export.media_type}; charset=utf-8", headers=headers
    )


def delete_paper(call: Call, delete: DeletePaper) -> Reply:
    delete.run(call.owner, call.paper_id)
    return EmptyReply()
