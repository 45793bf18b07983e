"""The status function's operations: papers, their progress, their content and their files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.formats import ENDINGS, MediaType, listed, media_type_of
from scholarai.entrypoints.calls import Call
from scholarai.entrypoints.health import check_health
from scholarai.entrypoints.http import HttpFunction, Operation
from scholarai.entrypoints.identity import identity_of
from scholarai.entrypoints.rates import Rates
from scholarai.entrypoints.replies import EmptyReply, JsonReply, RedirectReply, Reply
from scholarai.entrypoints.reviews import ReviewReading, reading_operations
from scholarai.entrypoints.schemas import CreatedPaper, Extraction, PaperList, PaperView, Upload

if TYPE_CHECKING:
    from scholarai.config import Settings
    from scholarai.ports.identity import TokenVerifier
    from scholarai.services.deletion import DeletePaper
    from scholarai.services.papers import GetContent, GetPaper, LinkFile, ListPapers, RestartExtraction
    from scholarai.services.uploads import AnnouncePaper


class StatusServices(ReviewReading, Protocol):
    """What the function needs, each made when a call first asks for it; `bootstrap` is one."""

    def settings(self) -> Settings: ...
    def token_verifier(self) -> TokenVerifier | None: ...
    def store_checks(self) -> Mapping[str, Callable[[], object]]: ...
    def announce_paper(self) -> AnnouncePaper: ...
    def list_papers(self) -> ListPapers: ...
    def get_paper(self) -> GetPaper: ...
    def delete_paper(self) -> DeletePaper: ...
    def restart_extraction(self) -> RestartExtraction: ...
    def get_content(self) -> GetContent: ...
    def link_file(self) -> LinkFile: ...


def status_function(services: StatusServices) -> HttpFunction:
    """Return the function over these services."""
    settings = services.settings()
    return HttpFunction(
        name="status",
        operations=_operations(services),
        identity=identity_of(services.token_verifier(), settings.default_owner),
        allowed_origins=settings.allowed_origins,
        rates=Rates(settings.requests_per_minute),
    )


def _operations(services: StatusServices) -> Mapping[str, Operation]:
    return {
        "create_paper": lambda call: _create(call, services.announce_paper()),
        "list_papers": lambda call: _list(call, services.list_papers()),
        "get_paper": lambda call: JsonReply(value=PaperView.of(services.get_paper().run(call.owner, call.paper_id))),
        "delete_paper": lambda call: _delete(call, services.delete_paper()),
        "get_extraction": lambda call: JsonReply(
            value=Extraction.of(services.get_paper().run(call.owner, call.paper_id))
        ),
        "restart_extraction": lambda call: JsonReply(
            value=Extraction.of(services.restart_extraction().run(call.owner, call.paper_id)), status=202
        ),
        "get_content": lambda call: _content(call, services.get_content()),
        "get_file": lambda call: RedirectReply(location=services.link_file().run(call.owner, call.paper_id)),
        **reading_operations(services),
        "check_health": lambda _: check_health(services.store_checks()),
    }


def _create(call: Call, announce: AnnouncePaper) -> Reply:
    from scholarai.entrypoints.requests import NewPaper

    body = call.parse(NewPaper)
    media_type = _media_type(body.filename, body.media_type)
    made = announce.run(call.owner, filename=body.filename, media_type=media_type, size_bytes=body.size_bytes)
    upload = Upload(
        url=made.upload.url,
        method=made.upload.method,
        headers=dict(made.upload.headers),
        expires_at=made.upload.expires_at,
    )
    return JsonReply(
        value=CreatedPaper(paper_id=made.paper.id, upload=upload),
        status=201,
        headers={"Location": f"/papers/{made.paper.id}"},
    )


def _media_type(filename: str, told: MediaType | None) -> MediaType:
    meant = media_type_of(filename)
    if meant is None:
        raise InvalidRequestError("media_type_unknown", f"a paper's name must end in {listed(ENDINGS)}", status=415)
    if told is not None and told != meant:
        raise InvalidRequestError("media_type_mismatch", f"a name like this means {meant}, the request says {told}")
    return meant


def _list(call: Call, papers: ListPapers) -> Reply:
    limit, cursor = call.page()
    page = papers.run(call.owner, limit=limit, cursor=cursor)
    return JsonReply(value=PaperList(papers=tuple(map(PaperView.of, page.papers)), next_cursor=page.next_cursor))


def _content(call: Call, get: GetContent) -> Reply:
    from scholarai.entrypoints.content_schemas import ContentView

    return JsonReply(value=ContentView.of(get.run(call.owner, call.paper_id)))


def _delete(call: Call, delete: DeletePaper) -> Reply:
    delete.run(call.owner, call.paper_id)
    return EmptyReply()
