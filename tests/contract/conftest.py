"""One store per test, opened by the embedded and by the Google backend."""

from __future__ import annotations

import itertools
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from contract.listening import PubSubListener
from doubles.storage_server.server import StorageServer
from doubles.stores import with_empty_store

from scholarai.bootstrap import Backend
from scholarai.config import Settings
from scholarai.domain.paper import PaperEvent
from scholarai.domain.review import StepMessage
from scholarai.domain.values import from_json, from_plain

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Stand:
    """A store of its own for one test: how to open it, and what was published from it."""

    open: Callable[[], Backend]
    heard: Callable[[], Sequence[PaperEvent]]
    ordered: Callable[[], Sequence[StepMessage]]


@pytest.fixture(params=["embedded", pytest.param("gcp", marks=pytest.mark.emulator)])
def stand(request: pytest.FixtureRequest) -> Stand:
    found: Stand = request.getfixturevalue(f"{request.param}_stand")
    return found


@pytest.fixture
def backend(stand: Stand) -> Backend:
    return stand.open()


@pytest.fixture
def reopened(stand: Stand, backend: Backend) -> Backend:
    """Open the store of `backend` a second time, as another instance would."""
    return stand.open()


@pytest.fixture
def heard(stand: Stand) -> Callable[[], Sequence[PaperEvent]]:
    return stand.heard


@pytest.fixture
def embedded_stand(tmp_path: Path) -> Stand:
    from scholarai.adapters.embedded.backend import EmbeddedBackend

    data = with_empty_store(tmp_path / "data")
    settings = Settings.from_env({"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(data)})

    def heard() -> Sequence[PaperEvent]:
        with sqlite3.connect(tmp_path / "data" / "scholarai.db") as connection:
            rows = connection.execute("SELECT doc FROM published_events ORDER BY n").fetchall()
        return [from_json(PaperEvent, doc) for (doc,) in rows]

    def ordered() -> Sequence[StepMessage]:
        with sqlite3.connect(tmp_path / "data" / "scholarai.db") as connection:
            rows = connection.execute("SELECT event FROM pending_events ORDER BY due_us").fetchall()
        return [from_plain(StepMessage, json.loads(event)["data"]) for (event,) in rows]

    return Stand(open=lambda: EmbeddedBackend(settings), heard=heard, ordered=ordered)


@pytest.fixture
def gcp_stand(
    firestore_emulator: str,
    pubsub_emulator: str,
    storage_server: StorageServer,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Stand]:
    """A project and a bucket of its own; the emulators keep projects apart."""
    from scholarai.adapters.gcp.backend import GcpBackend

    project = f"contract-{next(_numbers)}"
    monkeypatch.setenv("FIRESTORE_EMULATOR_HOST", firestore_emulator)
    monkeypatch.setenv("PUBSUB_EMULATOR_HOST", pubsub_emulator)
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", storage_server.url)
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(storage_server.key_file))
    storage_server.make_bucket(f"{project}-papers")
    settings = Settings.from_env(
        {
            "SCHOLARAI_BACKEND": "gcp",
            "GOOGLE_CLOUD_PROJECT": project,
            "SCHOLARAI_PAPERS_BUCKET": f"{project}-papers",
        }
    )
    topics = (settings.events_topic, settings.failed_topic, settings.steps_topic)
    with PubSubListener(project, *topics) as listener:

        def ordered() -> Sequence[StepMessage]:
            return [from_json(StepMessage, message.data) for message in listener.messages(settings.steps_topic)]

        yield Stand(open=lambda: GcpBackend(settings), heard=listener.events, ordered=ordered)
