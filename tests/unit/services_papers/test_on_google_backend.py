"""The extract flow on Firestore, Pub/Sub and Cloud Storage, where writers meet over a network."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from doubles.storage_server.server import StorageServer
from unit.services_papers.system import ADA, System, paper_id_of

from scholarai.config import Settings
from scholarai.domain.errors import TransientError

pytestmark = pytest.mark.emulator

_numbers = itertools.count(1)


@pytest.fixture
def system(
    tmp_path: Path,
    firestore_emulator: str,
    pubsub_emulator: str,
    storage_server: StorageServer,
    monkeypatch: pytest.MonkeyPatch,
) -> System:
    from scholarai.adapters.gcp.backend import GcpBackend

    project = f"flow-{next(_numbers)}"
    monkeypatch.setenv("FIRESTORE_EMULATOR_HOST", firestore_emulator)
    monkeypatch.setenv("PUBSUB_EMULATOR_HOST", pubsub_emulator)
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", storage_server.url)
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(storage_server.key_file))
    storage_server.make_bucket(f"{project}-papers")
    env = {
        "SCHOLARAI_BACKEND": "gcp",
        "GOOGLE_CLOUD_PROJECT": project,
        "SCHOLARAI_PAPERS_BUCKET": f"{project}-papers",
    }
    return System(tmp_path, backend=GcpBackend(Settings.from_env(env)))


def test_a_retry_embeds_only_what_is_not_stored_yet(system: System) -> None:
    event = system.upload()
    down = TransientError("store_down", "down")
    with system.failing("contents.write", down, "after"), pytest.raises(TransientError):
        system.extract(event)
    assert system.embedder is not None
    system.embedder.asked.clear()

    assert system.extract(event) == "completed"
    assert system.embedder.asked == system.texts(event)[40:]


def test_a_deletion_in_the_middle_leaves_nothing(system: System) -> None:
    event = system.upload()
    deleted: list[str] = []

    def delete(call: str, when: str) -> None:
        if (call, when) == ("contents.write", "after") and not deleted:
            deleted.append(call)
            system.delete(ADA, paper_id_of(event))

    system.contents._watch = delete  # type: ignore[attr-defined]  # the test steps in here

    assert system.extract(event) == "lost"
    assert system.find(event) is None
    assert system.chunks(event).chunks == ()
    assert system.content(event) is None


def test_the_sweeper_publishes_what_nobody_else_did(system: System) -> None:
    event = system.upload()
    with system.failing("events.publish", TransientError("down", "down")), pytest.raises(TransientError):
        system.extract(event)

    assert system.sweep_outbox() == 1
    assert system.paper(event).outbox == ()
