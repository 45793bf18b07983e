"""Maps Zotero's collections to those of an owner."""

from __future__ import annotations

from collections.abc import Collection as Some
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from scholarai.domain.collections import NAME_CHARACTERS, Collection, Collections, changed, with_new
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.domain.marks import CollectionId
from scholarai.domain.values import Value
from scholarai.domain.zotero import ZoteroCollection, ZoteroKey, ZoteroLink, link_id
from scholarai.ports.clock import Clock
from scholarai.ports.notes import CollectionStore
from scholarai.ports.zotero import LinkStore


class FindHomes(Value, frozen=True, kw_only=True):
    links: LinkStore
    collections: CollectionStore
    clock: Clock

    def find(
        self, owner: OwnerId, library: str, tree: Sequence[ZoteroCollection], wanted: Some[ZoteroKey]
    ) -> Mapping[ZoteroKey, CollectionId]:
        """Return our collections for those wanted, made or renamed where needed.

        One of the same name at the same place is taken; one that its owner deleted here is not made again. What would be nested
        too deep, or be one too many, goes into the one that it is nested in.

        Raises:
            TransientError: If a store failed.
        """
        homes: dict[ZoteroKey, CollectionId] = {}
        for one in _parents_first(tree):
            if one.key in wanted:
                home = self._home(owner, library, one, homes.get(one.parent) if one.parent else None)
                if home is not None:
                    homes[one.key] = home
        return homes

    def _home(
        self, owner: OwnerId, library: str, one: ZoteroCollection, parent: CollectionId | None
    ) -> CollectionId | None:
        named = link_id(owner, library, one.key)
        link = self.links.get(named)
        name = " ".join(one.name.split())[:NAME_CHARACTERS].strip() or one.key
        known = self.collections.get(owner).by_id()
        if link is not None and link.ours:
            if link.ours not in known:
                return None
            if known[CollectionId(link.ours)].name != name and link.detail != name:
                self._renamed(owner, CollectionId(link.ours), name)
                self._keep(replace(link, detail=name))
            return CollectionId(link.ours)
        same = [each.id for each in known.values() if each.parent_id == parent and _same(each.name, name)]
        home = same[0] if same else self._made(owner, CollectionId(f"z{named[:31]}"), name, parent)
        now = self.clock.now()
        fresh = ZoteroLink(
            id=named, owner=owner, library=library, key=one.key, kind="collection", created_at=now, updated_at=now
        )
        self._keep(replace(link or fresh, ours=home or "", detail=name))
        return home

    def _made(self, owner: OwnerId, made: CollectionId, name: str, parent: CollectionId | None) -> CollectionId | None:
        def rule(tree: Collections) -> Collections:
            if made in tree.by_id():
                return tree
            return replace(
                with_new(tree, Collection(id=made, name=name, parent_id=parent)), updated_at=self.clock.now()
            )

        try:
            self.collections.change(owner, rule)
        except InvalidRequestError:
            return parent
        return made

    def _renamed(self, owner: OwnerId, home: CollectionId, name: str) -> None:
        """Follow a new name of Zotero's, where no other collection has it; `detail` of the link is the last one followed."""

        def rule(tree: Collections) -> Collections:
            try:
                return changed(tree, home, name=name, moved=False, parent_id=None)
            except InvalidRequestError:
                return tree

        self.collections.change(owner, rule)

    def _keep(self, link: ZoteroLink) -> None:
        self.links.change(link.id, lambda _: replace(link, updated_at=self.clock.now()))


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _parents_first(tree: Sequence[ZoteroCollection]) -> Sequence[ZoteroCollection]:
    """Return collections, each after the one that it is nested in; those in a cycle are left out."""
    children: dict[ZoteroKey | None, list[ZoteroCollection]] = {}
    known = {one.key for one in tree}
    for one in tree:
        children.setdefault(one.parent if one.parent in known else None, []).append(one)
    found: list[ZoteroCollection] = []
    waiting = list(children.get(None, []))
    while waiting:
        one = waiting.pop(0)
        found.append(one)
        waiting += children.get(one.key, [])
    return found
