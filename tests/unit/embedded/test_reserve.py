"""Room on the disk is kept for deletions, which need some on a disk that is full."""

from __future__ import annotations

import shutil
from pathlib import Path

from doubles.disks import fill, small_disk

from scholarai.adapters.embedded.reserve import Reserve
from scholarai.domain.limits import MIB


def test_no_more_than_half_of_the_free_room_is_kept(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 20) as disk:
        Reserve(disk).keep()

        assert (disk / "reserve").stat().st_size == 10 * MIB


def test_once_there_is_more_room_more_is_kept(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 80) as disk:
        (disk / "large").write_bytes(bytes(70 * MIB))
        Reserve(disk).keep()
        before = (disk / "reserve").stat().st_size
        (disk / "large").unlink()

        Reserve(disk).keep()

        assert (before, (disk / "reserve").stat().st_size) == (5 * MIB, 32 * MIB)


def test_on_a_full_disk_a_deletion_has_the_room_and_leaves_what_it_can(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 20) as disk:
        reserve = Reserve(disk)
        reserve.keep()
        fill(disk)

        with reserve.given_up():
            assert shutil.disk_usage(disk).free == 10 * MIB
            (disk / "log").write_bytes(bytes(4 * MIB))

        assert (disk / "reserve").stat().st_size == 5 * MIB


def test_with_room_on_the_disk_nothing_is_given_up(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 80) as disk:
        reserve = Reserve(disk)
        reserve.keep()

        with reserve.given_up():
            assert (disk / "reserve").exists()


def test_a_disk_with_hardly_any_room_is_left_alone(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 1) as disk:
        Reserve(disk).keep()

        assert not (disk / "reserve").exists()
