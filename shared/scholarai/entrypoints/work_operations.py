"""Operations that find published works, and add them by what names them."""

from __future__ import annotations

from scholarai.domain.limits import MIB
from scholarai.entrypoints.operation import BODY_PROBLEMS, Operation

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
)
