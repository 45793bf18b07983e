"""Measures the page in a real browser: size, first paint, 500 pages, scrolling, layout shift, memory, click to box.

    python benchmarks/page.py [--pages 500] [--papers 50] [--listed 10000]

Prints JSON. The targets beside the figures are those that the page was made for. `web/e2e/measures.ts` takes the raw figures.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from web.built import first_files_of_page, weights_of_page  # noqa: E402  - the tests' own helpers

SLOWDOWN = 4
RUNS = 5
CLICKS = 12
# Some seven seconds at 2,400 pixels a second, which is fast reading.
FRAMES = 400
PIXELS = 40
STEPS = 250
# Somebody looks at the library for a while before a paper is opened.
REST_MS = 4_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--papers", type=int, default=50)
    parser.add_argument("--listed", type=int, default=10_000)
    arguments = parser.parse_args()
    extent = {
        "runs": RUNS,
        "slowdown": SLOWDOWN,
        "rest_ms": REST_MS,
        "clicks": CLICKS,
        "steps": STEPS,
        "frames": FRAMES,
        "pixels": PIXELS,
        **vars(arguments),
    }
    with tempfile.TemporaryDirectory() as folder:
        taken = Path(folder) / "measures.json"
        done = subprocess.run(
            [sys.executable, ROOT / "web" / "e2e.py", "--project=measures"],
            # Where nothing can be measured, that is a failure.
            env={**os.environ, "CI": "true", "EXTENT": json.dumps(extent), "MEASURES": str(taken)},
            stdout=sys.stderr,
            check=False,
        )
        if done.returncode != 0:
            return done.returncode
        seen = json.loads(taken.read_text())
    sys.stdout.write(json.dumps(figures_of(seen, arguments.pages, arguments.listed), indent=2) + "\n")
    return 0


def figures_of(seen: dict[str, Any], pages: int, listed: int) -> dict[str, Any]:
    """Return medians of what was measured, beside their targets."""
    paints, firsts = seen["paints"], seen["firsts"]
    return {
        "chromium": seen["chromium"],
        "bundle": bundle(),
        "library": {
            "cpu_slowdown": SLOWDOWN,
            "first_contentful_paint_ms": _middle([paint["painted_ms"] for paint in paints]),
            "target_paint_ms": 500,
            "interactive_ms": _middle([paint["interactive_ms"] for paint in paints]),
            "target_interactive_ms": 900,
        },
        "long_paper": {
            "pages": pages,
            "first_page_ms": _middle([first["drawn_ms"] for first in firsts]),
            "target_first_page_ms": 900,
            "from_library_at_once_ms": _middle([one["drawn_ms"] for one in seen["at_once"]]),
            "from_library_ms": _middle([one["drawn_ms"] for one in seen["rested"]]),
        },
        "scrolling": {**seen["scrolled"], "target_blank_ms": 300, **frames(seen["paper_frames"])},
        "layout_shift": {
            "library": round(max(paint["shift"] for paint in paints), 4),
            "paper": round(max(first["shift"] for first in firsts), 4),
            "target": 0.01,
        },
        "click_to_box": {
            "median_ms": _middle(seen["clicks"]),
            "worst_ms": round(max(seen["clicks"])),
            "target_ms": 60,
        },
        # The heaps while papers are opened and left, after garbage was collected.
        "memory": {
            "papers": [one["papers"] for one in seen["memory"]],
            **{
                name: [round(one[name], 1) for one in seen["memory"]]
                for name in ("heap_mb", "worker_mb", "nodes", "listeners")
            },
        },
        "list": {"papers": listed, **frames(seen["list_frames"])},
    }


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


def frames(took_ms: list[float]) -> dict[str, Any]:
    """Return the frames a second of scrolling on a slower processor: of the median frame and the slowest twentieth."""
    took = sorted(took_ms)
    return {
        "cpu_slowdown": SLOWDOWN,
        "median_frames_a_second": round(1000 / statistics.median(took)),
        "slowest_twentieth_frames_a_second": round(1000 / took[-max(1, len(took) // 20)]),
        "longest_frame_ms": round(took[-1]),
        "target_frames_a_second": 50,
    }


def _middle(values: list[float]) -> int:
    return round(statistics.median(values))


if __name__ == "__main__":
    sys.exit(main())
