"""The model that an owner chose on the page, and the access to its provider's server."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from scholarai.domain.values import Value


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
