"""One delivery of an event in a process of its own, which kills itself at a given moment."""

from __future__ import annotations

import hashlib
import json
import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from doubles.watched import Watched, When
from msgspec.structs import replace

from crashing.forks import AGAIN, in_fork
from scholarai import bootstrap
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import PaperId
from scholarai.domain.object_names import images_folder
from scholarai.domain.paper import ObjectFinalized
from scholarai.domain.values import to_json, to_plain
from scholarai.services.extraction import ExtractPaper
from scholarai.services.papers.figure_images import FigureImages
from scholarai.testing import HashEmbedder, ManualClock

# Every look at the clock takes this long, so that progress is written several times in a short job.
TICK_S = 0.2
PUBLISHED = "events.publish after"


@dataclass(frozen=True, kw_only=True)
class Store:
    """A store for one run.

    Attributes:
        env: What a process that opens it has in its environment.
        folder: Where runs leave their notes.
    """

    env: Mapping[str, str]
    folder: Path
    event: ObjectFinalized
    old_generation: int
    real_model: bool


@dataclass(frozen=True, kw_only=True)
class Kill:
    """When a worker dies: at its own moment number `moment` (from 1), or `after_s` from its start."""

    moment: int | None = None
    after_s: float | None = None


def deliver(store: Store, *, hours_later: int = 0, kill: Kill | None = None) -> int:
    """Deliver the event once and return the exit code: 0 acknowledged, AGAIN, or minus a signal."""
    kill = kill or Kill()
    return in_fork(lambda: _work(store, hours_later, kill.moment), kill_after_s=kill.after_s)


def moments(store: Store) -> list[str]:
    """Return the moments of all deliveries so far, in order."""
    notes = store.folder / "moments"
    return notes.read_text().splitlines() if notes.exists() else []


def read_state(store: Store) -> dict[str, Any]:
    """Return what is stored of the paper, large things as digests, without times and what counts tries."""
    result = store.folder / "state.json"
    code = in_fork(lambda: _write_state(store, result))
    if code != 0:
        raise SystemExit(f"the state could not be read: exit code {code}")
    state: dict[str, Any] = json.loads(result.read_text())
    return state | {"announced": PUBLISHED in moments(store)}


def service_of(store: Store) -> ExtractPaper:
    """Return extraction as composed for production, with the model of choice. For processes that end soon."""
    os.environ.update(store.env)
    service = bootstrap.process.extraction.extract_paper()
    return service if store.real_model else replace(service, embedder=HashEmbedder)


def _work(store: Store, hours_later: int, kill_at: int | None) -> int:
    notes = os.open(store.folder / "moments", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    seen = 0

    def watch(call: str, when: When) -> None:
        nonlocal seen
        seen += 1
        os.write(notes, f"{call} {when}\n".encode())
        if seen == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    clock = ManualClock(datetime.now(UTC) + timedelta(hours=hours_later), tick_s=TICK_S)
    service = _watched(replace(service_of(store), clock=clock), watch)
    try:
        service.extract(store.event)
    except TransientError:
        return AGAIN
    return 0


def _watched(service: ExtractPaper, watch: Any) -> ExtractPaper:
    papers = cast("Any", Watched("papers", service.papers, watch))
    contents = cast("Any", Watched("contents", service.contents, watch))
    events = cast("Any", Watched("events", service.settle.publisher, watch))
    embedder = service.embedder()
    pictures = FigureImages(objects=cast("Any", Watched("images", service.objects, watch)))
    return replace(
        service,
        papers=papers,
        contents=contents,
        objects=cast("Any", Watched("objects", service.objects, watch)),
        reader=cast("Any", Watched("reader", service.reader, watch)),
        embedder=lambda: cast("Any", Watched("embedder", embedder, watch)),
        settle=replace(service.settle, papers=papers, contents=contents, publisher=events, images=pictures),
        images=pictures,
    )


def _write_state(store: Store, result: Path) -> int:
    service = service_of(store)
    paper_id = PaperId(store.event.name.split("/")[2])
    paper = service.papers.get(paper_id)
    chunks = service.contents.read_chunks(paper_id, store.event.generation)
    content = service.contents.read_content(paper_id, store.event.generation)
    old_chunks = service.contents.read_chunks(paper_id, store.old_generation)
    images = _images(service, paper_id, store.event.generation)
    state = {
        "paper": None if paper is None else _timeless(to_plain(paper), store),
        "content": None if content is None else _digest(to_json(content)),
        "chunks": _digest(*(to_json(item.chunk).replace(_generation(store), b"new") for item in chunks.chunks)),
        "vectors": _digest(*(item.vectors.matrix.tobytes() for item in chunks.chunks if item.vectors)),
        "images": _digest(*images),
        "space": None if chunks.space is None else to_plain(chunks.space),
        "counts": {
            "pages": 0 if paper is None else paper.counts.pages,
            "chunks": len(chunks.chunks),
            "images": len(images),
            "old_images": len(_images(service, paper_id, store.old_generation)),
            "old_chunks": len(old_chunks.chunks),
            "old_contents": int(service.contents.read_content(paper_id, store.old_generation) is not None),
        },
    }
    result.write_text(json.dumps(state))
    return 0


def _images(service: ExtractPaper, paper_id: PaperId, generation: int) -> list[bytes]:
    names = service.objects.names(images_folder(paper_id, generation))
    return [service.objects.read(name) for name in names]


def _timeless(paper: dict[str, Any], store: Store) -> dict[str, Any]:
    """Leave out times and what counts tries: a second try has another of each. Stores differ in their generations."""
    lasting = {key: paper[key] for key in paper if key not in {"created_at", "updated_at", "epoch", "attempts"}}
    lasting["origins"] = [{**origin, "at": None} for origin in paper["origins"]]
    plain: dict[str, Any] = json.loads(json.dumps(lasting).replace(_generation(store).decode(), "-1"))
    return plain


def _generation(store: Store) -> bytes:
    return str(store.event.generation).encode()


def _digest(*pieces: bytes) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(len(piece).to_bytes(8))
        digest.update(piece)
    return digest.hexdigest()
