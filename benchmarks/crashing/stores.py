"""Stores for one run each: a readable first version of the paper in all of them, and the event of the second."""

from __future__ import annotations

import dataclasses
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace

import scholarai.local
from crashing.forks import in_fork
from crashing.workers import Store, service_of
from scholarai.domain.paper import ObjectFinalized
from scholarai.domain.values import from_json, to_json
from scholarai.testing import ManualClock

StoreMaker: TypeAlias = Callable[[int], Store]
"""Makes store number n, which no run has touched."""

NAME = f"uploads/ada/{'0f' * 16}/paper.pdf"
SAMPLE = Path(scholarai.local.__file__).parent / "sample" / "sample-paper.pdf"


@dataclass(frozen=True, kw_only=True)
class Versions:
    """The events of both versions of the paper."""

    first: ObjectFinalized
    second: ObjectFinalized


def embedded_stores(folder: Path, paper: bytes, *, real_model: bool) -> StoreMaker:
    """Return a maker of copies of one folder."""
    template = _with_first_version(folder / "template", _embedded_env(folder / "template"), paper, real_model)

    def make(number: int) -> Store:
        target = folder / f"store-{number}"
        shutil.copytree(template.folder, target)
        shutil.rmtree(folder / f"store-{number - 1}", ignore_errors=True)
        return dataclasses.replace(template, folder=target, env=_embedded_env(target))

    return make


def emulator_stores(folder: Path, paper: bytes, addresses: Mapping[str, str], *, real_model: bool) -> StoreMaker:
    """Return a maker of projects in Google's emulators, each with a bucket of its own."""
    run = os.getpid()  # emulators that somebody else runs may have seen other sweeps

    def make(number: int) -> Store:
        env = {
            **addresses,
            "SCHOLARAI_BACKEND": "gcp",
            "SCHOLARAI_IDENTITY": "local",
            "SCHOLARAI_PAPERS_BUCKET": f"sweep-{run}-{number}",
            "GOOGLE_CLOUD_PROJECT": f"sweep-{run}-{number}",
        }
        if in_fork(lambda: _make_project(env)) != 0:
            raise SystemExit("topic and bucket could not be made")
        return _with_first_version(folder / f"store-{number}", env, paper, real_model)

    return make


def _with_first_version(folder: Path, env: Mapping[str, str], paper: bytes, real_model: bool) -> Store:
    folder.mkdir(parents=True, exist_ok=True)
    nothing = ObjectFinalized(
        bucket=env["SCHOLARAI_PAPERS_BUCKET"], name=NAME, generation=1, size_bytes=0, content_type="application/pdf"
    )
    store = Store(env=env, folder=folder, event=nothing, old_generation=0, real_model=real_model)
    notes = folder / "versions.json"
    if in_fork(lambda: _extract_first_version(store, paper, notes)) != 0:
        raise SystemExit("the first version could not be extracted")
    versions = from_json(Versions, notes.read_bytes())
    return dataclasses.replace(store, event=versions.second, old_generation=versions.first.generation)


def _extract_first_version(store: Store, paper: bytes, notes: Path) -> int:
    service = replace(service_of(store), clock=ManualClock(datetime.now(UTC) - timedelta(days=1), tick_s=0.1))

    def put(data: bytes) -> ObjectFinalized:
        generation = service.objects.put(NAME, data, content_type=store.event.content_type)
        return replace(store.event, generation=generation, size_bytes=len(data))

    first = put(SAMPLE.read_bytes())
    if service.extract(first) != "completed":
        return 1
    notes.write_bytes(to_json(Versions(first=first, second=put(paper))))
    return 0


def _make_project(env: Mapping[str, str]) -> int:
    os.environ.update(env)
    from google.cloud.pubsub_v1 import PublisherClient
    from google.cloud.storage import Client

    project = env["GOOGLE_CLOUD_PROJECT"]
    publisher = PublisherClient()
    publisher.create_topic(name=publisher.topic_path(project, "paper-events"))
    Client(project=project).create_bucket(env["SCHOLARAI_PAPERS_BUCKET"])
    return 0


def _embedded_env(folder: Path) -> dict[str, str]:
    return {"SCHOLARAI_BACKEND": "embedded", "SCHOLARAI_DATA": str(folder), "SCHOLARAI_PAPERS_BUCKET": "sweep"}
