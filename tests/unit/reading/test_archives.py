"""Every bound of an archive is tried by one that keeps within all others."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest
from unit.reading.sample_files import tar_of, zip_of

from scholarai.adapters.reading.archives import MAX_ENTRIES, MAX_TEXT_BYTES, MAX_UNPACKED_BYTES, unpack
from scholarai.domain.errors import PaperFaultError
from scholarai.domain.limits import MIB

MAIN = {"main.tex": b"\\documentclass{article}"}


def test_a_zip_with_a_link_is_refused(tmp_path: Path) -> None:
    path = zip_of(tmp_path / "paper.zip", MAIN)
    with zipfile.ZipFile(path, "a") as archive:
        link = zipfile.ZipInfo("secret.tex")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")

    with pytest.raises(PaperFaultError, match="unsafe_archive"):
        unpack(path, "zip")


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_a_tar_with_a_link_or_a_device_is_refused(tmp_path: Path, kind: bytes) -> None:
    path = tmp_path / "paper.tar"
    with tarfile.open(path, "w") as archive:
        entry = tarfile.TarInfo("secret.tex")
        entry.type, entry.linkname = kind, "/etc/passwd"
        archive.addfile(entry)

    with pytest.raises(PaperFaultError, match="unsafe_archive"):
        unpack(path, "tar")


def test_text_that_unpacks_to_two_hundred_times_its_size_is_refused(tmp_path: Path) -> None:
    bomb = MAIN | {"bomb.tex": b" " * (MAX_TEXT_BYTES // 8)}

    for path, kind in ((zip_of(tmp_path / "a.zip", bomb), "zip"), (tar_of(tmp_path / "a.tar.gz", bomb), "gzip")):
        with pytest.raises(PaperFaultError, match="unsafe_archive"):
            unpack(path, kind)  # type: ignore[arg-type]  # two of its words


def test_small_text_may_repeat_itself(tmp_path: Path) -> None:
    files = MAIN | {"tables.tex": b" " * (3 * MIB)}

    assert unpack(zip_of(tmp_path / "paper.zip", files), "zip") == files


def test_more_entries_than_a_paper_has_are_refused(tmp_path: Path) -> None:
    few = {f"{number}.png": b"" for number in range(MAX_ENTRIES - 1)}

    assert unpack(zip_of(tmp_path / "few.zip", MAIN | few), "zip") == MAIN
    with pytest.raises(PaperFaultError, match="unsafe_archive"):
        unpack(zip_of(tmp_path / "many.zip", MAIN | few | {"last.png": b""}), "zip")


def test_an_archive_that_says_it_unpacks_to_too_much_is_refused_before_that(tmp_path: Path) -> None:
    path = tmp_path / "paper.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("figure.png", bytes(6 * MIB))  # not packed, so that the ratio is a usual one
        archive.writestr("main.tex", b"x")
        archive.getinfo("main.tex").file_size = MAX_UNPACKED_BYTES + 1

    with pytest.raises(PaperFaultError, match="unsafe_archive"):
        unpack(path, "zip")


def test_a_single_compressed_file_is_the_paper(tmp_path: Path) -> None:
    path = tmp_path / "paper.gz"
    path.write_bytes(gzip.compress(MAIN["main.tex"]))

    assert unpack(path, "gzip") == MAIN


def test_more_text_than_a_paper_has_is_refused(tmp_path: Path) -> None:
    text = io.BytesIO(bytes(range(32, 126)) * (MAX_TEXT_BYTES // 94 + 1)).getvalue()
    path = tmp_path / "main.tex.gz"
    path.write_bytes(gzip.compress(text, 1))

    with pytest.raises(PaperFaultError, match="unsafe_archive"):
        unpack(path, "gzip")
