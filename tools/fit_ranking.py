"""Fits the weights by which sentences answer a question, and tells how they do on papers that they were not fitted on.

`python tools/fit_ranking.py [--write] [--each] [--rows QUESTIONS.jsonl [--data DIR] [--store DIR]]`

Reads `data/ranking_rows.npz`: for each question the signals of its candidate sentences (`retrieval/ranking.py`), which of them hold a gold
phrase, and the number of its paper; no text. The questions are 227 of people's to 46 papers, with vectors of multilingual-E5-small, and
parts of four sets of questions nearer to their papers' words, for which no sentence was matched piece by piece. `--write` puts the weights
into `retrieval/data/ranking.json`: those of sentences, and those of passages, for which the other sets count more. `first three` is the
share of people's questions with a gold sentence among the three best, by sentences' weights that were fitted on all questions, and by
weights that were not fitted on the paper; `--each` tells that share without each signal. `--rows` makes the rows anew, which a change of
the signals needs: from people's questions (lines with `paper`, a file below DIR, `question`, and `gold`, alternatives of phrases of the
paper) and from the sets in `DIR/qa`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))
from retrieval import index_content, load_sets

from scholarai import Library
from scholarai.adapters.models.local import LocalEmbedder, local_embedder
from scholarai.config import Settings
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.ranking import SIGNALS, WEIGHTS_FILE, rank_sentences
from scholarai.retrieval.terms import searchable

ROWS = Path(__file__).parent / "data" / "ranking_rows.npz"
# Weight decay, steps of Adam and their size. Guesses; half and twice as much change the first three by .01, as they do of `OTHERS`.
DECAY, STEPS, STEP = 0.005, 250, 0.1
# The weight of each other set beside people's questions, for the weights of sentences and for those of passages. The second was chosen
# of five by the hits that benchmarks/retrieval.py tells, each half of the papers searched by weights that were fitted without it.
OTHERS, OTHERS_OF_PASSAGES = 0.05, 0.5
SHOWN = 3
# Signals that are not used for each purpose. Without "early", .68 of people's questions have a gold sentence among the first three of a
# paper that was not fitted on, with it .67 (230 questions, mean of three partitions, 2026-11-30).
NOT_OF_SENTENCES, NOT_OF_PASSAGES = ("early",), ("match",)
# Candidates of a question beside its gold sentences, the best by the weights so far; and questions of each other set, spread over it.
CANDIDATES, OF_EACH_SET = 50, 40
# Letters and digits of a gold text or of a sentence by which the one is recognized in the other. A guess.
LEAST_ALIKE = 20

Array = NDArray[np.float64]


class Question(NamedTuple):
    """The signals of a question's candidates, shape (n, len(SIGNALS)), and whether each is gold; `kind` 0 is people's."""

    rows: Array
    gold: Array
    paper: int
    kind: int


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--write", action="store_true")
    options.add_argument("--each", action="store_true")
    options.add_argument("--rows", type=Path, metavar="QUESTIONS")
    options.add_argument("--data", type=Path, default=Path("../shared/data"))
    options.add_argument("--store", type=Path, metavar="DIR", help="keep the papers that were read for --rows")
    given = options.parse_args()
    if given.rows:
        store(list(make_rows(given.rows, given.data, given.store)))
    questions = load()
    kept = kept_without(NOT_OF_SENTENCES)
    weights = fit(questions, kept)
    passages = fit(questions, kept_without(NOT_OF_PASSAGES), OTHERS_OF_PASSAGES)
    fitted = {"sentences": named(weights), "passages": named(passages)}
    print(json.dumps(fitted, indent=1), flush=True)
    if given.write:
        WEIGHTS_FILE.write_text(json.dumps(fitted, indent=1) + "\n")
    asked = [one for one in questions if one.kind == 0]
    print(f"first three: fitted {found(asked, weights):.3f}, on papers not fitted on {held_out(questions, kept):.3f}")
    for name in SIGNALS if given.each else ():
        print(f"  without {name}: {held_out(questions, kept_without([*NOT_OF_SENTENCES, name])):.3f}", flush=True)
    return 0


def kept_without(names: Collection[str]) -> NDArray[np.bool_]:
    return np.array([name not in names for name in SIGNALS])


def named(weights: Array) -> dict[str, float]:
    return dict(zip(SIGNALS, weights.round(2).tolist(), strict=True))


def load(file: Path = ROWS) -> list[Question]:
    with np.load(file) as stored:
        starts = stored["starts"].tolist()
        rows, gold = stored["rows"].astype(np.float64), stored["gold"].astype(np.float64)
        papers, kinds = stored["papers"].tolist(), stored["kinds"].tolist()
    return [
        Question(rows[low:high], gold[low:high], paper, kind)
        for low, high, paper, kind in zip(starts, [*starts[1:], len(rows)], papers, kinds, strict=True)
    ]


def make_rows(asked: Path, data: Path, kept: Path | None) -> Iterator[Question]:
    """Yield the rows of people's questions in English, and of some of each other set; those without a gold sentence are left out."""
    with tempfile.TemporaryDirectory(prefix="scholarai-bench-") as folder, Library(kept or folder) as library:
        embedder = local_embedder(Settings.from_env({"SCHOLARAI_DATA": folder}))
        if embedder is None:
            raise SystemExit("the local embedding model is not installed")
        lines = [json.loads(line) for line in asked.read_text(encoding="utf-8").splitlines()]
        lines = [line for line in lines if line["gold"] and line.get("language", "en") == "en"]
        read = {paper.filename: paper for paper in library.papers()}
        for number, name in enumerate(sorted({line["paper"] for line in lines})):
            paper = read.get(Path(name).name) or library.add(data / name)
            index = index_content(library.content(paper), embedder)
            for line in (line for line in lines if line["paper"] == name):
                phrases = [phrase for alternative in line["gold"] for phrase in alternative]
                yield from _rows(index, line["question"], phrases, number, 0, embedder)
        for kind, loaded in enumerate(load_sets(data, (), embedder), start=1):
            papers = {paper: 100 * kind + number for number, paper in enumerate(sorted(loaded.papers))}
            gold = {str(row["question_id"]): row for row in loaded.gold}
            for question in loaded.questions[:: max(len(loaded.questions) // OF_EACH_SET, 1)]:
                row = gold[question.id]
                evidence = [text for texts in row["gold_evidence_texts"] for text in texts]
                texts = row["gold_answers"] if row["type"] == "extractive" else evidence
                index = loaded.papers[question.paper]
                yield from _rows(index, question.text, texts, papers[question.paper], kind, embedder)


def _rows(
    index: PaperIndex, question: str, gold: Sequence[str], paper: int, kind: int, embedder: LocalEmbedder
) -> Iterator[Question]:
    words = searchable(question)
    match = partial(embedder.match, words) if kind == 0 else None
    ranking = rank_sentences(index, question, embedder.embed_query(words), match=match)
    sentences = [_letters(index.text[start:end]) for start, end in zip(index.starts, index.ends, strict=True)]
    texts = [letters for text in gold if (letters := _letters(text))]
    is_gold = np.array(
        [any(text in one or (len(one) >= LEAST_ALIKE and one in text) for text in texts) for one in sentences]
    )
    best = np.argsort(-ranking.answering, kind="stable")[:CANDIDATES]
    chosen = np.union1d(best, np.flatnonzero(is_gold))
    if is_gold.any():
        yield Question(ranking.rows[chosen], is_gold[chosen].astype(np.float64), paper, kind)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).lower()))


def store(questions: Sequence[Question], file: Path = ROWS) -> None:
    np.savez_compressed(
        file,
        rows=np.concatenate([one.rows for one in questions]).astype(np.float16),
        gold=np.concatenate([one.gold for one in questions]).astype(bool),
        starts=np.cumsum([0, *(len(one.gold) for one in questions[:-1])]).astype(np.int32),
        papers=np.array([one.paper for one in questions], dtype=np.int16),
        kinds=np.array([one.kind for one in questions], dtype=np.int8),
    )


def fit(questions: Sequence[Question], kept: NDArray[np.bool_], others: float = OTHERS) -> Array:
    """Return the weights under which the gold sentences are likeliest among their question's candidates.

    Args:
        questions: People's, and those of other sets.
        kept: The signals that may have a weight.
        others: How much each other set counts beside people's questions.
    """
    mask = kept.astype(np.float64)
    sizes = np.bincount([one.kind for one in questions])
    weights, mean, square = np.zeros((3, len(SIGNALS)))
    for step in range(1, STEPS + 1):
        slope = -DECAY * weights
        for one in questions:
            likely = np.exp(one.rows @ weights - (one.rows @ weights).max())
            wanted = likely * one.gold
            share = (1.0 if one.kind == 0 else others) / sizes[one.kind]
            slope += share * (wanted / max(wanted.sum(), 1e-12) - likely / likely.sum()) @ one.rows
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights = weights + STEP * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8) * mask
        # Nothing that speaks for a sentence may count against it, whatever the sample says; that it is a heading does.
        weights[:-1] = np.maximum(weights[:-1], 0.0)
    return weights


def found(questions: Sequence[Question], weights: Array) -> float:
    best = (np.argsort(-(one.rows @ weights), kind="stable")[:SHOWN] for one in questions)
    return float(np.mean([one.gold[places].any() for one, places in zip(questions, best, strict=True)]))


def held_out(questions: Sequence[Question], kept: NDArray[np.bool_]) -> float:
    """Return the share by weights that were fitted without the paper; of people's questions alone."""
    shares: list[float] = []
    for paper in sorted({one.paper for one in questions if one.kind == 0}):
        weights = fit([one for one in questions if one.kind or one.paper != paper], kept)
        shares += [found([one], weights) for one in questions if one.kind == 0 and one.paper == paper]
    return float(np.mean(shares))


if __name__ == "__main__":
    raise SystemExit(main())
