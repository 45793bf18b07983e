"""What the embedded object store promises beyond its port."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from contract.making import NOW, a_paper, a_session

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.config import Settings
from scholarai.domain.errors import ConflictError, NotFoundError, PaperFaultError, TransientError
from scholarai.domain.leases import decide_claim
from scholarai.domain.paper import Paper

NAME = "uploads/ada/p1/paper.pdf"
PDF = "application/pdf"


def test_an_upload_sends_the_event_that_a_bucket_would_send(backend: EmbeddedBackend) -> None:
    generation = backend.objects.put(NAME, b"%PDF-1.7", content_type=PDF)

    taken = backend.queue.take(datetime.now(UTC) + timedelta(seconds=1))

    assert taken is not None
    event, data = taken.event, taken.event["data"]
    assert event["type"] == "google.cloud.storage.object.v1.finalized"
    assert event["subject"] == f"objects/{NAME}"
    assert event["source"] == f"//storage.googleapis.com/projects/_/buckets/{data['bucket']}"
    assert (data["name"], data["generation"], data["size"]) == (NAME, str(generation), "8")
    assert data["md5Hash"] == "+HNXxs3E8Gfhn0Kuurxvtw=="
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", data["timeCreated"])


def test_generations_grow_even_when_the_clock_goes_back(folder: Path) -> None:
    times = iter([NOW, NOW, NOW, NOW - timedelta(hours=1), *[NOW - timedelta(hours=2)] * 9])
    settings = Settings.from_env({"SCHOLARAI_DATA": str(folder)})
    objects = EmbeddedBackend(settings, now=lambda: next(times)).objects

    generations = [objects.put(NAME, b"x", content_type=PDF) for _ in range(3)]

    assert generations == sorted(set(generations))


def test_an_object_whose_file_is_gone_is_not_found(backend: EmbeddedBackend, folder: Path) -> None:
    generation = backend.objects.put(NAME, b"words", content_type=PDF)
    for file in (folder / "objects").rglob("*"):
        if file.is_file():
            file.unlink()

    with pytest.raises(NotFoundError, match="object_not_found"):
        backend.objects.read(NAME)
    with pytest.raises(NotFoundError, match="object_not_found"):
        backend.objects.download(NAME, generation, folder / "copy", max_bytes=10)


def test_an_upload_that_grows_too_large_leaves_nothing(backend: EmbeddedBackend, folder: Path) -> None:
    with pytest.raises(PaperFaultError, match="too_large"):
        backend.objects.receive(NAME, [b"12345", b"67890"], content_type=PDF, max_bytes=9)

    assert backend.objects.find(NAME) is None
    assert list((folder / "objects").iterdir()) == []


def test_an_upload_that_breaks_off_leaves_nothing(backend: EmbeddedBackend, folder: Path) -> None:
    def broken() -> Iterator[bytes]:
        yield b"12345"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        backend.objects.receive(NAME, broken(), content_type=PDF, max_bytes=9)

    assert backend.objects.find(NAME) is None
    assert list((folder / "objects").iterdir()) == []


def test_a_single_upload_cannot_be_repeated(backend: EmbeddedBackend, folder: Path) -> None:
    backend.objects.receive(NAME, [b"first"], content_type=PDF, max_bytes=9, once=True)

    with pytest.raises(ConflictError):
        backend.objects.receive(NAME, [b"second"], content_type=PDF, max_bytes=9, once=True)

    assert backend.objects.read(NAME) == b"first"
    assert len(list((folder / "objects").iterdir())) == 1


def test_of_two_single_uploads_at_a_time_the_first_to_end_stays(backend: EmbeddedBackend, folder: Path) -> None:
    def overtaken() -> Iterator[bytes]:
        yield b"slow"
        backend.objects.receive(NAME, [b"fast"], content_type=PDF, max_bytes=9, once=True)

    with pytest.raises(ConflictError):
        backend.objects.receive(NAME, overtaken(), content_type=PDF, max_bytes=9, once=True)

    assert backend.objects.read(NAME) == b"fast"
    assert len(list((folder / "objects").iterdir())) == 1


def test_recovery_clears_up_after_a_server_that_was_killed(
    open_at: Callable[[Path], EmbeddedBackend], folder: Path
) -> None:
    killed = open_at(folder)
    killed.objects.put(NAME, b"x", content_type=PDF)
    (folder / "objects" / "half.part").write_bytes(b"an upload that was cut")
    now = datetime.now(UTC)
    killed.papers.change(a_paper().id, lambda _: _claimed(a_paper(), now))
    killed.sessions.create(a_session(expires_at=now - timedelta(seconds=1)))

    open_at(folder).recover()

    paper = killed.papers.get(a_paper().id)
    assert not (folder / "objects" / "half.part").exists()
    assert killed.objects.read(NAME) == b"x"
    assert paper is not None
    assert decide_claim(paper, 7, datetime.now(UTC), timedelta(seconds=60), 5).outcome == "claimed"
    assert killed.sessions.read(a_session().id) is None


def _claimed(paper: Paper, now: datetime) -> Paper:
    return decide_claim(paper, 7, now, timedelta(hours=1), 5).paper


def test_an_upload_that_a_restart_swept_is_refused_rather_than_kept_without_its_bytes(
    open_at: Callable[[Path], EmbeddedBackend], folder: Path
) -> None:
    backend = open_at(folder)

    def interrupted() -> Iterator[bytes]:
        yield b"first half"
        open_at(folder).recover()
        yield b"second half"

    with pytest.raises(TransientError, match="upload_swept"):
        backend.objects.receive(NAME, interrupted(), content_type=PDF, max_bytes=100)

    assert backend.objects.find(NAME) is None
    assert backend.queue.next_due() is None
