"""Requests with an `Idempotency-Key`: a repeated one finds what the first one made, by an id that is derived from the key."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import Protocol, Self, TypeVar

from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.domain.values import Value, to_json


class Made(Protocol):
    """What a request makes; `request_digest` is None where the request came without a key."""

    @property
    def request_digest(self) -> str | None: ...


MadeT = TypeVar("MadeT", bound=Made)


class Repeatable(Value, frozen=True, kw_only=True):
    """A request with an `Idempotency-Key`, which counts per owner and operation, on the UTC day of the first call and the day after.

    The ids are known before anything is stored, so that the transaction that stores a thing also decides which of two calls makes it,
    and no key has to be stored, searched for or forgotten.

    Attributes:
        kind: Which operation it is; the same key of another operation is another key.
        digest: Of all that is asked for.
    """

    owner: OwnerId
    kind: str
    key: str
    digest: str

    @classmethod
    def of(cls, owner: OwnerId, kind: str, key: str | None, *asked: object) -> Self | None:
        """Return the request, or None if it has no key; `asked` are JSON values that say what is asked for."""
        if key is None:
            return None
        return cls(owner=owner, kind=kind, key=key, digest=hashlib.blake2b(to_json(asked), digest_size=16).hexdigest())

    def ids(self, now: datetime) -> tuple[str, ...]:
        """Return the ids of what the request may have made, and last that of what it makes now: 32 hexadecimal digits each.

        It may have been made yesterday, or tomorrow: before the clock was set back by less than a day.
        """
        return tuple(self._id(now.toordinal() + days) for days in (-1, 1, 0))

    def find(self, get: Callable[[str], MadeT | None], now: datetime) -> MadeT | None:
        """Return what the request made before; `get` returns what has an id.

        Raises:
            InvalidRequestError: If another request had this key.
        """
        found = next((there for one in self.ids(now) if (there := get(one)) is not None), None)
        return None if found is None else self.require_same(found)

    def require_same(self, made: MadeT) -> MadeT:
        """Return what was made with this key.

        Raises:
            InvalidRequestError: If another request made it.
        """
        if made.request_digest != self.digest:
            raise key_reused()
        return made

    def _id(self, day: int) -> str:
        seed = to_json((self.owner, self.kind, self.key, day))
        return hashlib.blake2b(seed, digest_size=16).hexdigest()


def key_reused() -> InvalidRequestError:
    return InvalidRequestError(
        "idempotency_key_reused",
        "this Idempotency-Key came with another request before",
        action="Send a key of its own with each request.",
    )
