"""Operations that import from Zotero, and write back to it."""

from __future__ import annotations

from scholarai.entrypoints.operation import BODY_PROBLEMS, Operation

ZOTERO_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/zotero",
        "chat",
        "zotero:list_libraries",
        "The libraries and collections of Zotero",
        services=("import_from_zotero",),
        answer="zotero_schemas:ZoteroLibraries",
        problems=(409, 503),
        costs=True,
    ),
    Operation(
        "POST",
        "/zotero/imports",
        "chat",
        "zotero:import_collection",
        "Import what is new or changed in a collection of Zotero, a bounded time a call",
        services=("import_from_zotero",),
        body="zotero_schemas:WantedCollection",
        answer="zotero_schemas:ImportedCollection",
        problems=(404, 409, *BODY_PROBLEMS),
        costs=True,
    ),
    Operation(
        "POST",
        "/zotero/sends",
        "chat",
        "zotero:send_notes",
        "Write highlights, notes and verified quotes to Zotero, each once",
        services=("send_to_zotero",),
        body="zotero_schemas:WantedSend",
        answer="zotero_schemas:SentView",
        problems=(409, *BODY_PROBLEMS),
        costs=True,
    ),
)
