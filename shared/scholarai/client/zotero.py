"""Calls about Zotero."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scholarai.client.models import ImportedCollection, SentView, ZoteroLibraries
from scholarai.client.transport import Transport


class ZoteroCalls:
    """The calls; every method raises ApiError like those of `Client`."""

    _transport: Transport

    def zotero_libraries(self) -> ZoteroLibraries:
        """Return the libraries of the server's Zotero with their collections."""
        return ZoteroLibraries.model_validate_json(self._transport.call("GET", "/zotero"))

    def import_from_zotero(self, library: str, collection: str | None = None) -> Iterator[ImportedCollection]:
        """Import what is new or changed in a collection (None: the whole library), and yield what came in part by part."""
        while True:
            body = {"library": library, "collection": collection}
            part = ImportedCollection.model_validate_json(self._transport.call("POST", "/zotero/imports", body))
            yield part
            if not part.more:
                return

    def send_to_zotero(self, paper_ids: Sequence[str] | None = None) -> SentView:
        """Write highlights, notes and verified quotes of papers (None: of all that came from Zotero) to it; with `more` call again."""
        body = {"paper_ids": None if paper_ids is None else list(paper_ids)}
        return SentView.model_validate_json(self._transport.call("POST", "/zotero/sends", body))
