"""Operations on Zotero."""

from __future__ import annotations

from scholarai.bootstrap import App
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.zotero import ZoteroKey, is_key
from scholarai.entrypoints.calls import Call, JsonReply
from scholarai.entrypoints.operations import BODY_PROBLEMS, Routes
from scholarai.entrypoints.zotero_schemas import (
    CollectionOfZotero,
    ImportedCollection,
    LibraryOfZotero,
    SentView,
    TakenItemView,
    WantedCollection,
    WantedSend,
    ZoteroLibraries,
)

routes = Routes()


@routes.add("GET", "/zotero", "chat", "The libraries and collections of Zotero", problems=(409, 503), costs=True)
def list_libraries(_: Call, app: App) -> JsonReply[ZoteroLibraries]:
    found = [
        LibraryOfZotero(
            path=library.path,
            name=library.name,
            writable=library.writable,
            items=library.items,
            collections=tuple(map(CollectionOfZotero.of, app.zotero.import_from_zotero().collections(library.path))),
        )
        for library in app.zotero.import_from_zotero().libraries()
    ]
    return JsonReply(value=ZoteroLibraries(libraries=tuple(found)))


@routes.add(
    "POST",
    "/zotero/imports",
    "chat",
    "Import what is new or changed in a collection of Zotero, a bounded time a call",
    problems=(404, 409, *BODY_PROBLEMS),
    costs=True,
    repeatable=True,
)
def import_collection(call: Call, body: WantedCollection, app: App) -> JsonReply[ImportedCollection]:
    if body.collection is not None and not is_key(body.collection):
        raise InvalidRequestError("collection_invalid", "a collection of Zotero has a key of eight letters and digits")
    done = app.zotero.import_from_zotero().import_new(
        call.owner, body.library, None if body.collection is None else ZoteroKey(body.collection)
    )
    view = ImportedCollection(items=tuple(map(TakenItemView.of, done.items)), notes=dict(done.notes), more=done.more)
    return JsonReply(value=view)


@routes.add(
    "POST",
    "/zotero/sends",
    "chat",
    "Write highlights, notes and verified quotes to Zotero, each once",
    problems=(409, *BODY_PROBLEMS),
    costs=True,
    repeatable=True,
)
def send_notes(call: Call, body: WantedSend, app: App) -> JsonReply[SentView]:
    return JsonReply(value=SentView.of(app.zotero.send_to_zotero().send(call.owner, body.paper_ids)))
