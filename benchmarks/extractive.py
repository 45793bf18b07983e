"""Whether answers without a model quote the answer, and whether the search is unsure where a paper holds none.

`python benchmarks/extractive.py [--data DIR] [--sets NAME...] [--k 8] [--show N]`

Papers and questions come from `DIR/qa` (DIR: `../shared/data` unless given); the passages from the search that chat
uses. `sure` is the share of questions asked of their own paper of which the search is sure, `unsure_of_wrong` that of the same questions
asked of another paper of their set of which it is not. An answer counts as found when a quote holds a gold answer's text (covidqa and
generated papers), or stands in a gold evidence text (the others).
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evidence import sets_in
from retrieval import Asked, QuestionSet, load_sets

from scholarai.adapters.models.local.extractive import choose_sentences
from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.retrieval.search import SearchedPaper, search_paper

# Its questions are citing sentences, which no sentence of the paper answers.
WITHOUT_ANSWERS = ("scisumm",)
COLUMNS = ("questions", "sure", "unsure_of_wrong", "found_first", "found", "quotes", "ms")


def main() -> int:
    options = _options()
    names = options.sets or [name for name in sets_in(options.data) if name not in WITHOUT_ANSWERS]
    sets = load_sets(options.data, names)
    if not sets:
        return 2
    print(f"{'':20}" + "".join(f"{column:>14}" for column in COLUMNS))
    total: Counter[str] = Counter()
    for loaded in sets:
        counts = measure(loaded, options.k, options.show)
        total += counts
        print(_row(loaded.name, counts), flush=True)
    print(_row("all", total))
    return 0


def measure(loaded: QuestionSet, k: int, show: int) -> Counter[str]:
    """Ask every question of its own paper and of another one, and count."""
    chance = random.Random(0)
    gold = {str(row["question_id"]): row for row in loaded.gold}
    counts: Counter[str] = Counter()
    for asked in loaded.questions:
        other = chance.choice([paper for paper in loaded.papers if paper != asked.paper])
        evidence, weak = _search(loaded, asked, asked.paper, k)
        began = time.perf_counter()
        chosen = [sentence.text for sentence in choose_sentences(asked.text, evidence)]
        counts["ms"] += round(1_000_000 * (time.perf_counter() - began))
        counts.update(questions=1, sure=not weak, quotes=len(chosen))
        counts.update(found_first=_holds(chosen[:1], gold[asked.id]), found=_holds(chosen, gold[asked.id]))
        counts.update(unsure_of_wrong=_search(loaded, asked, other, k)[1])
        if counts["questions"] <= show:
            print(f"\n{asked.text}\n  " + "\n  ".join(chosen))
    return counts


def _search(loaded: QuestionSet, asked: Asked, paper: str, k: int) -> tuple[Sequence[Evidence], bool]:
    searched = SearchedPaper(paper_id=PaperId(paper), index=loaded.papers[paper])
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
    parser.add_argument("--sets", nargs="+", default=(), metavar="NAME", help="all unless given")
    parser.add_argument("--k", type=int, default=8)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print the first N answers of each set")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
