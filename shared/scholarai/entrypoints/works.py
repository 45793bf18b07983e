"""Operations that find and add published works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.entrypoints.calls import Call, JsonReply, Reply

if TYPE_CHECKING:
    from scholarai.services.literature.adding import AddWork
    from scholarai.services.literature.discovering import Discover
    from scholarai.services.literature.importing import ImportEntries


def discover_works(call: Call, discover: Discover) -> Reply:
    from scholarai.entrypoints.work_schemas import DiscoveredWorks

    limit, _ = call.page()
    return JsonReply(value=DiscoveredWorks.of(discover.run(call.owner, call.query.get("q", ""), limit=limit)))


def add_works(call: Call, add: AddWork) -> Reply:
    from scholarai.entrypoints.work_schemas import AddedWorks, AddedWorkView, WantedWorks

    body = call.parse(WantedWorks)
    added = (add.asked_for(call.owner, wanted, fetch=body.fetch) for wanted in dict.fromkeys(body.works))
    return JsonReply(value=AddedWorks(works=tuple(map(AddedWorkView.of, added))))


def add_entries(call: Call, entries: ImportEntries) -> Reply:
    from scholarai.entrypoints.work_schemas import AddedWorkView, ImportedEntries, WantedEntries

    body = call.parse(WantedEntries)
    done = entries.run(call.owner, body.text.encode(), body.format, start=body.start, fetch=body.fetch)
    view = ImportedEntries(works=tuple(map(AddedWorkView.of, done.works)), total=done.total, next_start=done.next_start)
    return JsonReply(value=view)
