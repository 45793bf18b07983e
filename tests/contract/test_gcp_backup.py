"""What was exported can be restored: every document, as it was; and one owner's alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from contract.conftest import Stand
from contract.making import ADA, SPACE, a_chunk, a_message, a_searchable_paper, a_session, embedded
from printed import fitting

from scholarai.adapters.gcp.backend import GcpBackend
from scholarai.domain.ids import PaperId, SessionId
from scholarai.local.cli import main
from scholarai.local.terminal import USAGE

pytestmark = pytest.mark.emulator


@pytest.fixture
def backend(gcp_stand: Stand, monkeypatch: pytest.MonkeyPatch) -> GcpBackend:
    opened = gcp_stand.open()
    assert isinstance(opened, GcpBackend)
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", opened._settings.project)
    monkeypatch.setenv("SCHOLARAI_PAPERS_BUCKET", opened._settings.papers_bucket)
    a_searchable_paper(opened, "p1", [embedded(a_chunk(1, 0, "whales"), [1, 0, 0, 0])])
    opened.sessions.create(a_session("s1"))
    opened.sessions.change(SessionId("s1"), lambda session, _: (session, [a_message(0)]))
    return opened


@pytest.fixture
def stored(backend: GcpBackend) -> Callable[[], dict[str, Any]]:
    def read() -> dict[str, Any]:
        client = backend._firestore()
        names = ("papers", "chunks", "content", "sessions", "messages")
        return {doc.reference.path: doc.to_dict() for name in names for doc in client.collection_group(name).stream()}

    return read


def _empty(backend: GcpBackend) -> None:
    client = backend._firestore()
    for name in ("papers", "sessions"):
        client.recursive_delete(client.collection(name))


def test_a_restored_library_is_the_one_that_was_saved(
    backend: GcpBackend, stored: Callable[[], dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "saved.jsonl.gz")
    before = stored()
    assert main(["ops", "backup", "export", file]) == 0
    _empty(backend)
    assert stored() == {}

    assert main(["ops", "backup", "restore", file]) == 0

    assert stored() == before
    saved, restored = capsys.readouterr().out.splitlines()
    assert fitting("ops backup export", saved) == fitting("ops backup restore", restored)
    hits = backend.search.nearest(ADA, None, [1.0, 0, 0, 0], space=SPACE, limit=5)
    assert [hit.paper_id for hit in hits] == [PaperId("p1")]
    assert len(backend.sessions.read(SessionId("s1"))[1]) == 1  # type: ignore[index]  # None would fail the test


@pytest.mark.parametrize("damage", ["bit", "cut"])
def test_a_backup_that_is_not_what_was_written_restores_nothing(
    backend: GcpBackend,
    stored: Callable[[], dict[str, Any]],
    tmp_path: Path,
    damage: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "saved.jsonl.gz"
    main(["ops", "backup", "export", str(file)])
    whole = bytearray(file.read_bytes())
    whole[len(whole) // 2] ^= 1
    file.write_bytes(whole if damage == "bit" else file.read_bytes()[:-9])
    _empty(backend)

    assert main(["ops", "backup", "restore", str(file)]) == USAGE
    assert "backup_unusable" in capsys.readouterr().err
    assert stored() == {}


def test_one_owner_s_export_holds_nothing_of_others(
    backend: GcpBackend, stored: Callable[[], dict[str, Any]], tmp_path: Path
) -> None:
    file = str(tmp_path / "saved.jsonl.gz")
    backend._firestore().document("papers/p2").set({"owner": "bob", "title": "his"})
    backend._firestore().document("papers/p2/chunks/1-0000").set({"text": "his"})

    assert main(["ops", "backup", "export", file, ADA]) == 0
    _empty(backend)
    main(["ops", "backup", "restore", file])

    assert not [path for path in stored() if "p2" in path]
    assert "papers/p1" in stored()
