"""Measures exports: papers in each form and style, so that the bounds of `services/exporting` have a source.

Run it as `python benchmarks/exports.py [--papers 10000] [--styled 200]`. It makes its own papers and needs no data.
"""

from __future__ import annotations

import argparse
import time
import tracemalloc
from datetime import UTC, datetime, timedelta

from scholarai.domain.dotted import load
from scholarai.domain.exports import PAPER_EXPORTS
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Metadata, Paper
from scholarai.domain.works import works_of
from scholarai.exporting.collected import Collected
from scholarai.exporting.styles import STYLES, bibliography

_NOW = datetime(2026, 1, 1, tzinfo=UTC)


def made(number: int) -> Paper:
    """Return a paper with what most papers have."""
    at = _NOW + timedelta(seconds=number)
    known = Metadata(
        title=f"Measurement number {number} of things that happen",
        authors=("Ann Lee", "Bo van Dijk", f"Carl {chr(65 + number % 26)}. Müller"),
        doi=f"10.1000/made_{number}",
        abstract="What was done, what was found, and what it means. " * 30,
        year=1950 + number % 70,
        venue="Journal of Tests",
        keywords=("tests", "measurement"),
    )
    name = f"{number}.pdf"
    return Paper(
        id=PaperId(f"p{number}"),
        owner=OwnerId("ann"),
        filename=name,
        object_name=name,
        created_at=at,
        updated_at=at,
        metadata=known,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=10_000)
    parser.add_argument("--styled", type=int, default=200)
    arguments = parser.parse_args()
    papers = [made(number) for number in range(arguments.papers)]
    tracemalloc.start()
    started = time.process_time()
    works = works_of(papers)
    held = tracemalloc.get_traced_memory()[0] / len(works)
    tracemalloc.stop()
    print(
        f"works and keys: {len(works)} in {time.process_time() - started:.2f} s, {held:.0f} bytes each beside the papers"
    )
    collected = Collected(works=works, style="apa", quotes={}, notes={})
    for export in PAPER_EXPORTS:
        if not export.styled:
            started = time.process_time()
            size = sum(map(len, load(export.renderer)(collected)))
            print(f"{export.name}: {size / 1e6:.1f} MB in {time.process_time() - started:.2f} s of CPU")
    for style in STYLES:
        started = time.process_time()
        count = sum(1 for _ in bibliography(works[: arguments.styled], style, "text"))
        print(f"{style.name}: {1000 * (time.process_time() - started) / count:.1f} ms of CPU an entry")


if __name__ == "__main__":
    main()
