"""A library, and an internet for it to ask."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from doubles.literature import FakeInternet
from doubles.stores import with_empty_store

from scholarai.bootstrap import App
from scholarai.config import Settings
from scholarai.domain.errors import ScholarError
from scholarai.domain.ids import OwnerId
from scholarai.domain.paper import Paper
from scholarai.services.literature.adding import AddedWork, AddWork

NOW = datetime(2026, 11, 23, tzinfo=UTC)
ADA, BOB = OwnerId("ada"), OwnerId("bob")
DOI = "10.1000/engine"
OPEN = {
    "license": [{"URL": "https://creativecommons.org/licenses/by/4.0/"}],
    "link": [{"URL": "https://here.example/a.pdf", "content-type": "application/pdf"}],
}


class Files:
    """Implements `ports.literature.OpenFiles`: a file at each address of `at`, and what to raise at the others."""

    def __init__(self, **at: bytes | ScholarError) -> None:
        self.at = {f"https://{host.replace('_', '.')}/a.pdf": what for host, what in at.items()}
        self.fetched: list[str] = []

    def fetch(self, address: str, target: Path, *, max_bytes: int) -> int:
        self.fetched.append(address)
        found = self.at[address]
        if isinstance(found, ScholarError):
            raise found
        return target.write_bytes(found)


class World:
    """One system, and the internet that it asks."""

    def __init__(self, folder: Path, files: Files | None = None, **settings: str) -> None:
        environment = {
            "SCHOLARAI_DATA": str(with_empty_store(folder)),
            "SCHOLARAI_LITERATURE_CONTACT": "a@example.org",
            **settings,
        }
        self.internet = FakeInternet()
        self.files = files or Files()
        self.app = App(Settings.from_env(environment))
        self.app.literature.client = self.internet.client  # type: ignore[assignment]
        self.app.literature.open_files = lambda: self.files  # type: ignore[assignment]
        self.papers = self.app.backend().papers

    @property
    def add(self) -> AddWork:
        return self.app.literature.add_work()

    def paper(self, added: AddedWork) -> Paper:
        assert added.paper_id is not None
        found = self.papers.get(added.paper_id)
        assert found is not None
        return found

    def count(self, owner: OwnerId = ADA) -> int:
        return len(self.papers.list(owner, limit=100).papers)

    def hosts(self) -> set[str]:
        return {address.split("/")[2] for address, _ in self.internet.asked}
