"""Chooses the ids that an owner's items get in the target, and writes them into the copies.

The command line gives the same file the same id everywhere, and the copy of a data folder has all ids of the original. What is already
another user's in the target therefore gets an id of its own for each owner, derived from the owner, so that a second move finds it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from scholarai.domain.ids import OwnerId
from scholarai.domain.values import Value, from_plain, to_json, to_plain

V = TypeVar("V", bound=Value)

# The fields of papers, conversations, reviews, notes and links that hold an id of one of them.
_FIELDS = frozenset({
    "cited_by", "id", "into", "ours", "paper_id", "paper_ids", "papers", "same_as", "session_id", "supplement_of",
})  # fmt: skip


class Recipient(Value, frozen=True, kw_only=True):
    """The owner who gets the items; `ids` maps ids of the source to those that differ in the target."""

    owner: OwnerId
    ids: Mapping[str, str] = {}

    def id_of(self, source_id: str) -> str:
        return self.ids.get(source_id, source_id)

    def copy(self, value: V) -> V:
        """Return the value with the target's ids."""
        return from_plain(type(value), self._renamed(to_plain(value))) if self.ids else value

    def copy_json(self, text: str) -> str:
        """Return the JSON of a value with the target's ids."""
        return to_json(self._renamed(msgspec.json.decode(text))).decode() if self.ids else text

    def _renamed(self, plain: Any, field: str = "") -> Any:
        if isinstance(plain, dict):
            return {key: self._renamed(inner, key) for key, inner in plain.items()}
        if isinstance(plain, list):
            return [self._renamed(inner, field) for inner in plain]
        return self.id_of(plain) if field in _FIELDS and isinstance(plain, str) else plain


def choose_ids(
    moved: Iterable[str],
    there: frozenset[str],
    owner_of: Callable[[str], OwnerId | None],
    *,
    before: OwnerId,
    after: OwnerId,
) -> dict[str, str]:
    """Return the ids that differ in the target, by the id in the source.

    An item that an earlier move gave an id of its own goes back under the one that it came from.

    `moved` are ids in the source, `there` those that the new owner has in the target; `owner_of` tells whose an id is there, None
    if nobody's.
    """
    origins = {_own_id(before, id_): id_ for id_ in there}
    chosen: dict[str, str] = {}
    for id_ in moved:
        own = _own_id(after, id_)
        if id_ in there:
            continue
        if own in there or owner_of(id_) not in {None, after}:
            chosen[id_] = own
        elif id_ in origins:
            chosen[id_] = origins[id_]
    return chosen


def _own_id(owner: OwnerId, id_: str) -> str:
    """Return an id in the form of those that we give out (`domain/object_names.py`)."""
    return f"m{hashlib.sha256(f'{owner}/{id_}'.encode()).hexdigest()[:32]}"
