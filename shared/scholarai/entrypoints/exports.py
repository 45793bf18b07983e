"""Operations that export papers and conversations as files."""

from __future__ import annotations

from collections.abc import Iterator

from scholarai.bootstrap import App
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.exports import CONVERSATION_EXPORTS, PAPER_EXPORTS, require_export
from scholarai.domain.ids import PaperId, SessionId
from scholarai.domain.limits import MIB
from scholarai.domain.plugins import Export
from scholarai.entrypoints.calls import Call, FileReply
from scholarai.entrypoints.check_schemas import ExportCheck, value_of
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.entrypoints.queries import (
    ANNOTATED,
    CONVERSATION_EXPORT,
    CONVERSATION_EXPORT_MEDIA_TYPES,
    PAPER_EXPORT,
    PAPER_EXPORT_MEDIA_TYPES,
    PDF_MEDIA_TYPES,
)
from scholarai.exporting.checked_texts import as_html, as_markdown
from scholarai.exporting.styles import STYLE_NAMES, require_style

routes = Routes()

# A checked text of the longest length with three passages a sentence and their boxes. A guess, on the safe side.
_CHECKED_BYTES = 24 * MIB


@routes.add(
    "GET",
    "/papers/export",
    "chat",
    "The caller's papers as records such as BibTeX, a formatted bibliography, or notes",
    query=PAPER_EXPORT,
    texts=PAPER_EXPORT_MEDIA_TYPES,
    problems=(422,),
)
def export_papers(call: Call, app: App) -> FileReply:
    export, style = _export(call, PAPER_EXPORTS), _style(call)
    wanted = call.paper_ids()
    if wanted == []:
        raise InvalidRequestError(
            "papers_missing", "papers names no paper", action="Leave it out to export all papers."
        )
    return _file(app.exports.export_papers().export(call.owner, wanted, export, style), export, "papers")


@routes.add(
    "GET",
    "/papers/{paper_id}/annotated",
    "chat",
    "A copy of the paper's PDF with one's own highlights and notes, and with what conversations quote",
    query=ANNOTATED,
    texts=PDF_MEDIA_TYPES,
    problems=(409, 422, 425),
)
def annotate_pdf(call: Call, app: App) -> FileReply:
    session, quotes = call.query.get("session"), call.flag("quotes", default=True)
    pieces = app.exports.annotate_pdf().annotate(
        call.owner, call.paper_id, SessionId(session) if session else None, quotes=quotes
    )
    return FileReply(pieces=pieces, content_type="application/pdf", headers=_attached("annotated.pdf"))


@routes.add(
    "POST",
    "/check/export",
    "chat",
    "A checked text as Markdown or HTML, or a copy of a paper's PDF in which what it quotes is highlighted",
    body_bytes=_CHECKED_BYTES,
    texts=("text/markdown", "text/html", "application/pdf"),
    problems=(*BODY_PROBLEMS, 409, 425),
)
def export_check(call: Call, body: ExportCheck, app: App) -> FileReply:
    checked = value_of(body.checked)
    if body.form == "pdf":
        if body.paper_id is None:
            raise InvalidRequestError("papers_missing", "the paper whose PDF is marked is not named")
        pieces = app.exports.annotate_pdf().checked(call.owner, PaperId(body.paper_id), checked)
        return FileReply(pieces=pieces, content_type="application/pdf", headers=_attached("annotated.pdf"))
    text = as_markdown(checked) if body.form == "md" else as_html(checked)
    kind = "text/markdown" if body.form == "md" else "text/html"
    headers = _attached(f"checked.{body.form}")
    return FileReply(pieces=iter([text.encode()]), content_type=f"{kind}; charset=utf-8", headers=headers)


def _attached(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@routes.add(
    "GET",
    "/chat/{session_id}/export",
    "chat",
    "A conversation with its quotes and a bibliography, as Markdown, HTML, Word or PDF",
    query=CONVERSATION_EXPORT,
    texts=CONVERSATION_EXPORT_MEDIA_TYPES,
    problems=(409, 422),
)
def export_conversation(call: Call, app: App) -> FileReply:
    export, style = _export(call, CONVERSATION_EXPORTS), _style(call)
    return _file(
        app.exports.export_conversation().export(call.owner, call.session_id, export, style), export, "conversation"
    )


def _export(call: Call, among: tuple[Export, ...]) -> Export:
    return require_export(call.query.get("format", among[0].name), among)


def _style(call: Call) -> str:
    return require_style(call.query.get("style", STYLE_NAMES[0])).name


def _file(pieces: Iterator[bytes], export: Export, name: str) -> FileReply:
    headers = {"Content-Disposition": f'attachment; filename="{name}{export.endings[0]}"'}
    return FileReply(pieces=pieces, content_type=export.content_type, headers=headers)
