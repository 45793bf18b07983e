"""What lies in a data folder is its owner's alone, whatever was there before and whatever the umask is."""

from __future__ import annotations

import gzip
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from contract.making import a_paper

from scholarai.adapters.embedded.backend import EmbeddedBackend
from scholarai.config import Settings

STORES = Path(__file__).parents[2] / "data" / "stores"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def use(folder: Path) -> None:
    """Store a file and a paper, and leave the database open as a killed process does."""
    backend = EmbeddedBackend(Settings.from_env({"SCHOLARAI_DATA": str(folder)}))
    backend.objects.put("uploads/ada/p1/paper.pdf", b"words", content_type="application/pdf")
    backend.papers.change(a_paper().id, lambda _: a_paper())
    with backend.temporary_directories.folder():
        assert open_to_others(folder) == []


def open_to_others(folder: Path) -> list[str]:
    paths = [folder, *folder.rglob("*")]
    return [str(path.relative_to(folder)) for path in paths if path.lstat().st_mode & 0o077]


def test_a_new_library_is_its_owners_alone(tmp_path: Path) -> None:
    use(tmp_path / "data")


def test_the_copy_of_before_an_upgrade_is_its_owners_alone(tmp_path: Path) -> None:
    oldest = min(STORES.glob("schema-*.db.gz"), key=lambda path: int(path.name.split("-")[1].split(".")[0]))
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "scholarai.db").write_bytes(gzip.decompress(oldest.read_bytes()))

    use(folder)

    assert list((folder / "before-upgrade").glob("*.db"))
    assert open_to_others(folder) == []


def test_what_an_earlier_release_left_open_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    use(folder)
    for name in ("serve.log", "quarantine/2026-01-01/file", "before-restore-20260101T000000/objects/file"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("words")
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)

    use(folder)


def test_other_things_in_the_folder_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir(mode=0o755)
    (tmp_path / "site" / "index.html").write_text("seen by all")
    (tmp_path / "notes.txt").write_text("seen by all")
    (tmp_path / "scholarai.db.lnk").symlink_to(tmp_path / "notes.txt")
    tmp_path.chmod(0o755)
    backend = EmbeddedBackend(Settings.from_env({"SCHOLARAI_DATA": str(tmp_path)}))

    backend.objects.put("uploads/ada/p1/paper.pdf", b"words", content_type="application/pdf")

    seen = {".", "site", "site/index.html", "notes.txt", "scholarai.db.lnk"}
    assert set(open_to_others(tmp_path)) == seen
