"""Zotero as a server of libraries, and the links between its objects and ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.notes import Colour
from scholarai.domain.values import Value
from scholarai.domain.zotero import (
    LinkId,
    LinkState,
    ZoteroAnnotation,
    ZoteroCollection,
    ZoteroItem,
    ZoteroKey,
    ZoteroLibrary,
    ZoteroLink,
)

# https://www.zotero.org/support/dev/web_api/v3/write_requests: objects in one request.
ITEMS_PER_REQUEST = 50

# `closed`: no Zotero answers there; `refused`: it lets no other program read; `old`: it cannot be read by others;
# `busy`: it fails, as while its database is locked.
ProgramState = Literal["ready", "closed", "refused", "old", "busy"]

LinkRule: TypeAlias = Callable[[ZoteroLink | None], ZoteroLink | None]
"""Takes the stored link (None: unknown) and returns it as it must be (None: it goes). Pure: it may run several times."""
# `written`: it is there now; `conflict`: it is there in another version than was said; `missing`: it or its parent is not there;
# `refused`: it can never be written like this; `later`: the server failed.
WriteResult = Literal["written", "conflict", "missing", "refused", "later"]


class FoundProgram(Value, frozen=True, kw_only=True):
    """The Zotero on this machine; `server_id` names its library's database, empty where it cannot be written to."""

    state: ProgramState
    version: str = ""
    server_id: str = ""


class Versions(Value, frozen=True, kw_only=True):
    """The versions of items by their keys, and that of the library when they were read."""

    items: Mapping[ZoteroKey, int]
    library: int


class Written(Value, frozen=True, kw_only=True):
    """What became of an item that was sent; `version` is that of a written one."""

    result: WriteResult
    version: int = 0
    detail: str = ""


class Outgoing(Value, frozen=True, kw_only=True):
    """A highlight or a note to be written; version 0: a new one, else one of this version, whose fields that are None stay.

    `place` is where a new annotation stands, `address` the place in our page, which its comment ends with.
    """

    key: ZoteroKey
    kind: Literal["annotation", "note"]
    version: int = 0
    parent: ZoteroKey | None = None
    place: ZoteroAnnotation | None = None
    text: str | None = None
    colour: Colour | None = None
    address: str = ""


class ZoteroServer(Protocol):
    """Zotero, the program or the service.

    Every method raises TransientError when it is busy, down or answers with something else than it should, and ConflictError when
    it refuses the key or the access.
    """

    @property
    def files_are_local(self) -> bool:
        """Whether the server is the Zotero program on this machine."""
        ...

    def libraries(self) -> Sequence[ZoteroLibrary]:
        """Return the person's own library, then the groups'."""
        ...

    def collections(self, library: str) -> Sequence[ZoteroCollection]:
        """Return all collections of a library.

        Raises:
            NotFoundError: If there is no such library.
        """
        ...

    def numbering(self) -> str | None:
        """Return what numbers its versions; numbers of two numberings cannot be compared.

        Empty: the service, whose numbers its program had before version 10. None: such a program, which does not number what was
        not synced yet, so that only a list of everything has it.
        """
        ...

    def versions(
        self, library: str, *, since: int = 0, collection: ZoteroKey | None = None, types: Sequence[str] = ()
    ) -> Versions:
        """Return the items that changed after a version of the library.

        Args:
            library: Which.
            since: 0: all.
            collection: Top-level items of this collection alone.
            types: Items of these types, of any level; empty: top-level ones of all types.

        Raises:
            NotFoundError: If there is no such library or collection.
        """
        ...

    def items(self, library: str, keys: Sequence[ZoteroKey]) -> Sequence[ZoteroItem]:
        """Return at most ITEMS_PER_REQUEST items by their keys; those that are not there are left out."""
        ...

    def children(self, library: str, key: ZoteroKey) -> Sequence[ZoteroItem]:
        """Return the attachments and notes of an item, or the annotations of an attachment."""
        ...

    def download(self, library: str, key: ZoteroKey, target: Path, *, max_bytes: int) -> int:
        """Write the PDF of an attachment to a file and return its size.

        Raises:
            NotFoundError: If it is not stored there.
            PaperFaultError: If it is no PDF, or too large.
        """
        ...

    def write(self, library: str, items: Sequence[Outgoing], token: str | None = None) -> Sequence[Written]:
        """Write at most ITEMS_PER_REQUEST items in one request and return what became of each, in their order.

        Args:
            library: Which.
            items: All new, or all changed.
            token: Names a request that creates; where one of this name succeeded before, nothing is done, and all are `conflict`.
        """
        ...


class LinkPage(Value, frozen=True, kw_only=True):
    """One page of a list; `next_cursor` is None on the last one."""

    links: tuple[ZoteroLink, ...]
    next_cursor: str | None


class LinkStore(Protocol):
    """Links of owners, each changed by one transaction at a time.

    Every method raises TransientError when the store cannot be reached or contention outlasts its retries.
    """

    def get(self, link_id: LinkId) -> ZoteroLink | None:
        """Return the link, or None when it is unknown."""
        ...

    def change(self, link_id: LinkId, rule: LinkRule) -> ZoteroLink | None:
        """Apply `rule` in one transaction and return what is stored then (None: nothing)."""
        ...

    def list(
        self,
        owner: OwnerId,
        *,
        state: LinkState | None = None,
        paper_id: PaperId | None = None,
        limit: int,
        cursor: str | None = None,
    ) -> LinkPage:
        """Return the owner's links, latest `created_at` first, ties by id downwards, of a state or about a paper.

        Raises:
            InvalidRequestError: If the cursor is not one that this method gave.
        """
        ...
