"""Operations that find and add published works."""

from __future__ import annotations

from scholarai.bootstrap import App
from scholarai.domain.limits import MIB
from scholarai.entrypoints.calls import Call, JsonReply
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.entrypoints.work_schemas import (
    DISCOVER,
    AddedWorks,
    AddedWorkView,
    DiscoveredWorks,
    ImportedEntries,
    WantedEntries,
    WantedWorks,
)

routes = Routes()

# 5,000 entries with abstracts, quotes and line ends escaped.
_ENTRIES_BYTES = 16 * MIB


@routes.add(
    "GET",
    "/discover",
    "chat",
    "Published papers for a question or keywords, from the outside services that are switched on; it is sent to them",
    query=DISCOVER,
    problems=(409, 422),
    costs=True,
)
def discover_works(call: Call, app: App) -> JsonReply[DiscoveredWorks]:
    limit, _ = call.page()
    return JsonReply(
        value=DiscoveredWorks.of(app.literature.discover().search(call.owner, call.query.get("q", ""), limit=limit))
    )


@routes.add(
    "POST",
    "/works",
    "chat",
    "Add published papers by DOI, arXiv id, PMID, PMCID, link or title; these are sent to outside services",
    problems=BODY_PROBLEMS,
    costs=True,
    repeatable=True,
)
def add_works(call: Call, body: WantedWorks, app: App) -> JsonReply[AddedWorks]:
    added = (
        app.literature.add_work().asked_for(call.owner, wanted, fetch=body.fetch)
        for wanted in dict.fromkeys(body.works)
    )
    return JsonReply(value=AddedWorks(works=tuple(map(AddedWorkView.of, added))))


@routes.add(
    "POST",
    "/works/entries",
    "chat",
    "Add the entries of a BibTeX, RIS or CSL-JSON file, a bounded number a call; broken ones are told with their line",
    body_bytes=_ENTRIES_BYTES,
    problems=BODY_PROBLEMS,
    costs=True,
    repeatable=True,
)
def add_entries(call: Call, body: WantedEntries, app: App) -> JsonReply[ImportedEntries]:
    done = app.literature.import_entries().import_file(
        call.owner, body.text.encode(), body.format, start=body.start, fetch=body.fetch
    )
    view = ImportedEntries(works=tuple(map(AddedWorkView.of, done.works)), total=done.total, next_start=done.next_start)
    return JsonReply(value=view)
