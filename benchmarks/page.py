"""Measures the page in a real browser: size, first paint, 500 pages, scrolling, layout shift, memory, click to box.

    python benchmarks/page.py [--pages 500] [--papers 50] [--listed 10000]

Prints JSON. The targets beside the figures are those that the page was made for.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from e2e.serving import Server, wait_for  # noqa: E402  - the tests' own helpers
from web import papers  # noqa: E402  - after the path is set
from web.browser import (  # noqa: E402  - after the path is set
    SAMPLE_QUESTION,
    Browser,
    build_page,
    find_chromium,
    first_files_of_page,
    url_of,
    weights_of_page,
)

SLOWDOWN = 4
RUNS = 5
CLICKS = 12
# Some seven seconds at 2,400 pixels a second, which is fast reading.
FRAMES = 400
PIXELS = 40
STEPS = 250
# Somebody looks at the library for a while before a paper is opened.
REST_MS = 4_000
# Of a file of references; a call adds some of them.
ENTRIES = 2_000
EXTRACTING_S = 600


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--papers", type=int, default=50)
    parser.add_argument("--listed", type=int, default=10_000)
    arguments = parser.parse_args()
    chromium, why = find_chromium(), build_page()
    if chromium is None or why is not None:
        sys.stderr.write(f"cannot measure: {why or 'no Chromium on the path (CHROMIUM names one)'}\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data").start()
        browser = Browser(chromium)
        try:
            figures = {
                "chromium": browser.version,
                "bundle": bundle(),
                **measure(server, browser, Path(folder), arguments.pages, arguments.papers),
                "list": long_list(server, browser, arguments.listed),
            }
        finally:
            browser.close()
            server.kill()
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    return 0


def bundle() -> dict[str, Any]:
    """Return what the page weighs after gzip, in kilobytes: what comes before the library can be used, all, and each file.

    The worker of pdf.js stands apart.
    """
    weights = {name: size / 1000 for name, size in weights_of_page().items()}
    worker = sum(weight for name, weight in weights.items() if "worker" in name)
    return {
        "first_kb": round(sum(weights[name] for name in first_files_of_page()), 1),
        "target_first_kb": 220,
        "all_kb": round(sum(weights.values()) - worker, 1),
        "target_all_kb": 650,
        "without_formulas_kb": round(
            sum(kb for name, kb in weights.items() if "worker" not in name and "katex" not in name), 1
        ),
        "worker_kb": round(worker, 1),
        "files_kb": {name: round(weight, 1) for name, weight in sorted(weights.items(), key=lambda item: -item[1])},
    }


def measure(server: Server, browser: Browser, folder: Path, pages: int, papers_opened: int) -> dict[str, Any]:
    url = url_of(server)
    wait_for(lambda: bool(server.extraction("sample-paper")["status"] == "completed"), 60)
    long_paper = papers.long_paper(folder / "long.pdf", pages)
    paper_id = server.upload(long_paper.read_bytes(), long_paper.name)
    server.wait_until_ended(paper_id, EXTRACTING_S)
    paints = [browser.play("firstPaint", url=url, slowdown=SLOWDOWN) for _ in range(RUNS)]
    firsts = [browser.play("firstPage", url=url, id=paper_id) for _ in range(RUNS)]
    ways = [
        [browser.play("firstPageFromLibrary", url=url, id=paper_id, rest_ms=rest) for _ in range(RUNS)]
        for rest in (0, REST_MS)
    ]
    scrolled = browser.play("scrollThrough", fresh=False, steps=STEPS)
    clicks = browser.play("clickToBox", url=url, id="sample-paper", question=SAMPLE_QUESTION, clicks=CLICKS)["times_ms"]
    return {
        "library": {
            "cpu_slowdown": SLOWDOWN,
            "first_contentful_paint_ms": _middle(paint["painted_ms"] for paint in paints),
            "target_paint_ms": 500,
            "interactive_ms": _middle(paint["interactive_ms"] for paint in paints),
            "target_interactive_ms": 900,
        },
        "long_paper": {
            "pages": pages,
            "first_page_ms": _middle(first["drawn_ms"] for first in firsts),
            "target_first_page_ms": 900,
            "from_library_at_once_ms": _middle(one["drawn_ms"] for one in ways[0]),
            "from_library_ms": _middle(one["drawn_ms"] for one in ways[1]),
        },
        "scrolling": {
            **scrolled,
            "target_blank_ms": 300,
            **frames(browser, url, f"/papers/{paper_id}", '[data-page="1"] canvas'),
        },
        "layout_shift": {
            "library": round(max(paint["shift"] for paint in paints), 4),
            "paper": round(max(first["shift"] for first in firsts), 4),
            "target": 0.01,
        },
        "click_to_box": {"median_ms": _middle(clicks), "worst_ms": round(max(clicks)), "target_ms": 60},
        "memory": memory(server, browser, folder, papers_opened),
    }


def frames(browser: Browser, url: str, path: str, holds: str) -> dict[str, Any]:
    """Return the frames a second of scrolling on a slower processor: of the median frame and the slowest twentieth."""
    seen = browser.play(
        "scrollFrames", url=url, path=path, holds=holds, slowdown=SLOWDOWN, frames=FRAMES, pixels=PIXELS
    )
    took = sorted(seen["frames_ms"])
    return {
        "cpu_slowdown": SLOWDOWN,
        "median_frames_a_second": round(1000 / statistics.median(took)),
        "slowest_twentieth_frames_a_second": round(1000 / took[-max(1, len(took) // 20)]),
        "longest_frame_ms": round(took[-1]),
        "target_frames_a_second": 50,
    }


def long_list(server: Server, browser: Browser, count: int) -> dict[str, Any]:
    """Return the frames a second of scrolling the list of a library of many records."""
    for first in range(0, count, ENTRIES):
        text = "\n".join(
            f"@article{{k{n}, title = {{How {n} kettles boil}}, author = {{Doe, Jane and Roe, Jo}}, year = {1950 + n % 70}}}"
            for n in range(first, min(first + ENTRIES, count))
        )
        start: int | None = 0
        while start is not None:
            start = server.post("/works/entries", {"text": text, "start": start}).json()["next_start"]
    return {"papers": count, **frames(browser, url_of(server), "/", "[data-paper]")}


def memory(server: Server, browser: Browser, folder: Path, count: int) -> dict[str, Any]:
    """Return the heaps while papers are opened and left, after garbage was collected."""
    ids = []
    for number in range(count):
        path = papers.two_columns(folder / f"{number}.pdf", f"Boiling Water, Part {number + 1}")
        ids.append(server.upload(path.read_bytes(), path.name))
    for paper_id in ids:
        server.wait_until_ended(paper_id, EXTRACTING_S)
    seen = browser.play("openMany", url=url_of(server), ids=ids)
    return {
        "papers": [one["papers"] for one in seen],
        **{name: [round(one[name], 1) for one in seen] for name in ("heap_mb", "worker_mb", "nodes", "listeners")},
    }


def _middle(values: Any) -> int:
    middle: float = statistics.median(values)
    return round(middle)


if __name__ == "__main__":
    sys.exit(main())
