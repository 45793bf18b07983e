"""Learns the order of sentences from questions with evidence, and which questions a paper answers; writes both with reports.

`python benchmarks/train_order.py [--data DIR] [--sets NAME...] [--dry]`

Papers and questions are those of benchmarks/retrieval.py. For each question the network (retrieval/ranking.py) learns which
sentences of its paper are evidence: the likelihood of choosing any of them is made great (Adam, the sets weighted by the root of
their sizes). The report beside the weights has hit rates and the share of questions whose one, two or three best sentences hold
evidence: `before` by the hand-set weights alone, `folds` on papers that a network was not taught, `held_out` on a set that it was
not taught, `fitted` on what it was taught. `--dry` writes nothing. benchmarks/train_refusal.py says how refusals are learned from
the networks of the folds.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import train_refusal
from evidence import RANKS, hit_rates
from rapidfuzz import fuzz
from retrieval import Asked, QuestionSet, load_sets

from scholarai.domain.ids import PaperId
from scholarai.local.gold import squash
from scholarai.retrieval.features import NAMES
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.ranking import FURTHEST, MEASURED, WEIGHTS_FILE, Network, Weights, rank_sentences
from scholarai.retrieval.search import SearchedPaper, search_paper

if TYPE_CHECKING:
    from scholarai.retrieval.units import Scores

FOLDS = 5
HIDDEN, EPOCHS, BATCH, RATE, DECAY = 16, 8, 16, 3e-3, 3e-2
# Deviations of what hidden, bias, out and direct begin with.
BEGINNING = (0.1, 0.0, 0.3, 0.01)
LEAST_DEVIATION = 1e-3
# Every fifth question is learned a second time as it looks without vectors.
WITHOUT_VECTORS = 5
# A shorter text stands in many sentences.
LEAST_SQUASHED = 20
DAMAGED = 92.0
BEST = (1, 2, 3)
DIGITS = 4
# JSON knows no infinity.
UNKNOWN_SCALE = 1e9


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lesson:
    """A question's sentences as features, and which of them are evidence; `weight` is its set's."""

    set_name: str
    paper: str
    question_id: str
    rows: Scores
    evidence: Scores
    weight: float
    vectors: bool = True


def main() -> int:
    options = _options()
    sets = load_sets(options.data, options.sets)
    if not sets:
        return 2
    lessons = [lesson for item in sets for lesson in lessons_of(item)]
    fold_of = folds_of(sets)
    folds = {fold: fit([one for one in lessons if fold_of[one.set_name, one.paper] != fold]) for fold in range(FOLDS)}
    network, report = learn(sets, lessons, lambda name, paper: folds[fold_of[name, paper]])
    cases = list(train_refusal.cases_of(sets, lambda name, paper: folds[fold_of[name, paper]]))
    refusals = train_refusal.report(cases, fold_of)
    print(json.dumps({"order": report, "refusal": refusals}, indent=1))
    if not options.dry:
        write(network, report)
        train_refusal.write(train_refusal.fit(cases), refusals)
        train_refusal.write_usual(train_refusal.usual_of(sets))
    return 0


def learn(
    sets: Sequence[QuestionSet], lessons: Sequence[Lesson], of_fold: Callable[[str, str], Network]
) -> tuple[Network, dict[str, Any]]:
    """Return the network of all questions, and the report; `of_fold` has networks that were not taught a paper."""
    held = {item.name: fit([one for one in lessons if one.set_name != item.name]) for item in sets}
    network = fit(lessons)
    before = Weights(learned=0.0)
    report = {
        "before": _figures(sets, lambda *_: network, before),
        "folds": _figures(sets, of_fold),
        "held_out": _figures(sets, lambda name, _: held[name]),
        "fitted": _figures(sets, lambda *_: network),
    }
    return network, report


def lessons_of(item: QuestionSet) -> Iterator[Lesson]:
    """Yield the questions of a set that have evidence among the sentences of their paper."""
    squashed = {
        paper: [squash(_sentence(index, place)) for place in range(len(index.starts))]
        for paper, index in item.papers.items()
    }
    gold = {str(row["question_id"]): gold_texts(row) for row in item.gold}
    answerable = [asked for asked in item.questions if gold[asked.id]]
    for place, asked in enumerate(answerable):
        labels = np.array([holds(text, gold[asked.id]) for text in squashed[asked.paper]], dtype=np.float64)
        if labels.any():
            for vectors in (True, False)[: 1 + (place % WITHOUT_VECTORS == 0)]:
                yield Lesson(
                    set_name=item.name,
                    paper=asked.paper,
                    question_id=asked.id,
                    rows=_rows(item, asked, vectors=vectors),
                    evidence=labels,
                    weight=len(answerable) ** -0.5,
                    vectors=vectors,
                )


def gold_texts(row: Mapping[str, Any]) -> list[str]:
    texts = [text for annotator in row["gold_evidence_texts"] for text in annotator]
    return [squash(text) for text in texts if len(squash(text)) > 15 and not text.startswith("FLOAT SELECTED")]


def holds(sentence: str, gold: Sequence[str]) -> bool:
    """Tell whether a sentence stands in an evidence text or holds one, both squashed; 92 % of the letters are enough."""
    long = [text for text in gold if min(len(text), len(sentence)) > LEAST_SQUASHED]
    return any(sentence in text or text in sentence for text in long) or any(
        fuzz.partial_ratio(sentence, text) >= DAMAGED for text in long
    )


def fit(lessons: Sequence[Lesson]) -> Network:
    """Return the network under which the evidence of the lessons is most likely, with decay."""
    every = np.concatenate([lesson.rows for lesson in lessons])
    mean, scale = every.mean(axis=0), every.std(axis=0)
    scale[scale < LEAST_DEVIATION] = np.inf  # says nothing
    known = [np.clip((lesson.rows - mean) / scale, -FURTHEST, FURTHEST) for lesson in lessons]
    usual = statistics.mean(lesson.weight for lesson in lessons)
    chance = np.random.default_rng(0)
    shapes = ((len(mean), HIDDEN), (HIDDEN,), (HIDDEN,), (len(mean),))
    values = [chance.normal(0, spread, shape) for spread, shape in zip(BEGINNING, shapes, strict=True)]
    adam = Adam.of(values)
    for epoch in range(EPOCHS):
        for batch in np.array_split(chance.permutation(len(lessons)), max(len(lessons) // BATCH, 1)):
            slopes = [DECAY * value for value in values]
            for one in batch:
                share = lessons[one].weight / usual / len(batch)
                parts = _slopes(values, known[one], lessons[one].evidence)
                slopes = [slope + share * part for slope, part in zip(slopes, parts, strict=True)]
            adam.step(values, slopes, RATE * (1 - epoch / EPOCHS))
    hidden, bias, out, direct = values
    return Network(mean=mean, scale=scale, hidden=hidden, bias=bias, out=out, direct=direct)


@dataclass(slots=True, kw_only=True)
class Adam:
    """D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2014, with its usual constants."""

    means: list[Scores]
    squares: list[Scores]
    steps: int = 0

    @classmethod
    def of(cls, values: Sequence[Scores]) -> Adam:
        return cls(means=[np.zeros_like(one) for one in values], squares=[np.zeros_like(one) for one in values])

    def step(self, values: Sequence[Scores], slopes: Sequence[Scores], rate: float) -> None:
        """Change the values in place."""
        self.steps += 1
        for place, slope in enumerate(slopes):
            self.means[place] = 0.9 * self.means[place] + 0.1 * slope
            self.squares[place] = 0.999 * self.squares[place] + 0.001 * slope**2
            mean = self.means[place] / (1 - 0.9**self.steps)
            deviation = np.sqrt(self.squares[place] / (1 - 0.999**self.steps))
            np.subtract(values[place], rate * mean / (deviation + 1e-8), out=values[place])


def _slopes(values: Sequence[Scores], rows: Scores, evidence: Scores) -> tuple[Scores, ...]:
    """Return the slopes of minus the logarithm of the share of a softmax over sentences that the evidence has."""
    hidden, bias, out, direct = values
    units = np.tanh(rows @ hidden + bias)
    scores = units @ out + rows @ direct
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    right = shares * evidence
    error = shares - right / (right.sum() + 1e-12)
    inner = np.outer(error, out) * (1 - units**2)
    return rows.T @ inner, inner.sum(axis=0), units.T @ error, rows.T @ error


def _figures(
    sets: Sequence[QuestionSet], network_of: Callable[[str, str], Network], weights: Weights = MEASURED
) -> dict[str, dict[str, float]]:
    rows = {item.name: _set_figures(item, network_of, weights) for item in sets}
    names = next(iter(rows.values()))
    mean = {name: round(statistics.mean(row[name] for row in rows.values()), 3) for name in names}
    return {
        **{set_name: {name: round(v, 3) for name, v in row.items()} for set_name, row in rows.items()},
        "mean": mean,
    }


def _set_figures(item: QuestionSet, network_of: Callable[[str, str], Network], weights: Weights) -> dict[str, float]:
    ranked: dict[str, list[str]] = {}
    right: list[list[bool]] = []
    gold = {str(row["question_id"]): gold_texts(row) for row in item.gold}
    for asked in item.questions:
        index = item.papers[asked.paper]
        paper, network = SearchedPaper(paper_id=PaperId(asked.paper), index=index), network_of(item.name, asked.paper)
        found = search_paper(paper, asked.text, asked.vector, k=max(RANKS), weights=weights, network=network).evidence
        ranked[asked.id] = [passage.text for passage in found]
        if gold[asked.id]:
            rated = sorted((rating for passage in found for rating in passage.ratings), key=lambda one: -one[1])
            best = np.searchsorted(index.starts, [start for start, _ in rated[: max(BEST)]])
            right.append([holds(squash(_sentence(index, place)), gold[asked.id]) for place in best])
    hits = {f"hit@{rank}": rate for rank, rate in hit_rates(item.gold, ranked).items()}
    return hits | {f"sentence@{best}": statistics.mean(any(told[:best]) for told in right) for best in BEST}


def _rows(item: QuestionSet, asked: Asked, *, vectors: bool) -> Scores:
    vector = asked.vector if vectors else None
    return rank_sentences(item.papers[asked.paper], asked.text, vector, network=_ZERO).rows


_ZERO = Network(
    mean=np.zeros(len(NAMES)),
    scale=np.ones(len(NAMES)),
    hidden=np.zeros((len(NAMES), 1)),
    bias=np.zeros(1),
    out=np.zeros(1),
    direct=np.zeros(len(NAMES)),
)


def _sentence(index: PaperIndex, place: int) -> str:
    return index.text[index.starts[place] : index.ends[place]]


def folds_of(sets: Sequence[QuestionSet]) -> dict[tuple[str, str], int]:
    """Deal the papers of each set out, shuffled with a fixed seed."""
    dealt: dict[tuple[str, str], int] = {}
    for item in sets:
        papers = sorted(item.papers)
        random.Random(0).shuffle(papers)
        dealt |= {(item.name, paper): place % FOLDS for place, paper in enumerate(papers)}
    return dealt


def write(network: Network, report: Mapping[str, Any]) -> None:
    """Write the weights and their report, one array a line."""
    arrays = {name: np.round(getattr(network, name), DIGITS).tolist() for name in Network.__struct_fields__}
    arrays["scale"] = np.nan_to_num(arrays["scale"], posinf=UNKNOWN_SCALE).tolist()
    stored = {"report": report, "features": NAMES, "network": arrays}
    WEIGHTS_FILE.write_text(json.dumps(stored, separators=(",", ":")).replace('],"', '],\n"') + "\n", encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", nargs="+", default=(), metavar="NAME", help="all unless given")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
