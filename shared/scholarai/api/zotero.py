"""What a library on this machine has to do with Zotero."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scholarai.api.adding_works import keeping
from scholarai.bootstrap import App
from scholarai.domain.ids import OwnerId
from scholarai.domain.paper import Paper
from scholarai.domain.zotero import ZoteroCollection, ZoteroKey, ZoteroLibrary
from scholarai.services.zotero.importing import ImportedFromZotero
from scholarai.services.zotero.sending import SentToZotero

# Calls of one job, of twenty seconds each; a guess far above what a library needs.
_CALLS = 10_000


class ZoteroThings:
    """Imports from Zotero and writes back; `Library.zotero` is one. All methods raise what docs/zotero.md says."""

    def __init__(self, app: App, owner: OwnerId) -> None:
        self._app = app
        self._owner = owner

    def libraries(self) -> Sequence[ZoteroLibrary]:
        """Return the user's libraries in Zotero, the personal one first."""
        return self._app.zotero.to_read().libraries()

    def collections(self, library: str) -> Sequence[ZoteroCollection]:
        """Return the collections of a library by its path, such as `users/475425`."""
        return self._app.zotero.to_read().collections(library)

    def bring(
        self,
        library: str,
        collection: ZoteroKey | None = None,
        *,
        on_part: Callable[[ImportedFromZotero], None] | None = None,
    ) -> None:
        """Take in what is new or changed in a collection and those nested in it, or in a library.

        Args:
            library: Its path.
            collection: Its key; None: the whole library.
            on_part: Told what came in, some seconds' worth at a time.

        Raises:
            TransientError: If Zotero does not answer; call it again.
            ConflictError: If no Zotero is set, or it refuses the access.
            NotFoundError: If there is no such library or collection.
        """
        service = self._app.zotero.import_from_zotero(keeping(self._app, self._owner))
        for _ in range(_CALLS):
            part = service.import_new(self._owner, library, collection)
            if on_part is not None:
                on_part(part)
            if not part.more:
                return

    def send(self, papers: Sequence[Paper] | None = None) -> SentToZotero:
        """Write highlights, notes and verified quotes of papers that came from Zotero (None: all of them) back to it.

        Raises:
            TransientError: If Zotero does not answer; call it again.
            ConflictError: If no key is set, or it may not write.
        """
        wanted = None if papers is None else [paper.id for paper in papers]
        return self._app.zotero.send_to_zotero().send(self._owner, wanted)
