"""Operations on Zotero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.zotero import ZoteroKey, is_key
from scholarai.entrypoints.calls import Call, JsonReply, Reply

if TYPE_CHECKING:
    from scholarai.services.zotero.importing import ImportFromZotero
    from scholarai.services.zotero.sending import SendToZotero


def list_libraries(_: Call, zotero: ImportFromZotero) -> Reply:
    from scholarai.entrypoints.zotero_schemas import CollectionOfZotero, LibraryOfZotero, ZoteroLibraries

    found = [
        LibraryOfZotero(
            path=one.path,
            name=one.name,
            writable=one.writable,
            collections=tuple(map(CollectionOfZotero.of, zotero.collections(one.path))),
        )
        for one in zotero.libraries()
    ]
    return JsonReply(value=ZoteroLibraries(libraries=tuple(found)))


def import_collection(call: Call, zotero: ImportFromZotero) -> Reply:
    from scholarai.entrypoints.zotero_schemas import ImportedCollection, TakenItemView, WantedCollection

    body = call.parse(WantedCollection)
    if body.collection is not None and not is_key(body.collection):
        raise InvalidRequestError("collection_invalid", "a collection of Zotero has a key of eight letters and digits")
    done = zotero.run(call.owner, body.library, None if body.collection is None else ZoteroKey(body.collection))
    view = ImportedCollection(items=tuple(map(TakenItemView.of, done.items)), notes=dict(done.notes), more=done.more)
    return JsonReply(value=view)


def send_notes(call: Call, zotero: SendToZotero) -> Reply:
    from scholarai.entrypoints.zotero_schemas import SentView, WantedSend

    return JsonReply(value=SentView.of(zotero.run(call.owner, call.parse(WantedSend).paper_ids)))
