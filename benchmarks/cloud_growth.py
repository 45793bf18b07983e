"""How the memory of one instance of `extract` grows with the papers it reads: `python benchmarks/cloud_growth.py [--papers 4000]`.

Sends short papers to the local cloud, a few at a time, prints the instance's resident memory as it goes, and ends with 1 if it grew
by more than `GROWTH_MIB` from the middle of the run to its end. What grows must level off: Google's storage client leaves 26 objects
in cycles for a paper, 5 to 9 kB, which are there until the garbage collector looks; since 2026-11-20 it does when there are 10,000
(`entrypoints/instance.py`). Measured that day with reading left out, MiB after 200, 500, 1,000, 1,500, 2,000 and 2,500 papers:
128.1, 129.2, 129.8, 129.9, 129.9, 128.4; before, with a look at 100,000 objects, 127.7 after 200, 133.2 after 1,000, 138.1 after
2,000 and 142.5 after 3,000, the first look between the last two. All with reading: 163.9 after 100, 165.4 after 400 and after 500.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the local cloud and the Gemini server live there
sys.path.insert(0, str(ROOT / "benchmarks"))

from cloud_load import Forgetful  # noqa: E402  - after the path is set
from doubles.cloud.local_cloud import LocalCloud  # noqa: E402  - after the path is set
from doubles.gemini_server.server import GeminiServer  # noqa: E402  - after the path is set

MIB = 1024 * 1024
# More than a sawtooth of 10,000 small objects; a guess.
GROWTH_MIB = 5
AT_ONCE = 6
PATIENCE_S = 240.0
PAPER = "# A short paper about kettles\n\nKettles boil water.\n\n## Method\n\nWe watched number {}.\n"


class Announced:
    """Which papers were announced as extracted; who waits lets the sweeper look for what a worker could not announce."""

    def __init__(self, sweep: Callable[[], None]) -> None:
        self._sweep = sweep
        self._ids: set[str] = set()
        self._arrived = threading.Condition()

    def hear(self, message: Mapping[str, Any]) -> None:
        event = json.loads(base64.b64decode(message["message"]["data"]))
        with self._arrived:
            if event["type"] == "paper.extracted":
                self._ids.add(event["paper_id"])
            self._arrived.notify_all()

    def wait_for(self, count: int) -> None:
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            with self._arrived:
                if self._arrived.wait_for(lambda: len(self._ids) >= count, PATIENCE_S / 4):
                    return
            self._sweep()
        sys.exit(f"{len(self._ids)} of {count} papers were announced in time; the last were {sorted(self._ids)[-9:]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=4_000)
    parser.add_argument("--keep", type=Path, help="a new folder for the function's logs, which are removed otherwise")
    options = parser.parse_args()
    papers = options.papers
    with tempfile.TemporaryDirectory(prefix="scholarai-growth-") as temporary, GeminiServer() as model:
        model.requests = Forgetful()
        settings = {
            "GEMINI_API_KEY": "bench",
            "SCHOLARAI_GEMINI_BASE_URL": model.url,
            "SCHOLARAI_EMBEDDING_DIMENSIONS": "64",
        }
        with LocalCloud(options.keep or Path(temporary), counts={"extract": 1}, settings=settings) as cloud:
            sizes = _sizes(cloud, papers)
    grown = sizes[-1] - sizes[len(sizes) // 2]
    print(f"from the middle to the end: {grown / MIB:+.1f} MiB, {grown / 1024 / (papers / 2):+.2f} kB a paper")
    return int(grown > GROWTH_MIB * MIB)


def _sizes(cloud: LocalCloud, papers: int) -> list[int]:
    """Send the papers and return the instance's memory after each twentieth of them."""
    announced, sizes, begun = Announced(cloud.sweep), list[int](), time.monotonic()
    cloud.on_announced = announced.hear
    (instance,) = cloud.functions["extract"].instances
    for number in range(papers):
        cloud.put("ada", f"paper{number}", "paper.md", PAPER.format(number).encode())
        announced.wait_for(number + 1 - AT_ONCE)
        if (number + 1) % (papers // 20) == 0:
            announced.wait_for(number + 1)
            sizes.append(instance.resident_bytes())
            spent, load = time.monotonic() - begun, os.getloadavg()[0]
            print(f"{number + 1:6} papers: {sizes[-1] / MIB:6.1f} MiB ({spent:.0f} s, load {load:.1f})", flush=True)
    return sizes


if __name__ == "__main__":
    raise SystemExit(main())
