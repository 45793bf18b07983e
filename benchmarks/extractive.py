"""How good the extractive answerer is: does it quote the answer, and does it decline what a paper does not hold.

`python benchmarks/extractive.py [--data DIR] [--sets NAME...] [--k 8] [--show N]`

Papers and questions come from `DIR/qa` (DIR: `../shared/data` unless given); the passages from the search that chat
uses. "right" are questions asked of their own paper, "wrong" the same questions asked of another paper of their set.
`gate` is the refusal in code before the model, `both` what a user sees. An answer counts as found when a quote holds a gold
answer's text (covidqa), or stands in a gold evidence text (the others).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from retrieval import Asked, QuestionSet, load_scorer, load_set

from scholarai.adapters.models.local import local_embedder
from scholarai.adapters.models.local.extractive import choose_sentences
from scholarai.config import Settings
from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.retrieval.search import SearchedPaper, search_paper

SETS = ("covidqa", "evidence_inference", "qasper_full")
MODEL = "all-MiniLM-L6-v2"
COLUMNS = ("questions", "kept", "refused", "refused_both", "kept_both", "found_first", "found", "quotes", "ms")


def main() -> int:
    options = _options()
    scorer_file = options.data.parent / "tools" / "score" / "score_retrieval.py"
    if not (options.data / "qa").is_dir() or not scorer_file.is_file():
        print(f"no {options.data}/qa or no {scorer_file}; name the data folder with --data")
        return 2
    print(f"{'':20}" + "".join(f"{column:>14}" for column in COLUMNS))
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder:
        embedder = local_embedder(Settings.from_env({"SCHOLARAI_DATA": folder}))
        if embedder is None:
            print("the local embedding model is not installed")
            return 2
        total: Counter[str] = Counter()
        for name in options.sets:
            loaded = load_set(name, options.data, load_scorer(scorer_file), embedder)
            counts = measure(loaded, options.k, options.show)
            total += counts
            print(_row(name, counts), flush=True)
        print(_row("all", total))
    return 0


def measure(loaded: QuestionSet, k: int, show: int) -> Counter[str]:
    """Ask every question of its own paper and of another one, and count."""
    chance = random.Random(0)
    gold = {str(row["question_id"]): row for row in map(json.loads, loaded.gold.read_text().splitlines())}
    counts: Counter[str] = Counter()
    for asked in loaded.questions:
        other = chance.choice([paper for paper in loaded.papers if paper != asked.paper])
        evidence, weak = _search(loaded, asked, asked.paper, k)
        began = time.perf_counter()
        chosen = [sentence.text for sentence in choose_sentences(asked.text, evidence)]
        counts["ms"] += round(1_000_000 * (time.perf_counter() - began))
        counts.update(questions=1, kept=bool(chosen), kept_both=bool(chosen) and not weak, quotes=len(chosen))
        counts.update(found_first=_holds(chosen[:1], gold[asked.id]), found=_holds(chosen, gold[asked.id]))
        evidence, weak = _search(loaded, asked, other, k)
        declined = not choose_sentences(asked.text, evidence)
        counts.update(refused=declined, refused_both=declined or weak)
        if counts["questions"] <= show:
            print(f"\n{asked.text}\n  " + "\n  ".join(chosen or ["(declined)"]))
    return counts


def _search(loaded: QuestionSet, asked: Asked, paper: str, k: int) -> tuple[Sequence[Evidence], bool]:
    searched = SearchedPaper(paper_id=PaperId(paper), index=loaded.papers[paper], model=MODEL)
    found = search_paper(searched, asked.text, asked.vector, k=k)
    return found.evidence, found.weak


def _holds(quotes: Sequence[str], row: Mapping[str, Any]) -> bool:
    answers = [_squash(answer) for answer in row["gold_answers"] if answer]
    evidence = [_squash(text) for texts in row["gold_evidence_texts"] for text in texts]
    if row["type"] == "extractive":
        return any(answer and answer in _squash(quote) for quote in quotes for answer in answers)
    return any(_squash(quote) in text or text in _squash(quote) for quote in quotes for text in evidence if text)


def _squash(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _row(name: str, counts: Counter[str]) -> str:
    asked = max(counts["questions"], 1)
    cells = [
        str(asked),
        *(f"{counts[column] / asked:.3f}" for column in COLUMNS[1:-1]),
        f"{counts['ms'] / asked / 1_000:.1f}",
    ]
    return f"{name:20}" + "".join(f"{cell:>14}" for cell in cells)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", nargs="+", default=list(SETS), choices=SETS)
    parser.add_argument("--k", type=int, default=8)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print the first N answers of each set")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
