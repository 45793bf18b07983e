"""Operations that export papers and conversations as files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.exports import CONVERSATION_EXPORTS, PAPER_EXPORTS, Export, require_export
from scholarai.domain.ids import SessionId
from scholarai.entrypoints.calls import Call, FileReply, Reply
from scholarai.exporting.styles import STYLE_NAMES, require_style

if TYPE_CHECKING:
    from scholarai.services.exporting.annotated import AnnotatePdf
    from scholarai.services.exporting.conversations import ExportConversation
    from scholarai.services.exporting.papers import ExportPapers


def export_papers(call: Call, papers: ExportPapers) -> Reply:
    export, style = _export(call, PAPER_EXPORTS), _style(call)
    wanted = call.paper_ids()
    if wanted == []:
        raise InvalidRequestError(
            "papers_missing", "papers names no paper", action="Leave it out to export all papers."
        )
    return _file(papers.run(call.owner, wanted, export, style), export, "papers")


def export_conversation(call: Call, conversation: ExportConversation) -> Reply:
    export, style = _export(call, CONVERSATION_EXPORTS), _style(call)
    return _file(conversation.run(call.owner, call.session_id, export, style), export, "conversation")


def annotate_pdf(call: Call, annotate: AnnotatePdf) -> Reply:
    session = call.query.get("session")
    pieces = annotate.run(call.owner, call.paper_id, SessionId(session) if session else None)
    headers = {"Content-Disposition": 'attachment; filename="annotated.pdf"'}
    return FileReply(pieces=pieces, content_type="application/pdf", headers=headers)


def _export(call: Call, among: tuple[Export, ...]) -> Export:
    return require_export(call.query.get("format", among[0].name), among)


def _style(call: Call) -> str:
    return require_style(call.query.get("style", STYLE_NAMES[0])).name


def _file(pieces: Iterator[bytes], export: Export, name: str) -> Reply:
    headers = {"Content-Disposition": f'attachment; filename="{name}{export.endings[0]}"'}
    return FileReply(pieces=pieces, content_type=export.content_type, headers=headers)
