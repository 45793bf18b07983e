"""Killed at any moment, the embedded store loses nothing that it acknowledged and keeps nothing double."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from contract.making import ENGINE, a_chunk, a_content, a_paper, embedded, in_work
from msgspec.structs import replace
from unit.embedded.crashing import run_and_crash

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.domain.parts import to_parts
from scholarai.ports.stores import ContentRange

NAME = "uploads/ada/p1/paper.pdf"
PDF = "application/pdf"
# More than any of these runs has; the sweep ends before.
POINTS = 400
# Every point takes a minute of processor time; each ninth one tells whether the store is safe at all.
steps = pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.slow)])


@steps
def test_uploads_killed_at_every_point_leave_whole_objects_with_one_event_each(
    tmp_path: Path, open_at: Callable[[Path], EmbeddedBackend], step: int
) -> None:
    finished = 0
    for point in range(1, POINTS, step):
        folder = tmp_path / str(point)

        def work(acknowledge: Callable[[str], None], folder: Path = folder) -> None:
            objects = open_at(folder).objects
            acknowledge(f"{objects.put(NAME, b'first', content_type=PDF)}")
            acknowledge(f"{objects.put('uploads/ada/p2/other.pdf', b'other', content_type=PDF)}")
            acknowledge(f"{objects.touch(NAME)}")
            acknowledge(f"{objects.put(NAME, b'second', content_type=PDF)}")
            objects.delete("uploads/ada/p2/")

        acknowledged, ended = run_and_crash(folder, point, work)
        backend = open_at(folder)
        backend.recover()

        generations = _event_generations(folder)
        assert set(map(int, acknowledged)) <= set(generations)
        assert len(generations) == len(set(generations)) <= len(acknowledged) + 1
        stored = _rows(folder, "SELECT name, file FROM objects")
        assert {path.name for path in (folder / "objects").glob("*")} == {file for _, file in stored}
        assert all(backend.objects.read(name) in {b"first", b"second", b"other"} for name, _ in stored)
        aside = {path.read_bytes() for path in (folder / "quarantine").glob("*/*")}
        assert aside <= {[b"first", b"other", b"", b"second", b""][len(acknowledged)]}
        finished += ended
        if ended:
            break

    assert finished == 1
    assert point > 20


@steps
def test_content_and_paper_killed_at_every_point_are_stored_together_or_not_at_all(
    tmp_path: Path, open_at: Callable[[Path], EmbeddedBackend], step: int
) -> None:
    paper = in_work(a_paper(), 7)
    piece = ContentRange(
        generation=7,
        parts=to_parts(a_content(["Attention is all you need."])),
        chunks=tuple(embedded(a_chunk(7, n, f"chunk number {n}"), [1, 0, 0, n]) for n in range(3)),
    )
    for point in range(1, POINTS, step):
        folder = tmp_path / str(point)

        def work(acknowledge: Callable[[str], None], folder: Path = folder) -> None:
            backend = open_at(folder)
            backend.papers.change(paper.id, lambda _: paper)
            backend.contents.write(paper.id, piece, lambda _: replace(paper, attempts=9))
            acknowledge("written")

        acknowledged, ended = run_and_crash(folder, point, work)
        backend = open_at(folder)

        stored = backend.papers.get(paper.id)
        chunks = backend.contents.read_chunks(paper.id, 7)
        written = stored is not None and stored.attempts == 9
        assert (len(chunks.chunks), backend.contents.read_content(paper.id, 7) is not None) == (
            (3, True) if written else (0, False)
        )
        assert written or not acknowledged
        assert _rows(folder, "PRAGMA integrity_check") == [("ok",)]
        if ended:
            break

    assert ended
    assert chunks.space == ENGINE.space


def _event_generations(folder: Path) -> list[int]:
    rows = _rows(folder, "SELECT json_extract(event, '$.data.generation') FROM pending_events")
    return [int(generation) for (generation,) in rows]


def _rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(folder / "scholarai.db") as connection:
        return list(connection.execute(query))
