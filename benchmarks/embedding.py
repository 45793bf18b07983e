"""What embedding a paper costs with each runner, and how soon the first question is embedded.

`python benchmarks/embedding.py [--characters 50000] [--rounds 3]`

Needs no data: the text is generated. CPU seconds are this process's, all threads; a cold query is measured in a process
of its own from the import of NumPy on, with compiled bytecode. `overlapping` windows share their pieces' states (the
default), `each alone` encodes every window again, which is what they are compared with.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from scholarai.adapters.models.local import LocalEmbedder
from scholarai.adapters.models.local.passes import STEP_CHARACTERS, WINDOW_CHARACTERS
from scholarai.adapters.models.local.weights import ModelFiles, find_model_files
from scholarai.splitting.windows import cut_windows

CHUNK_CHARACTERS = 1_600
QUESTION = "How does the proposed method compare with earlier work on small samples?"
WORDS = """the model of a large sample was measured with respect to temperature and pressure in order to estimate its
influence on performance while previous work considered regularisation parameters optimisation heterogeneous receptor
binding significantly lower results than expected under controlled conditions""".split()
COLD = """
import sys, time
start = time.perf_counter()
from pathlib import Path
from scholarai.adapters.models.local import LocalEmbedder
from scholarai.adapters.models.local.weights import find_model_files
cache = Path(sys.argv[1])
LocalEmbedder(find_model_files(cache), cache).embed_query(sys.argv[2])
print(time.perf_counter() - start)
"""


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        cache = Path(folder)
        files = find_model_files(cache)
        if files is None:
            print("the local embedding model is not installed")
            return 2
        texts = _texts(options.characters)
        print(f"{options.characters:,} characters, {len(texts)} chunks, best of {options.rounds}")
        for label, fast in (("numpy", False), ("onnxruntime", True)):
            _print_costs(label, files, cache, texts, use_onnxruntime=fast, rounds=options.rounds)
        warm = LocalEmbedder(files, cache)
        warm.embed_query(QUESTION)
        queries = [_seconds(lambda: warm.embed_query(QUESTION), time.perf_counter) for _ in range(50)]
        print(f"query warm: median {1_000 * statistics.median(queries):.1f} ms, best {1_000 * min(queries):.1f} ms")
        colds = [_cold_query_s(cache) for _ in range(1 + options.rounds)][1:]
        print(f"query cold: best {1_000 * min(colds):.0f} ms from import to vector")
    return 0


def _print_costs(
    label: str, files: ModelFiles, cache: Path, texts: list[str], *, use_onnxruntime: bool, rounds: int
) -> None:
    LocalEmbedder(files, cache, use_onnxruntime=use_onnxruntime).embed_texts(texts[:1])  # the graph is built once
    windows = [
        text[w.start : w.end]
        for text in texts
        for w in cut_windows(text, limit=WINDOW_CHARACTERS, step=STEP_CHARACTERS)
    ]
    for policy, pieces in (("overlapping", texts), ("each alone", windows)):
        runs = []
        for _ in range(rounds):
            embedder = LocalEmbedder(files, cache, use_onnxruntime=use_onnxruntime)
            runs.append(_seconds(lambda: embedder.embed_texts(pieces), time.process_time))  # noqa: B023  - run at once
        print(f"{label:12} {policy:12} {min(runs):6.2f} CPU s, opening included")


def _cold_query_s(cache: Path) -> float:
    command = [sys.executable, "-c", COLD, str(cache), QUESTION]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout)


def _seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    began = clock()
    work()
    return clock() - began


def _texts(characters: int) -> list[str]:
    """Return chunks of sentences of ordinary length, always the same."""
    chance = random.Random(0)
    texts: list[str] = []
    while sum(map(len, texts)) < characters:
        sentences: list[str] = []
        while sum(map(len, sentences)) < CHUNK_CHARACTERS:
            sentences.append(" ".join(chance.choices(WORDS, k=chance.randint(8, 30))).capitalize() + ". ")
        texts.append("".join(sentences)[:CHUNK_CHARACTERS])
    return texts


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--characters", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
