"""One system with a paper that can be read, and the Zotero that it is connected with."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from contract.making import a_chunk, a_content, a_paper, embedded, in_work, show
from doubles.literature import FakeTime
from doubles.stores import with_empty_store
from doubles.zotero import FILES, KEY, LIBRARY, FakeZotero, put_paper
from msgspec.structs import replace

from scholarai.adapters.literature.rate_limiter import Gate
from scholarai.adapters.zotero.client import WEB_LIMITS, ZoteroClient
from scholarai.adapters.zotero.server import ZoteroApi
from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.domain.content import Page, PaperContent
from scholarai.domain.errors import PaperFaultError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.notes import Note
from scholarai.domain.paper import Paper
from scholarai.domain.parts import to_parts
from scholarai.ports.stores import ContentRange
from scholarai.services.leases import LEASE
from scholarai.services.own.anchoring import Marked
from scholarai.services.own.notes import NewNote
from scholarai.services.zotero.importing import ImportedFromZotero
from scholarai.services.zotero.sending import SentToZotero

ADA = OwnerId("ada")
P1 = PaperId("p1")
TEXTS = ("attention is all you need", "momentum decays slowly in time", "energy is kept", "entropy grows")


class Downloads:
    """Implements `ports.literature.OpenFiles` for the files of a Zotero."""

    def __init__(self, zotero: FakeZotero) -> None:
        self.zotero = zotero

    def fetch(self, address: str, target: Path, *, max_bytes: int) -> int:
        data = self.zotero.files[address.removeprefix(FILES).removesuffix(".pdf")]
        if not data.startswith(b"%PDF-"):
            raise PaperFaultError("file_no_pdf", "what stands at its open address is no PDF")
        return target.write_bytes(data)


class LateClock:
    """A clock that is `late` after the machine's."""

    def __init__(self, late: timedelta) -> None:
        self.late = late

    def now(self) -> datetime:
        return datetime.now(UTC) + self.late


@dataclass
class World:
    folder: Path
    zotero: FakeZotero = field(default_factory=FakeZotero)
    time: FakeTime = field(default_factory=FakeTime)
    settings: dict[str, str] = field(default_factory=dict)
    restarts: int = 0

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Start again with what is stored, as after a crash."""
        data = with_empty_store(self.folder / "data")
        environment = {"SCHOLARAI_DATA": str(data), "SCHOLARAI_ZOTERO_KEY": KEY, **self.settings}
        self.app = App(Settings.from_env(environment))
        self.app.zotero.transport = lambda: self.zotero  # type: ignore[method-assign]
        self.app.literature.open_files = lambda: Downloads(self.zotero)  # type: ignore[assignment]
        client = ZoteroClient(
            base_url="https://api.zotero.org",
            key=KEY,
            gate=Gate("Zotero", WEB_LIMITS),
            send=self.zotero,
            now=self.time.now,
            sleep=self.time.sleep,
        )
        api = ZoteroApi(client=client, files=Downloads(self.zotero))
        if "SCHOLARAI_ZOTERO_URL" not in self.settings:
            self.app.zotero.to_write = lambda: api  # type: ignore[method-assign]
        # It starts when the lease of one that was killed is over.
        self.restarts += 1
        alone = replace(self.app.zotero.lease(), clock=LateClock(self.restarts * LEASE), wait_s=0.0)
        self.app.zotero.lease = lambda: alone  # type: ignore[method-assign]

    def bring(self) -> ImportedFromZotero:
        """Import all that there is."""
        while (found := self.app.zotero.import_from_zotero().import_new(ADA, LIBRARY)).more:
            pass
        return found

    def send(self) -> SentToZotero:
        return self.app.zotero.send_to_zotero().send(ADA)

    def paper(self) -> Paper:
        found = self.app.backend().papers.get(P1)
        assert found is not None
        return found

    def notes(self) -> list[Note]:
        return list(self.app.backend().notes.list(ADA, None, limit=200).notes)

    def mark(self, text: str, comment: str = "", paper_id: PaperId = P1, **changes: Any) -> Note:
        new = NewNote(kind="highlight", text=comment, marked=Marked(exact=text), **changes)
        return self.app.library.keep_notes().make(ADA, paper_id, new)

    def change(self, note: Note, **changes: Any) -> None:
        def rule(found: Note | None) -> Note | None:
            return found and replace(found, version=found.version + 1, **changes)

        self.app.backend().notes.change(note.id, rule)

    def with_paper(self, file: bytes = b"%PDF-1.7 momentum") -> World:
        """Store the paper whose file Zotero has, and the item in Zotero."""
        put_paper(self.zotero)
        self.store_paper(file)
        return self

    def store_paper(self, file: bytes) -> None:
        self.read_paper(a_paper(P1, owner=ADA, sha256=hashlib.sha256(file).hexdigest()))

    def read_paper(self, paper: Paper, read: PaperContent | None = None) -> None:
        """Store what reading a paper gives: `read`, or a page with a few words."""
        backend = self.app.backend()
        content = read or a_content(TEXTS, pages=(Page(page_number=1, width_pt=612.0, height_pt=792.0),))
        chunk = embedded(a_chunk(1, 0, content.text(), start=0, end=len(content.text())), [1, 0, 0, 0])
        piece = ContentRange(generation=1, chunks=(chunk,), parts=to_parts(content))
        backend.contents.write(paper.id, piece, lambda stored: in_work(stored or paper, 1))
        show(backend, paper.id, 1)
