"""Operations that let papers and conversations out as files."""

from __future__ import annotations

from scholarai.entrypoints.operation import Operation

EXPORT_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/papers/export",
        "chat",
        "exports:export_papers",
        "One's papers as BibTeX, RIS, CSL-JSON, a formatted bibliography or a folder of notes",
        services=("export_papers",),
        query="queries:PAPER_EXPORT",
        texts="queries:PAPER_EXPORT_MEDIA_TYPES",
        problems=(422,),
    ),
    Operation(
        "GET",
        "/papers/{paper_id}/annotated",
        "chat",
        "exports:annotate_pdf",
        "A copy of the paper's PDF in which what conversations quote is highlighted",
        services=("annotate_pdf",),
        query="queries:ANNOTATED",
        texts="queries:PDF_MEDIA_TYPES",
        problems=(409, 422, 425),
    ),
    Operation(
        "GET",
        "/chat/{session_id}/export",
        "chat",
        "exports:export_conversation",
        "A conversation with its quotes and a bibliography, as Markdown, HTML or Word",
        services=("export_conversation",),
        query="queries:CONVERSATION_EXPORT",
        texts="queries:CONVERSATION_EXPORT_MEDIA_TYPES",
        problems=(422,),
    ),
)
