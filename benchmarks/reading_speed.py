"""What reading costs beside PyMuPDF alone: `python benchmarks/reading_speed.py --data DIR`.

Pages per CPU second as a share of those of PyMuPDF's own `dict` without images over the same PDFs, in this order: the
papers read in one process; read as a batch whose processes are forked from warm ones; and with a process started for each.
"""

from __future__ import annotations

import argparse
import gc
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymupdf

from scholarai.adapters.reading.formats import read_file
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.ports.reading import PaperSource

Read = Callable[[Path], object]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--only", choices=WAYS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    papers = sorted(arguments.data.glob("pairs/*/*.pdf"))
    if arguments.only:
        WAYS[arguments.only](papers)
        return
    pages = sum(pymupdf.open(path).page_count for path in papers)
    spent = {way: cpu_s(arguments.data, way) for way in WAYS}
    print(f"{len(papers)} papers, {pages} pages")
    for way, seconds in spent.items():
        print(f"{way:12} {seconds:7.1f} CPU s {pages / seconds:7.1f} pages/CPU s {spent['dict'] / seconds:6.2f}")


def cpu_s(data: Path, way: str) -> float:
    """Return the CPU time of a way, in a process of its own, its start and its children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, __file__, "--data", str(data), "--only", way], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def by_pymupdf(papers: list[Path]) -> None:
    flags = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES
    for path in papers:
        document: Any = pymupdf.open(path)
        for page in document:
            page.get_text("dict", flags=flags)


def in_process(papers: list[Path]) -> None:
    gc.disable()  # as a reading process does
    for path in papers:
        read_file(path, path.name, ReadLimits(), lambda *_: None)


def warm(papers: list[Path]) -> None:
    with SandboxedReader(ReadLimits()).for_many() as reader:
        _read(reader, papers)


def cold(papers: list[Path]) -> None:
    _read(SandboxedReader(ReadLimits()), papers)


def _read(reader: SandboxedReader, papers: list[Path]) -> None:
    for path in papers:
        reader.read(PaperSource(path=path, filename=path.name, media_type=""), lambda *_: None)


WAYS = {"dict": by_pymupdf, "in process": in_process, "warm": warm, "cold": cold}

if __name__ == "__main__":
    main()
