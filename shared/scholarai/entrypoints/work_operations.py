"""Operations that find published works and add them, by what names them or from Zotero, and write back to Zotero."""

from __future__ import annotations

from scholarai.domain.limits import MIB
from scholarai.entrypoints.operations import BODY_PROBLEMS, Operation

# 5,000 entries with abstracts, quotes and line ends escaped.
_ENTRIES_BYTES = 16 * MIB

WORK_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/discover",
        "chat",
        "works:discover_works",
        "Published papers for a question or keywords, from the outside services that are switched on; it is sent to them",
        services=("discover",),
        query="work_schemas:DISCOVER",
        answer="work_schemas:DiscoveredWorks",
        problems=(409, 422),
        costs=True,
    ),
    Operation(
        "POST",
        "/works",
        "chat",
        "works:add_works",
        "Add published papers by DOI, arXiv id, PMID, PMCID, link or title; these are sent to outside services",
        services=("add_work",),
        body="work_schemas:WantedWorks",
        answer="work_schemas:AddedWorks",
        problems=BODY_PROBLEMS,
        costs=True,
    ),
    Operation(
        "POST",
        "/works/entries",
        "chat",
        "works:add_entries",
        "Add the entries of a BibTeX, RIS or CSL-JSON file, a bounded number a call; broken ones are told with their line",
        services=("import_entries",),
        body="work_schemas:WantedEntries",
        body_bytes=_ENTRIES_BYTES,
        answer="work_schemas:ImportedEntries",
        problems=BODY_PROBLEMS,
        costs=True,
    ),
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
