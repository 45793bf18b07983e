"""Makes the services that read from Zotero and write to it."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from scholarai.adapters.embedded.choices import connections_in
from scholarai.adapters.literature.rate_limiter import Gate
from scholarai.adapters.zotero.client import LOCAL_LIMITS, WEB_LIMITS, WEB_URL, Send, ZoteroClient, read_key
from scholarai.adapters.zotero.client import over_http as zotero_over_http
from scholarai.adapters.zotero.program import ask_to_write, find_program
from scholarai.adapters.zotero.server import ZoteroApi
from scholarai.bootstrap.library import LibraryServices
from scholarai.bootstrap.literature import LiteratureServices
from scholarai.bootstrap.once import once
from scholarai.bootstrap.passages import PassageServices
from scholarai.bootstrap.system import System
from scholarai.config import Settings
from scholarai.config.connections import KEY, LOOKS_UP, PROGRAM, ZOTERO_URL, set_by
from scholarai.domain.connections import Connections, Grant, Watched
from scholarai.domain.errors import ConflictError, TransientError
from scholarai.domain.ids import OwnerId
from scholarai.ports.zotero import LinkStore, ZoteroServer
from scholarai.services.connections import ChangeConnections
from scholarai.services.leases import ExclusiveLease
from scholarai.services.literature.open_files import KeepFile
from scholarai.services.zotero.collections import FindHomes
from scholarai.services.zotero.drafts import MakeDrafts
from scholarai.services.zotero.importing import ImportFromZotero, WatchZotero
from scholarai.services.zotero.items import TakeItem
from scholarai.services.zotero.placing import PlaceNotes
from scholarai.services.zotero.sending import SendToZotero

# How long a call waits for another one; each works for 20 s at most. A guess: a page's reader waits so long without a word.
_WAIT_S = 10.0


@dataclass(eq=False)
class ZoteroServices:
    """The services of Zotero."""

    system: System
    passages: PassageServices
    library: LibraryServices
    literature: LiteratureServices

    def import_from_zotero(self, keep: KeepFile | None = None) -> ImportFromZotero:
        """Return what imports; `keep` takes files in, None: as uploads.

        Raises:
            ConflictError: If no Zotero is set.
        """
        links, server = self.system.backend().zotero_links, self.to_read()
        return ImportFromZotero(
            server=server,
            links=links,
            take=TakeItem(
                server=server,
                links=links,
                add=self.literature.add_work(),
                keep=keep or self.literature.as_upload(),
                papers=self.system.backend().papers,
                mark=self.library.mark_papers(),
                supplements=self.library.papers.mark_supplement(),
                temporary_directories=self.system.backend().temporary_directories,
                clock=self.system.clock,
                max_bytes=self.system.settings().max_upload_bytes,
            ),
            place=self._place_notes(),
            homes=FindHomes(links=links, collections=self.system.backend().collections, clock=self.system.clock),
            clock=self.system.clock,
            lease=self.lease(),
            writes_elsewhere=self._writes_elsewhere(),
        )

    def send_to_zotero(self) -> SendToZotero:
        """Return what writes back.

        Raises:
            ConflictError: If no key is set.
        """
        return SendToZotero(
            server=self.to_write(),
            links=self.system.backend().zotero_links,
            notes=self.library.read_notes(),
            papers=self.system.backend().papers,
            sessions=self.system.backend().sessions,
            place=self._place_notes(),
            drafts=MakeDrafts(clock=self.system.clock, public_url=self.system.settings().public_url),
            clock=self.system.clock,
            ids=self.system.ids,
            lease=self.lease(),
        )

    def _place_notes(self) -> PlaceNotes:
        return PlaceNotes(
            links=self.system.backend().zotero_links,
            notes=self.system.backend().notes,
            papers=self.system.backend().papers,
            keep=self.library.keep_notes(),
            open_papers=self.passages.open_papers,
            clock=self.system.clock,
        )

    def lease(self) -> ExclusiveLease:
        """Return what lets imports and sends of this machine take turns: the page, and commands beside it, use one Zotero."""
        return ExclusiveLease(
            leases=self.system.backend().leases,
            clock=self.system.clock,
            ids=self.system.ids,
            name="zotero",
            busy=lambda: TransientError(
                "zotero_busy",
                "another import from Zotero, or another send, is under way",
                action="Try again when it is done.",
                retry_after_s=_WAIT_S,
            ),
            wait_s=_WAIT_S,
        )

    def links(self) -> LinkStore:
        """Return the stored links between items of Zotero and papers or notes."""
        return self.system.backend().zotero_links

    def to_read(self) -> ZoteroServer:
        """Return the program on this machine if that is set, else the service."""
        return self._program() if self._require_one_user().zotero_url else self.to_write()

    def _program(self) -> ZoteroServer:
        return ZoteroApi(client=self._program_client(), files=self.literature.open_files(), files_are_local=True)

    @once
    def _program_client(self) -> ZoteroClient:
        return ZoteroClient(
            base_url=f"{self.system.settings().zotero_url}/api",
            gate=Gate("Zotero", LOCAL_LIMITS),
            send=self.transport(),
        )

    def grant(self) -> Grant | None:
        """Return the permission to write to the connected program, None if there is none."""
        settings = self._require_one_user()
        connected = connections_in(settings.data_dir).read() if settings.zotero_url else None
        return connected.grant if connected is not None else None

    def change_connections(self) -> ChangeConnections:
        url = self.system.settings().zotero_url or ZOTERO_URL
        return ChangeConnections(
            store=self.system.connections(),
            fixed=lambda: (set_by(os.environ, LOOKS_UP), set_by(os.environ, PROGRAM), set_by(os.environ, KEY)),
            program=lambda: find_program(self.transport(), url),
            check_key=self._check_key,
            ask=lambda found: ask_to_write(self.transport(), url, found.server_id),
            use=self._use,
        )

    def watch(self, owner: OwnerId) -> WatchZotero:
        """Return the watcher, whose `look` is to be called regularly."""

        def watched() -> Watched | None:
            store = self.system.connections()
            return (store.read() or Connections()).watched if store is not None else None

        return WatchZotero(owner, watched, self.import_from_zotero, self.system.clock)

    def _check_key(self, key: str) -> None:
        client = replace(self._service(), key=key)
        ZoteroApi(client=client, files=self.literature.open_files()).require_user()

    def _use(self) -> None:
        """Forget the settings, and what was made of them."""
        self.system.settings.cache_clear()
        self._program_client.cache_clear()

    def to_write(self) -> ZoteroServer:
        """Return the program where its user allowed writing, else the service."""
        grant = self.grant()
        if grant is not None:
            client = replace(self._program_client(), key=grant.key, server_id=grant.server_id)
            return ZoteroApi(client=client, files=self.literature.open_files(), files_are_local=True)
        key = self._key()
        if not key:
            raise ConflictError(
                "zotero_not_set",
                "no Zotero is connected",
                action="Connect it in the settings of the page, or set SCHOLARAI_ZOTERO_KEY, SCHOLARAI_ZOTERO_KEY_FILE or, for importing alone, SCHOLARAI_ZOTERO_URL (docs/zotero.md).",
            )
        return ZoteroApi(client=replace(self._service(), key=key), files=self.literature.open_files())

    @once
    def _service(self) -> ZoteroClient:
        return ZoteroClient(base_url=WEB_URL, gate=Gate("Zotero", WEB_LIMITS), send=self.transport())

    def transport(self) -> Send:
        """Return what sends requests to Zotero."""
        return zotero_over_http

    def _key(self) -> str:
        """Return the key, empty where none is set.

        Raises:
            ConflictError: If its file cannot be read, or somebody else could use it.
        """
        settings = self._require_one_user()
        if settings.zotero_key or not settings.zotero_key_file:
            return settings.zotero_key
        return read_key(Path(settings.zotero_key_file))

    def _writes_elsewhere(self) -> bool:
        settings = self.system.settings()
        return bool(settings.zotero_url and (self.grant() or settings.zotero_key or settings.zotero_key_file))

    def _require_one_user(self) -> Settings:
        settings = self.system.settings()
        if settings.backend != "embedded" or settings.identity != "local":
            raise ConflictError(
                "zotero_elsewhere",
                "Zotero can be reached where one person uses this program on a machine of their own",
                action="Use `scholarai zotero`, then `scholarai move`.",
            )
        return settings
