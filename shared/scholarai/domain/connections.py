"""What the owner of a machine chose on the page: the model that answers, Zotero, and services that know published works."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

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


class ServerAccess(Value, frozen=True, kw_only=True):
    """Where a provider's server is, empty for its usual address, and the key that it wants."""

    base_url: str = ""
    key: str = ""

    def __repr__(self) -> str:
        # Without the key: representations get into logs and tracebacks.
        return f"ServerAccess(base_url={self.base_url!r})"

    __str__ = __repr__


class ModelChoice(Value, frozen=True, kw_only=True):
    """A provider and its model; `servers` keeps the access of every provider that was ever chosen, by its name."""

    provider: str
    model: str
    servers: Mapping[str, ServerAccess] = field(default_factory=dict)

    @property
    def access(self) -> ServerAccess:
        return self.servers.get(self.provider, ServerAccess())
