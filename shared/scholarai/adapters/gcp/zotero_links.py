"""Links to Zotero in Firestore."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import read_document
from scholarai.adapters.gcp.changes import Change, change_document
from scholarai.adapters.gcp.documents import can_be_id
from scholarai.adapters.gcp.pages import read_page
from scholarai.adapters.odd_documents import link_from_json
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.values import to_json
from scholarai.domain.zotero import LinkId, LinkState, ZoteroLink
from scholarai.ports.zotero import LinkPage, LinkRule

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client

    from scholarai.adapters.gcp.calls import StoredDocument

LINKS = "zotero_links"


@dataclass(frozen=True, slots=True)
class FirestoreLinkStore:
    """Implements `ports.zotero.LinkStore` with documents `zotero_links/{link_id}`, whose JSON is not indexed."""

    client: Callable[[], Client]

    def get(self, link_id: LinkId) -> ZoteroLink | None:
        if not can_be_id(link_id):
            return None
        return _link(read_document(self.client().collection(LINKS).document(link_id)))

    def change(self, link_id: LinkId, rule: LinkRule) -> ZoteroLink | None:
        if not can_be_id(link_id):
            if rule(None) is not None:
                raise InvalidRequestError("bad_link_id", "no link can have an id of this form")
            return None
        client = self.client()

        def decide(stored: StoredDocument) -> Change[ZoteroLink | None]:
            link = rule(_link(stored))
            return Change(result=link, fields=None if link is None else _fields(link))

        return change_document(client, client.collection(LINKS).document(link_id), decide)

    def list(
        self,
        owner: OwnerId,
        *,
        state: LinkState | None = None,
        paper_id: PaperId | None = None,
        limit: int,
        cursor: str | None = None,
    ) -> LinkPage:
        query: Any = self.client().collection(LINKS).where(filter=FieldFilter("owner", "==", owner))
        if state is not None:
            query = query.where(filter=FieldFilter("state", "==", state))
        if paper_id is not None:
            query = query.where(filter=FieldFilter("paper_id", "==", paper_id))
        page = read_page(query, "created_at", limit=limit, cursor=cursor)
        return LinkPage(
            links=tuple(link for item in page.documents if (link := _link(item)) is not None),
            next_cursor=page.next_cursor,
        )


def _fields(link: ZoteroLink) -> dict[str, Any]:
    return {
        "owner": link.owner,
        "created_at": link.created_at,
        "state": link.state,
        "paper_id": link.paper_id,
        "json": to_json(link).decode(),
    }


def _link(stored: StoredDocument) -> ZoteroLink | None:
    if not stored.exists:
        return None
    fields = stored.to_dict() or {}
    return link_from_json(str(fields.get("json", "")), LinkId(stored.id), OwnerId(str(fields.get("owner", ""))))
