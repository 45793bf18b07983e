"""Saving, restoring, verifying, migrating and moving a library are killed at every step: nothing is lost, and a second run ends it."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from contract.libraries import at_folder, fill, held
from contract.making import ADA, NOW, a_paper
from unit.embedded.crashing import kinds_of_steps, run_and_crash
from unit.embedded.test_migrations import VERSIONS, rows, unpack

from scholarai.adapters.embedded.archive import put_in_place
from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.adapters.embedded.migration import SCHEMA_VERSION, drop_copies
from scholarai.domain.errors import ConflictError
from scholarai.local.cli import main
from scholarai.services.moving.library import MoveLibrary

OLD, NEW = "uploads/ada/p1/old.pdf", "uploads/ada/p2/new.pdf"
PDF = "application/pdf"

# Every work here has more.
_LEAST_STEPS = 5

Opener = Callable[[Path], EmbeddedBackend]
Work = Callable[[Callable[[str], None]], object]


def kills(fresh: Callable[[int], tuple[Path, Work]], points: Iterable[int] | None = None) -> Iterator[Path]:
    """Kill fresh work at each of some points, or at every one until its end; yield the folder as each killed run leaves it."""
    for point in points or itertools.count(1):
        folder, work = fresh(point)
        _, ended = run_and_crash(folder, point, work)
        if ended:
            assert points is None
            assert point > _LEAST_STEPS  # else hardly anything was killed
            return
        yield folder


def one_of_each_kind(fresh: Callable[[int], tuple[Path, Work]]) -> list[int] | None:
    """Return the first and the last point of each kind of step; None, for every point, where `EVERY_STEP` is set."""
    if os.environ.get("EVERY_STEP"):
        return None
    steps = list(enumerate(kinds_of_steps(*fresh(0)), 1))
    first, last = {kind: n for n, kind in reversed(steps)}, {kind: n for n, kind in steps}
    assert len(first) > _LEAST_STEPS
    return sorted({*first.values(), *last.values()})


@pytest.fixture
def killed_server(open_at: Opener, tmp_path: Path) -> Path:
    """The folder of a library with two papers as a killed server leaves it: the second is in the log of the database alone."""
    backend = open_at(tmp_path / "served")
    backend.recover()
    backend.objects.put(OLD, b"old", content_type=PDF)
    assert main(["backup", str(tmp_path / "library.tar"), "--data", str(tmp_path / "served")]) == 0
    backend.objects.put(NEW, b"new", content_type=PDF)
    shutil.copytree(tmp_path / "served", tmp_path / "killed")
    assert (tmp_path / "killed" / "scholarai.db-wal").stat().st_size > 0
    backend.close()
    return tmp_path / "killed"


def names(folder: Path, open_at: Opener) -> list[str]:
    backend = open_at(folder)
    try:
        return sorted(backend.objects.names("uploads/"))
    finally:
        backend.close()


class TestRestore:
    def test_killed_while_the_libraries_are_exchanged(
        self, killed_server: Path, tmp_path: Path, open_at: Opener
    ) -> None:
        backup = tmp_path / "backup"
        backend = open_at(backup)
        backend.objects.put(OLD, b"old", content_type=PDF)
        backend.close()

        def fresh(point: int) -> tuple[Path, Work]:
            folder = tmp_path / str(point)
            shutil.copytree(killed_server, folder)
            shutil.copytree(backup, folder / "work" / "scratch")
            return folder, lambda _: _exchange(folder)

        for folder in kills(fresh):
            with suppress(ConflictError):  # refused, or one of the two: never a mixture
                assert names(folder, open_at) in ([OLD, NEW], [OLD])
            shutil.rmtree(folder / "work")
            shutil.copytree(backup, folder / "work" / "scratch")

            _exchange(folder)

            self._both_are_there(folder, open_at)

    @pytest.mark.slow
    def test_killed_anywhere(self, killed_server: Path, tmp_path: Path, open_at: Opener) -> None:
        def fresh(point: int) -> tuple[Path, Work]:
            folder = tmp_path / str(point)
            shutil.copytree(killed_server, folder)
            return folder, lambda _: _restore(tmp_path, folder)

        for folder in kills(fresh):
            _restore(tmp_path, folder)

            self._both_are_there(folder, open_at)
            assert not list((folder / "work").iterdir())
            assert main(["verify", "--data", str(folder)]) == 0

    @staticmethod
    def _both_are_there(folder: Path, open_at: Opener) -> None:
        assert names(folder, open_at) == [OLD]
        aside = [path for path in folder.glob("before-restore-*") if (path / "scholarai.db").exists()]
        assert [OLD, NEW] in [names(path, open_at) for path in aside]


def _exchange(folder: Path) -> None:
    put_in_place(folder / "work" / "scratch", folder, datetime.now(UTC))


def _restore(place: Path, folder: Path) -> None:
    assert main(["restore", str(place / "library.tar"), "--data", str(folder)]) == 0


def test_two_restores_of_one_moment_keep_both_libraries(killed_server: Path, tmp_path: Path, open_at: Opener) -> None:
    shutil.copytree(killed_server, tmp_path / "first")
    put_in_place(tmp_path / "first", killed_server, NOW)
    shutil.copytree(tmp_path / "served", tmp_path / "second")

    with suppress(OSError):  # a clock that was set back
        put_in_place(tmp_path / "second", killed_server, NOW)

    assert names(killed_server / f"before-restore-{NOW:%Y%m%dT%H%M%S%f}", open_at) == [OLD, NEW]


def test_a_library_that_was_put_back_by_hand_after_a_killed_restore_is_kept_too(
    killed_server: Path, tmp_path: Path, open_at: Opener
) -> None:
    shutil.copytree(killed_server, killed_server / "before-restore-unfinished")
    shutil.copytree(tmp_path / "served", tmp_path / "scratch")

    put_in_place(tmp_path / "scratch", killed_server, NOW)

    kept = sorted(killed_server.glob("before-restore-*"))
    assert [names(folder, open_at) for folder in kept] == [[OLD, NEW]] * 2


@pytest.mark.slow
def test_a_backup_killed_anywhere_leaves_the_one_before_or_is_whole(
    killed_server: Path, tmp_path: Path, open_at: Opener
) -> None:
    before = (tmp_path / "library.tar").read_bytes()
    saved: set[bool] = set()

    def fresh(point: int) -> tuple[Path, Work]:
        place = tmp_path / str(point)
        shutil.copytree(killed_server, place / "data")
        (place / "library.tar").write_bytes(before)
        return place, lambda _: main(["backup", str(place / "library.tar"), "--data", str(place / "data")])

    for place in kills(fresh):
        is_new = (place / "library.tar").read_bytes() != before
        saved.add(is_new)
        assert main(["restore", str(place / "library.tar"), "--data", str(place / "restored")]) == 0
        assert names(place / "restored", open_at) == ([OLD, NEW] if is_new else [OLD])
        assert main(["backup", str(place / "library.tar"), "--data", str(place / "data")]) == 0
        assert names(place / "data", open_at) == [OLD, NEW]
        open_at(place / "data").recover()
        assert not list((place / "data" / "work").iterdir())
        assert not list(place.glob("*.part"))

    assert saved == {False, True}


def test_a_verification_killed_anywhere_changes_nothing(killed_server: Path, tmp_path: Path, open_at: Opener) -> None:
    def fresh(point: int) -> tuple[Path, Work]:
        folder = tmp_path / str(point)
        shutil.copytree(killed_server, folder)
        return folder, lambda _: main(["verify", "--data", str(folder)])

    for folder in kills(fresh):
        assert names(folder, open_at) == [OLD, NEW]
        assert {path.read_bytes() for path in (folder / "objects").iterdir()} == {b"old", b"new"}


@pytest.mark.parametrize(
    "version", [VERSIONS[0], *(pytest.param(one, marks=pytest.mark.slow) for one in VERSIONS[1:-1]), VERSIONS[-1]]
)
def test_a_migration_killed_anywhere_is_ended_by_the_next_start(version: int, tmp_path: Path, open_at: Opener) -> None:
    def fresh(point: int) -> tuple[Path, Work]:
        folder = tmp_path / str(point)
        unpack(version, folder)
        return folder, lambda _: open_at(folder).papers.get(a_paper().id)

    for folder in kills(fresh):
        database = folder / "scholarai.db"
        assert rows(database, "PRAGMA user_version") in ([(version,)], [(SCHEMA_VERSION,)])

        backend = open_at(folder)

        assert backend.papers.get(a_paper().id) is not None
        assert list(backend.verify().run()) == []
        assert len(list((folder / "before-upgrade").glob("*.db"))) >= 1
        drop_copies(database)
        assert list((folder / "before-upgrade").iterdir()) == []
        backend.close()


@pytest.mark.slow
def test_a_move_killed_at_a_step_of_each_kind_is_ended_by_the_second(tmp_path: Path) -> None:
    source = at_folder(tmp_path / "source")
    fill(source)
    expected = held(source, ADA)
    source.close()

    def fresh(point: int) -> tuple[Path, Work]:
        folder = tmp_path / str(point)
        return folder, lambda _: _move(tmp_path, folder)

    for folder in kills(fresh, one_of_each_kind(fresh)):
        _move(tmp_path, folder)

        assert held(at_folder(folder), ADA) == expected
        assert held(at_folder(tmp_path / "source"), ADA) == expected


def _move(place: Path, folder: Path) -> None:
    moving = MoveLibrary(source=at_folder(place / "source"), target=at_folder(folder))
    for job in moving.jobs({ADA: ADA}, NOW):
        job.run()
    moving.move_spending({ADA: ADA})
