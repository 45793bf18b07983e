"""The reader runs each file in a process of its own and passes on what that process says."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace
from unit.reading import sample_files

from scholarai.adapters.reading import encoding
from scholarai.adapters.reading.formats import read_file
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.ports.reading import PaperSource


def source(path: Path) -> PaperSource:
    return PaperSource(path=path, filename=path.name, media_type="application/pdf")


def test_progress_is_told_in_order_up_to_the_last_page(tmp_path: Path) -> None:
    path = sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES * 3)
    told: list[tuple[int, int | None]] = []

    SandboxedReader(ReadLimits()).read(source(path), lambda done, pages: told.append((done, pages)))

    assert told == sorted(told)
    assert told[-1] == (9, 9)


def test_what_the_listener_raises_stops_the_reading(tmp_path: Path) -> None:
    class LeaseLostError(Exception):
        pass

    def lost(_done: int, _pages: int | None) -> None:
        raise LeaseLostError

    with pytest.raises(LeaseLostError):
        SandboxedReader(ReadLimits()).read(
            source(sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES)), lost
        )


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    path = sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES)
    before = children()

    SandboxedReader(ReadLimits()).read(source(path), lambda *_: None)

    assert children() <= before


def children() -> set[str]:
    """Return this process's children, of other tests too."""
    pids: set[str] = set()
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):  # another test's thread that just ended
            pids.update((task / "children").read_text().split())
    return pids


def test_the_bytes_decide_the_format_not_the_name(tmp_path: Path) -> None:
    path = sample_files.text_pdf(tmp_path / "paper.md", sample_files.SENTENCES)

    assert SandboxedReader(ReadLimits()).read(source(path), lambda *_: None).source_format == "pdf"


def test_content_survives_its_way_between_processes(tmp_path: Path) -> None:
    path = sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES)
    read = SandboxedReader(ReadLimits()).read(source(path), lambda *_: None)
    content = replace(read, volume="9", issue="8", page_range="12-19", publisher="A Society", issn="1549-1676")

    decoder = encoding.Decoder()
    for line in encoding.encode(content):
        decoder.take(line.rstrip(b"\n"))

    assert decoder.content() == content
    assert content.blocks[0].lines[0].words


def test_half_a_character_does_not_stop_content_between_processes(tmp_path: Path) -> None:
    path = sample_files.text_pdf(tmp_path / "paper.pdf", sample_files.SENTENCES)
    read = SandboxedReader(ReadLimits()).read(source(path), lambda *_: None)

    decoder = encoding.Decoder()
    for line in encoding.encode(replace(read, title="On \ud800 Kettles")):
        decoder.take(line.rstrip(b"\n"))

    assert decoder.content() == replace(read, title="On ? Kettles")


def test_nothing_that_was_read_is_lost_between_processes(tmp_path: Path) -> None:
    path = tmp_path / "paper.tex"
    path.write_text(
        r"\documentclass{article}\title{On Kettles}\author{Ada Author}\newcommand{\vect}[1]{\mathbf{#1}}\begin{document}\maketitle"
        r"\section{Words} Kettles boil \cite{a}, as $\vect{x}$ says. \begin{equation} x = 1 \end{equation}"
        r"\begin{thebibliography}{1}\bibitem{a} A. Author. A title. 2001.\end{thebibliography}\end{document}"
    )

    content = SandboxedReader(ReadLimits()).read(source(path), lambda *_: None)

    assert content == read_file(path, path.name, ReadLimits(), lambda *_: None)
    assert content.commands
    assert content.references


@pytest.mark.slow
def test_a_scanned_page_is_recognised_with_the_boxes_of_its_words(tmp_path: Path) -> None:
    path = sample_files.scan_pdf(tmp_path / "scan.pdf", sample_files.picture_of_text(" ".join(sample_files.SENTENCES)))

    content = SandboxedReader(ReadLimits()).read(source(path), lambda *_: None)

    assert "columns, headings and captions" in content.text()
    assert "recognized" in [note.code for note in content.notes]
    assert all(len(block.boxes) == len(block.lines) for block in content.blocks)
    assert content.blocks[0].lines[0].words[0].high_pt > content.blocks[0].lines[0].words[0].low_pt
