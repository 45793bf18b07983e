"""What is asked and answered about Zotero."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from scholarai.domain.ids import PaperId
from scholarai.domain.zotero import LinkKind, LinkState, ZoteroCollection
from scholarai.entrypoints.calls import View
from scholarai.services.zotero.items import TakenItem
from scholarai.services.zotero.placing import Placed
from scholarai.services.zotero.sending import SentToZotero

_PAPERS = 200
LIBRARY = r"^(users|groups)/[0-9]{1,12}$"


class CollectionOfZotero(ZoteroCollection, View, frozen=True, kw_only=True):
    """A collection with its count of items; `parent` is the key of the one that it is nested in."""


class LibraryOfZotero(Struct, frozen=True, kw_only=True):
    """A library with its count of items; `writable` tells whether notes can be sent to it."""

    path: str
    name: str
    writable: bool
    items: int | None
    collections: tuple[CollectionOfZotero, ...]


class ZoteroLibraries(Struct, frozen=True, kw_only=True):
    """One's own library, then those of groups."""

    libraries: tuple[LibraryOfZotero, ...]


class WantedCollection(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be imported."""

    library: Annotated[str, Meta(pattern=LIBRARY, description="The path of a library of `GET /zotero`.")]
    collection: Annotated[
        str | None, Meta(description="The key of a collection, imported with those nested in it; null: all.")
    ] = None


class TakenItemView(TakenItem, View, frozen=True, kw_only=True):
    """What became of an item, or of a further PDF of one: `supplement_of` is the paper that such a PDF is a supplement of.

    `added`: its file is being read; `record`: it has no PDF that can be had; `there`: the paper was there; `gone`: it was deleted
    here; `failed`: nothing came in, and the next import tries again; `left_out`: it is a file without an item, or a further PDF, that
    cannot be had or read. `code` and `detail` tell what went wrong.
    """


class ImportedCollection(Struct, frozen=True, kw_only=True):
    """What came in; `notes` counts highlights and notes by what became of them. With `more` the same call goes on."""

    items: tuple[TakenItemView, ...]
    notes: dict[Placed, int]
    more: bool


class WantedSend(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of which papers highlights, notes and quotes are written; null: all that came from Zotero."""

    paper_ids: Annotated[tuple[PaperId, ...], Meta(max_length=_PAPERS)] | None = None


class SentView(SentToZotero, View, frozen=True, kw_only=True):
    """How many items were created, how many were changed, and in how many both sides had changed.

    `refused` says why Zotero refuses items, `left_out` names papers of which Zotero has another PDF. With `more` the same call
    goes on.
    """


class ZoteroLinkView(View, frozen=True, kw_only=True):
    """What of Zotero belongs to what here: `ours` is the id of a paper, a note or a collection."""

    library: str
    key: str
    kind: LinkKind
    state: LinkState
    ours: str
    paper_id: PaperId | None
    version: int
    updated_at: datetime
