"""A file that cannot be read ends as a named fault, and the process that asked lives on."""

from __future__ import annotations

import dataclasses
import gzip
import sys
from pathlib import Path

import pytest
from unit.reading import sample_files

from scholarai.adapters.reading.faults import codes
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.domain.content import PaperContent
from scholarai.domain.errors import PaperFaultError
from scholarai.domain.limits import MIB
from scholarai.ports.reading import PaperSource

LIMITS = ReadLimits(wall_s=30.0, cpu_s=20)


def read(path: Path, limits: ReadLimits = LIMITS) -> PaperContent:
    source = PaperSource(path=path, filename=path.name, media_type="application/octet-stream")
    return SandboxedReader(limits).read(source, lambda _done, _pages: None)


def fault_of(path: Path, limits: ReadLimits = LIMITS) -> PaperFaultError:
    with pytest.raises(PaperFaultError) as caught:
        read(path, limits)
    assert caught.value.code in codes()
    assert caught.value.detail.endswith(".")
    assert caught.value.action.endswith(".")
    assert not caught.value.retryable
    return caught.value


def test_a_file_that_is_no_paper_fails_with_its_code(tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(b"\x7fELF" + bytes(range(256)) * 40)

    assert fault_of(path).code == "unsupported_format"


def test_zero_bytes_are_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    path.touch()

    assert fault_of(path).code == "empty_file"


def test_a_pdf_cut_off_before_its_pages_is_damaged(tmp_path: Path) -> None:
    path = sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES)
    path.write_bytes(path.read_bytes()[:60])

    assert fault_of(path).code == "damaged"


def test_a_pdf_cut_off_after_its_pages_is_still_read(tmp_path: Path) -> None:
    path = sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES)
    path.write_bytes(path.read_bytes()[:-400])

    content = read(path)

    assert sample_files.SENTENCES[0] in content.text()
    assert [note.code for note in content.notes] == ["repaired"]


def test_a_password_is_asked_for_and_not_guessed(tmp_path: Path) -> None:
    assert fault_of(sample_files.encrypted_pdf(tmp_path / "paper.pdf")).code == "encrypted"


def test_blank_pages_hold_no_usable_text(tmp_path: Path) -> None:
    assert fault_of(sample_files.text_pdf(tmp_path / "paper.pdf", ["", ""])).code == "no_usable_text"


def test_a_watermark_on_every_page_is_no_usable_text(tmp_path: Path) -> None:
    path = sample_files.scan_pdf(
        tmp_path / "scan.pdf",
        sample_files.blank_picture(),
        stamp="Downloaded by the University Library on 2026-11-20",
        pages=4,
    )

    assert fault_of(path).code == "no_usable_text"


def test_more_pages_than_are_read_are_refused_before_reading(tmp_path: Path) -> None:
    error = fault_of(sample_files.text_pdf(tmp_path / "book.pdf", ["page"] * 2_000))

    assert error.code == "too_many_pages"
    assert "2000" in error.detail


def test_a_page_tree_that_holds_itself_is_damaged(tmp_path: Path) -> None:
    assert fault_of(sample_files.page_tree_loop(tmp_path / "loop.pdf")).code == "damaged"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory")
def test_a_small_file_that_unpacks_to_gigabytes_stops_at_the_memory_limit(tmp_path: Path) -> None:
    import resource  # not on Windows

    path = sample_files.inflating_pdf(tmp_path / "bomb.pdf", megabytes=48)
    assert path.stat().st_size < 200_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    error = fault_of(path, dataclasses.replace(LIMITS, memory_bytes=400 * MIB))

    assert error.code == "read_memory"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # KiB


def test_a_file_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    path = sample_files.inflating_pdf(tmp_path / "slow.pdf", megabytes=48)

    assert fault_of(path, dataclasses.replace(LIMITS, wall_s=0.5)).code == "read_timeout"


def test_processor_time_is_limited_too(tmp_path: Path) -> None:
    path = sample_files.inflating_pdf(tmp_path / "slow.pdf", megabytes=48)

    assert fault_of(path, dataclasses.replace(LIMITS, cpu_s=1, memory_bytes=8_192 * MIB)).code == "read_timeout"


def test_a_file_above_the_size_limit_is_not_opened(tmp_path: Path) -> None:
    path = sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES)

    assert fault_of(path, dataclasses.replace(LIMITS, file_bytes=500)).code == "too_large"


def test_text_without_end_is_too_complex(tmp_path: Path) -> None:
    path = sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES)

    assert fault_of(path, dataclasses.replace(LIMITS, characters=50)).code == "too_complex"


def test_a_result_above_its_limit_is_not_taken(tmp_path: Path) -> None:
    path = sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES)

    assert fault_of(path, dataclasses.replace(LIMITS, result_bytes=100)).code == "too_complex"


@pytest.mark.parametrize("name", ["../outside.tex", "/etc/outside.tex", "a/../../outside.tex"])
def test_an_archive_that_leaves_its_folder_is_refused(tmp_path: Path, name: str) -> None:
    files = {"main.tex": b"\\documentclass{article}", name: b"x"}

    assert fault_of(sample_files.zip_of(tmp_path / "paper.zip", files)).code == "unsafe_archive"
    assert fault_of(sample_files.tar_of(tmp_path / "paper.tar.gz", files)).code == "unsafe_archive"


def test_an_archive_with_links_is_refused(tmp_path: Path) -> None:
    path = sample_files.tar_of(tmp_path / "paper.tar.gz", {"main.tex": b"x"}, link=("secret.tex", "/etc/passwd"))

    assert fault_of(path).code == "unsafe_archive"


def test_an_archive_bomb_is_refused(tmp_path: Path) -> None:
    path = sample_files.zip_of(
        tmp_path / "paper.zip", {"main.tex": b"\\documentclass{article}", "big.tex": b" " * (80 * MIB)}
    )

    assert fault_of(path).code == "unsafe_archive"


@pytest.mark.parametrize("inside", [gzip.compress(b"\\documentclass{article}", mtime=0), bytes(range(256)) * 40])
def test_a_compressed_file_that_is_no_text_inside_is_named_so(tmp_path: Path, inside: bytes) -> None:
    path = tmp_path / "paper.tex.gz"
    path.write_bytes(gzip.compress(inside, mtime=0))

    assert fault_of(path).code == "unsupported_format"


def test_an_archive_without_a_paper_says_what_is_missing(tmp_path: Path) -> None:
    assert (
        fault_of(sample_files.zip_of(tmp_path / "paper.zip", {"photo.png": b"x", "data.csv": b"1"})).code
        == "no_main_file"
    )


def test_a_spreadsheet_is_no_word_file(tmp_path: Path) -> None:
    path = sample_files.zip_of(
        tmp_path / "table.xlsx", {"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"<x/>"}
    )

    assert fault_of(path).code == "unsupported_format"


def test_a_word_file_that_unpacks_to_too_much_is_unsafe(tmp_path: Path) -> None:
    text = b"<document><body>" + b" " * 300_000_000
    path = sample_files.zip_of(tmp_path / "a.docx", {"[Content_Types].xml": b"<Types/>", "word/document.xml": text})

    assert fault_of(path).code == "unsafe_archive"


def test_a_broken_archive_is_damaged(tmp_path: Path) -> None:
    path = sample_files.zip_of(tmp_path / "paper.zip", {"main.tex": b"\\documentclass{article}" * 50})
    path.write_bytes(path.read_bytes()[:60])

    assert fault_of(path).code == "damaged"


DEPTH = 100_000


def test_a_paper_with_deeply_nested_bookmarks_is_read(tmp_path: Path) -> None:
    path = tmp_path / "paper.pdf"
    path.write_bytes(nested_bookmarks(DEPTH))
    source = PaperSource(path=path, filename=path.name, media_type="application/pdf")

    content = SandboxedReader(ReadLimits(wall_s=60.0, cpu_s=40)).read(source, lambda _done, _pages: None)

    assert any("The bees of hive 7 dance" in block.text for block in content.blocks)


def nested_bookmarks(depth: int) -> bytes:
    lines = (f"BT /F1 11 Tf 72 {780 - 14 * n} Td (The bees of hive {n} dance in the light.) Tj ET" for n in range(30))
    drawn = "\n".join(lines)
    font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    objects = [
        "<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 {font}>>>>>>",
        f"<</Length {len(drawn)}>>\nstream\n{drawn}\nendstream",
        "<</Type/Outlines/First 6 0 R/Last 6 0 R/Count 1>>",
    ]
    for number in range(6, 6 + depth):
        below = f"/First {number + 1} 0 R/Last {number + 1} 0 R/Count 1" if number < 5 + depth else ""
        objects.append(f"<</Title(b)/Parent {number - 1} 0 R{below}/Dest[3 0 R/Fit]>>")
    return _file(objects)


def _file(objects: list[str]) -> bytes:
    body, starts = bytearray(b"%PDF-1.4\n"), []
    for number, text in enumerate(objects, start=1):
        starts.append(len(body))
        body += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    size = len(objects) + 1
    trailer = (
        f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{len(body)}\n%%EOF"
    )
    return bytes(body) + trailer.encode()
