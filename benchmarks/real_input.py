"""Real papers through a served system, unattended: how many are extracted, and how many questions are answered.

`python benchmarks/real_input.py [--data DIR] [--keep DIR]`

Every PDF below `DIR/{pairs,jats,metadata,markdown}` (DIR: `../shared/data` unless given) is uploaded to a
`scholarai serve` of its own over HTTP, its progress polled until it ended, and one question asked about it. A question
counts as answered when it got quotes whose every citation was found in the paper, as declined when the system said
that the paper does not tell, and as failed otherwise. CPU seconds are those of the server and all its children.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))  # the client of the end-to-end tests lives there

from e2e.serving import Server  # noqa: E402  - after the path is set

FOLDERS = ("pairs", "jats", "metadata", "markdown")
QUESTION = "What is the main contribution?"
# As many as a browser sends at once.
UPLOADS_AT_ONCE = 6
PAPER_S = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one paper and of the question about it; times in seconds."""

    file: Path
    status: str
    code: str
    answer: str
    waited_s: float
    asked_s: float


def main() -> int:
    options = _options()
    files = sorted(file for folder in FOLDERS for file in (options.data / folder).rglob("*.pdf"))
    if not files:
        print(f"no PDFs below {options.data}/{{{','.join(FOLDERS)}}}; name the papers' folder with --data")
        return 2
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        started = time.monotonic()
        outcomes = _run(Server((options.keep or Path(folder)) / "data"), files)
        _report(outcomes, time.monotonic() - started)
    return 0 if all(outcome.status == "completed" for outcome in outcomes) else 1


def _run(server: Server, files: list[Path]) -> list[Outcome]:
    server.start()
    try:
        server.wait_until_ended("sample-paper")  # so that the model is loaded and no paper is charged for it
        with ThreadPoolExecutor(UPLOADS_AT_ONCE) as pool:
            return list(pool.map(lambda file: _put_through(server, file), files))
    finally:
        server.stop()


def _put_through(server: Server, file: Path) -> Outcome:
    started = time.monotonic()
    paper_id = server.upload(file.read_bytes(), file.name)
    ended = server.wait_until_ended(paper_id, PAPER_S)
    extracted = time.monotonic()
    answer = _ask(server, paper_id) if ended["status"] == "completed" else "not asked"
    asked = time.monotonic()
    return Outcome(
        file=file,
        status=ended["status"],
        code=(ended["error"] or {}).get("code", ""),
        answer=answer,
        waited_s=extracted - started,
        asked_s=asked - extracted,
    )


def _ask(server: Server, paper_id: str) -> str:
    reply = server.post(f"/papers/{paper_id}/chat", {"question": QUESTION})
    if reply.status != 200:
        return f"failed with {reply.status}"
    answer: dict[str, Any] = reply.json()
    if answer.get("refusal"):
        return "declined"
    citations = [citation for section in answer["sections"] for citation in section.get("citations", ())]
    if not citations:
        return "without quotes"
    return "answered" if all(citation["verdict"] != "not_found" for citation in citations) else "quote not found"


def _report(outcomes: list[Outcome], wall_s: float) -> None:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    for outcome in outcomes:
        if outcome.status != "completed" or outcome.answer != "answered":
            print(f"{outcome.file.name}: {outcome.status} {outcome.code} · {outcome.answer}")
    statuses = Counter(outcome.status for outcome in outcomes)
    asked = sorted(outcome.asked_s for outcome in outcomes if outcome.status == "completed")
    print(f"extracted  {statuses['completed']} of {len(outcomes)} papers  {dict(statuses)}")
    print(f"questions  {dict(Counter(outcome.answer for outcome in outcomes))}")
    print(f"wall       {wall_s:.0f} s, {wall_s / len(outcomes):.1f} s per paper")
    print(f"CPU        {children.ru_utime + children.ru_stime:.0f} s of the server and its children")
    if asked:
        print(
            f"an answer  median {asked[len(asked) // 2]:.2f} s, slowest {asked[-1]:.2f} s, while others are extracted"
        )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT / ".." / "shared" / "data")
    parser.add_argument("--keep", type=Path, help="keep the library and the server's log in this folder")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
