"""What the owner of a machine connected on the page: Zotero, and services that know published works."""

from __future__ import annotations

from scholarai.domain.values import Value
from scholarai.domain.zotero import ZoteroKey


class Watched(Value, frozen=True, kw_only=True):
    """The part of Zotero that is imported automatically: a collection with those nested in it, or a whole library."""

    library: str
    collection: ZoteroKey | None = None


class Grant(Value, frozen=True, kw_only=True):
    """The key for writing to the Zotero program, and the id of the library that it is valid for."""

    key: str
    server_id: str

    def __repr__(self) -> str:
        # Without the key: representations get into logs and tracebacks.
        return f"Grant(server_id={self.server_id!r})"

    __str__ = __repr__


class Connections(Value, frozen=True, kw_only=True):
    """What was switched on; `zotero_key` is that of zotero.org."""

    looks_up: bool = False
    zotero_program: bool = False
    zotero_key: str = ""
    grant: Grant | None = None
    watched: Watched | None = None

    def __repr__(self) -> str:
        return f"Connections(looks_up={self.looks_up}, zotero_program={self.zotero_program}, watched={self.watched})"

    __str__ = __repr__
