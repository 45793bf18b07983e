"""Thirty random kills of `scholarai serve` while 48 papers come in: which of them are read in the end.

`python benchmarks/kills.py [--papers 48] [--kills 30] [--seed 1] [--settle-s 900]`

The papers are Markdown of different lengths, uploaded one after the other between the kills. A kill is a SIGKILL of the
whole server 0.5 to 6 s after it answers again. Afterwards the server is left alone. It passes when every paper ends as
completed.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the server of the end-to-end tests

from e2e.serving import Server  # noqa: E402

_WORDS = "method result table figure measure sample model theory value error cell protein network signal".split()


def main() -> int:
    options = _options()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        server = Server(Path(folder) / "data")
        try:
            ids = _upload_and_kill(server, chance, options.papers, options.kills)
            ended = _settled(server, ids, options.settle_s)
        finally:
            server.kill()
    print(f"{options.kills} kills, {len(ids)} papers: {dict(ended)}")
    return 0 if ended == {"completed": options.papers} else 1


def _upload_and_kill(server: Server, chance: random.Random, papers: int, kills: int) -> list[str]:
    ids: list[str] = []
    for kill in range(1, kills + 1):
        server.start()
        until = time.monotonic() + chance.uniform(0.5, 6)
        while len(ids) < papers * kill // kills:
            ids.append(server.upload(_paper(chance), f"paper-{len(ids)}.md"))
        time.sleep(max(0.0, until - time.monotonic()))
        server.kill()
    server.start()
    return ids


def _settled(server: Server, ids: list[str], patience_s: float) -> Counter[str]:
    """Return how many papers are in which status once all have ended, or when patience has."""
    deadline = time.monotonic() + patience_s
    while True:
        found = Counter(_status(server, paper_id) for paper_id in ids)
        if found["uploaded"] + found["extracting"] == 0 or time.monotonic() > deadline:
            return found
        time.sleep(1)


def _status(server: Server, paper_id: str) -> str:
    extraction = server.extraction(paper_id)
    error = extraction["error"]
    return str(extraction["status"]) if extraction["status"] != "failed" else f"failed: {error['code']}"


def _paper(chance: random.Random) -> bytes:
    """Return a paper of 2 to 40 sections, no two of them alike."""
    sections = (
        f"## Section {n}\n\n" + "\n\n".join(_sentences(chance) for _ in range(4)) for n in range(chance.randint(2, 40))
    )
    return ("# A paper\n\n" + "\n\n".join(sections)).encode()


def _sentences(chance: random.Random) -> str:
    return " ".join(
        f"The {' '.join(chance.choices(_WORDS, k=8))} is {chance.randint(1, 9_999)}."
        for _ in range(chance.randint(2, 6))
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=int, default=48)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--settle-s", type=float, default=900)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
