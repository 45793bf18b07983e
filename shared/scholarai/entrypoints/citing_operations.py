"""Operations on bibliographies: what papers cite, what cites them, and what a library lacks."""

from __future__ import annotations

from scholarai.entrypoints.operation import Operation

CITING_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/papers/{paper_id}/references",
        "chat",
        "citing:list_references",
        "The bibliography of a paper: where each entry is cited, and which paper of the library it is",
        services=("list_references",),
        answer="citing_schemas:ReferenceList",
        problems=(409, 425),
    ),
    Operation(
        "GET",
        "/papers/{paper_id}/references/{number}/passage",
        "chat",
        "citing:find_cited_passage",
        "What a cited paper of the library says about a sentence that cites it; references are numbered from 1",
        services=("find_cited_passage",),
        query="citing_schemas:MENTION",
        answer="citing_schemas:CitedPassageView",
        problems=(409, 422, 425),
    ),
    Operation(
        "GET",
        "/papers/{paper_id}/related",
        "chat",
        "citing:get_related",
        "Papers of the library that are the same publication, that are versions of it, and that cite it",
        services=("find_related",),
        answer="citing_schemas:RelatedView",
    ),
    Operation(
        "GET",
        "/library/missing",
        "chat",
        "citing:list_missing",
        "Publications that papers of the library cite and that are not there, those cited by most papers first",
        services=("list_missing",),
        query="citing_schemas:LIMIT",
        answer="citing_schemas:MissingList",
        problems=(422,),
    ),
)
