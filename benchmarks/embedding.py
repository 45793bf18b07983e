"""What embedding a paper costs, how soon the first question is embedded, and the memory that it takes.

`python benchmarks/embedding.py [--characters 50000] [--rounds 3]`

Needs no data: the text is generated. CPU seconds are those of a process of its own, of all threads, from the import of NumPy on, with
compiled bytecode and a verified file; memory is the most that it had resident, the pages of the mapped file that were read included.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

CHUNK_CHARACTERS = 1_600
QUESTION = "How does the proposed method compare with earlier work on small samples?"
WORDS = """the model of a large sample was measured with respect to temperature and pressure in order to estimate its
influence on performance while previous work considered regularisation parameters optimisation heterogeneous receptor
binding significantly lower results than expected under controlled conditions""".split()
MEASURED = """
import json, resource, sys, time
start, began = time.perf_counter(), time.process_time()
from scholarai.adapters.models.local import local_embedder
from scholarai.config import Settings
embedder = local_embedder(Settings.from_env({"SCHOLARAI_DATA": sys.argv[1]}))
embedder.embed_query("Why?")
first = time.perf_counter() - start, time.process_time() - began
questions = []
for _ in range(50):
    began = time.process_time()
    embedder.embed_query(sys.argv[2])
    questions.append(time.process_time() - began)
def resident():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
opened, began = resident(), time.process_time()
embedder.embed_texts(json.load(sys.stdin))
print(json.dumps([*first, sorted(questions)[25], time.process_time() - began, opened, resident()]))
"""


def main() -> int:
    options = _options()
    texts = _texts(options.characters)
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        _measure(Path(folder), texts[:1])  # hashes the file
        runs = [_measure(Path(folder), texts) for _ in range(options.rounds)]
    wall, cpu, question, paper, opened, most = map(min, zip(*runs, strict=True))
    print(f"{options.characters:,} characters, {len(texts)} chunks, best of {options.rounds}")
    print(f"first question  {wall:6.2f} s, {cpu:.2f} CPU s, from import to vector")
    print(f"next question   {1_000 * question:6.1f} CPU ms")
    print(f"the paper       {paper:6.2f} CPU s")
    print(f"memory          {opened:6.0f} MB after questions, {most:.0f} MB after the paper")
    return 0


def _measure(folder: Path, texts: list[str]) -> list[float]:
    command = [sys.executable, "-c", MEASURED, str(folder), QUESTION]
    run = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True, timeout=600)
    found: list[float] = json.loads(run.stdout)
    return found


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
