"""Builds the services that import from Zotero and write to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.adding import Adding
from scholarai.bootstrap.once import once

if TYPE_CHECKING:
    from scholarai.adapters.zotero.client import Send
    from scholarai.config import Settings
    from scholarai.ports.zotero import LinkStore, ZoteroServer
    from scholarai.services.literature.keeping import KeepFile
    from scholarai.services.one_at_a_time import OneAtATime
    from scholarai.services.zotero.importing import ImportFromZotero
    from scholarai.services.zotero.placing import PlaceNotes
    from scholarai.services.zotero.sending import SendToZotero


# How long a call waits for another one; each works for 20 s at most. A guess: a page's reader waits so long without a word.
_ZOTERO_WAIT_S = 10.0


class Zotero(Adding):
    """The services of Zotero. Its key and its program belong to one person, so they need a system with one user."""

    def import_from_zotero(self, keep: KeepFile | None = None) -> ImportFromZotero:
        """Return what imports; `keep` takes files in, None: as uploads.

        Raises:
            ConflictError: If no Zotero is set.
        """
        from scholarai.adapters.system import SystemClock
        from scholarai.services.zotero.homes import FindHomes
        from scholarai.services.zotero.importing import ImportFromZotero
        from scholarai.services.zotero.items import TakeItem

        links, server = self.backend().zotero_links, self.zotero_to_read()
        return ImportFromZotero(
            server=server,
            links=links,
            take=TakeItem(
                server=server,
                links=links,
                add=self.add_work(),
                keep=keep or self._as_upload(),
                papers=self.backend().papers,
                mark=self.mark_papers(),
                temporary_directories=self.backend().temporary_directories,
                clock=SystemClock(),
                max_bytes=self.settings().max_upload_bytes,
            ),
            place=self._place_notes(),
            homes=FindHomes(links=links, collections=self.backend().collections, clock=SystemClock()),
            clock=SystemClock(),
            alone=self.one_at_zotero(),
            writes_elsewhere=self._writes_elsewhere(),
        )

    def send_to_zotero(self) -> SendToZotero:
        """Return what writes back.

        Raises:
            ConflictError: If no key is set.
        """
        from scholarai.adapters.system import RandomIds, SystemClock
        from scholarai.services.zotero.drafts import MakeDrafts
        from scholarai.services.zotero.sending import SendToZotero

        return SendToZotero(
            server=self.zotero_to_write(),
            links=self.backend().zotero_links,
            notes=self.read_notes(),
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            place=self._place_notes(),
            drafts=MakeDrafts(clock=SystemClock(), public_url=self.settings().public_url),
            clock=SystemClock(),
            ids=RandomIds(),
            alone=self.one_at_zotero(),
        )

    def one_at_zotero(self) -> OneAtATime:
        """Return what lets imports and sends of this machine take turns: the page, and commands beside it, use one Zotero."""
        from scholarai.adapters.system import RandomIds, SystemClock
        from scholarai.domain.errors import TransientError
        from scholarai.services.one_at_a_time import OneAtATime

        return OneAtATime(
            leases=self.backend().leases,
            clock=SystemClock(),
            ids=RandomIds(),
            name="zotero",
            busy=lambda: TransientError(
                "zotero_busy",
                "another import from Zotero, or another send, is under way",
                action="Try again when it is done.",
                retry_after_s=_ZOTERO_WAIT_S,
            ),
            wait_s=_ZOTERO_WAIT_S,
        )

    def zotero_links(self) -> LinkStore:
        """Return what binds things of Zotero to things here."""
        return self.backend().zotero_links

    def zotero_to_read(self) -> ZoteroServer:
        """Return the program on this machine if that is set, else the service."""
        return self._zotero_program() if self._require_one_user().zotero_url else self.zotero_to_write()

    @once
    def zotero_to_write(self) -> ZoteroServer:
        """Return the service."""
        from scholarai.adapters.literature.gate import Gate
        from scholarai.adapters.zotero.client import WEB_LIMITS, WEB_URL, ZoteroClient
        from scholarai.adapters.zotero.server import ZoteroApi
        from scholarai.domain.errors import ConflictError

        key = self._zotero_key()
        if not key:
            raise ConflictError(
                "zotero_not_set",
                "no Zotero is set",
                action="Set SCHOLARAI_ZOTERO_KEY or SCHOLARAI_ZOTERO_KEY_FILE, or for importing alone SCHOLARAI_ZOTERO_URL (docs/zotero.md).",
            )
        client = ZoteroClient(base_url=WEB_URL, key=key, gate=Gate("Zotero", WEB_LIMITS), send=self.zotero_transport())
        return ZoteroApi(client=client, files=self.open_files())

    def zotero_transport(self) -> Send:
        """Return what sends requests to Zotero."""
        from scholarai.adapters.zotero.client import over_http

        return over_http

    @once
    def _zotero_program(self) -> ZoteroServer:
        from scholarai.adapters.literature.gate import Gate
        from scholarai.adapters.zotero.client import LOCAL_LIMITS, ZoteroClient
        from scholarai.adapters.zotero.server import ZoteroApi

        client = ZoteroClient(
            base_url=f"{self.settings().zotero_url}/api",
            gate=Gate("Zotero", LOCAL_LIMITS),
            send=self.zotero_transport(),
        )
        return ZoteroApi(client=client, files=self.open_files(), files_are_local=True)

    def _writes_elsewhere(self) -> bool:
        settings = self.settings()
        return bool(settings.zotero_url and (settings.zotero_key or settings.zotero_key_file))

    def _zotero_key(self) -> str:
        """Return the key, empty where none is set.

        Raises:
            ConflictError: If its file cannot be read, or somebody else could use it.
        """
        settings = self._require_one_user()
        if settings.zotero_key or not settings.zotero_key_file:
            return settings.zotero_key
        from pathlib import Path

        from scholarai.adapters.zotero.key_file import read_key

        return read_key(Path(settings.zotero_key_file))

    def _place_notes(self) -> PlaceNotes:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.zotero.placing import PlaceNotes

        return PlaceNotes(
            links=self.backend().zotero_links,
            notes=self.backend().notes,
            papers=self.backend().papers,
            keep=self.keep_notes(),
            open_papers=self.open_papers,
            clock=SystemClock(),
        )

    def _require_one_user(self) -> Settings:
        settings = self.settings()
        if settings.backend != "embedded" or settings.identity != "local":
            from scholarai.domain.errors import ConflictError

            raise ConflictError(
                "zotero_elsewhere",
                "Zotero can be reached where one person uses this program on a machine of their own",
                action="Use `scholarai zotero`, then `scholarai move`.",
            )
        return settings
