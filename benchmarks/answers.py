"""Whether answers without a model hold the evidence, and whether what a paper does not answer is refused, also on what was not taught.

`python benchmarks/answers.py [--data DIR] [--sets NAME...]`

Papers and questions are those of benchmarks/retrieval.py. The first six questions of each paper are asked of it, and the first one of
each of the next three papers of its set, which it should refuse, as those that annotators call unanswerable. `evidence` is the share of
answerable questions whose quotes hold evidence, `answered` those that are not refused, `refused` the others that are, `characters`
the mean length of what is quoted. `fitted` are the networks and judges of train_order.py and train_refusal.py that were
taught everything, `folds` those that were not taught the paper, `held_out` those that were not taught the set.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import train_order
import train_refusal
from evidence import Row
from retrieval import Asked, QuestionSet, load_sets

from scholarai.adapters.models.local.extractive import choose_sentences
from scholarai.domain.ids import PaperId
from scholarai.local.gold import squash
from scholarai.retrieval.gate import AnswerabilityClassifier, names_something, signals
from scholarai.retrieval.ranking import Network, rank_sentences
from scholarai.retrieval.search import SearchedPaper, search_paper

ASKED, WRONG = 6, 3
PASSAGES = 10
# How annotators begin.
UNANSWERABLE = ("unanswerable", "not mentioned", "no answer")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Taught:
    """What was learned, and the rarities of terms that go with it."""

    network: Network
    judge: AnswerabilityClassifier
    usual: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of one question; `evidence` is None where it should be refused."""

    evidence: bool | None
    characters: int


def main() -> int:
    options = _options()
    sets = load_sets(options.data, options.sets)
    if not sets:
        return 2
    for name, taught_of in _ways(sets).items():
        rows = {item.name: _figures(item, taught_of) for item in sets if item.name not in train_refusal.WITHOUT_ANSWERS}
        mean = {key: statistics.mean(row[key] for row in rows.values()) for key in next(iter(rows.values()))}
        for label, row in (*rows.items(), ("mean", mean)):
            print(f"{name:10}{label:24}" + "  ".join(f"{key} {value:.3f}" for key, value in row.items()), flush=True)
    return 0


def _ways(sets: Sequence[QuestionSet]) -> dict[str, Callable[[str, str], Taught]]:
    """Return who answers for a set and a paper, for each way of teaching."""
    lessons = [lesson for item in sets for lesson in train_order.lessons_of(item)]
    fold_of = train_order.folds_of(sets)
    networks = {
        fold: train_order.fit([one for one in lessons if fold_of[one.set_name, one.paper] != fold])
        for fold in set(fold_of.values())
    }
    cases = list(train_refusal.cases_of(sets, lambda name, paper: networks[fold_of[name, paper]]))
    others = {item.name: [one for one in sets if one is not item] or list(sets) for item in sets}
    everything = Taught(
        network=train_order.fit(lessons), judge=train_refusal.fit(cases), usual=train_refusal.usual_of(sets)
    )
    judges = {
        fold: train_refusal.fit([case for case in cases if fold_of[case.set_name, case.paper] != fold])
        for fold in networks
    }
    folds = {
        (name, fold): Taught(network=networks[fold], judge=judges[fold], usual=train_refusal.usual_of(others[name]))
        for name in others
        for fold in networks
    }
    held = {
        name: Taught(
            network=train_order.fit([one for one in lessons if one.set_name != name]),
            judge=train_refusal.fit([case for case in cases if case.set_name != name]),
            usual=train_refusal.usual_of(others[name]),
        )
        for name in others
    }
    return {
        "fitted": lambda *_: everything,
        "folds": lambda name, paper: folds[name, fold_of[name, paper]],
        "held_out": lambda name, _: held[name],
    }


def _figures(item: QuestionSet, taught_of: Callable[[str, str], Taught]) -> dict[str, float]:
    found = list(_outcomes(item, taught_of))
    own = [one for one in found if one.evidence is not None]
    return {
        "evidence": statistics.mean(bool(one.evidence) for one in own),
        "answered": statistics.mean(one.characters > 0 for one in own),
        "refused": statistics.mean(one.characters == 0 for one in found if one.evidence is None),
        "characters": statistics.mean(one.characters for one in own if one.characters),
    }


def _outcomes(item: QuestionSet, taught_of: Callable[[str, str], Taught]) -> Iterator[Outcome]:
    gold = {str(row["question_id"]): train_order.gold_texts(row) for row in item.gold}
    unanswerable = {str(row["question_id"]) for row in item.gold if _is_unanswerable(row)}
    known = [asked for asked in item.questions if gold[asked.id] or asked.id in unanswerable]
    by_paper = {paper: [asked for asked in known if asked.paper == paper] for paper in item.papers}
    names = list(by_paper)
    for place, paper in enumerate(names):
        taught = taught_of(item.name, paper)
        following = [names[(place + step) % len(names)] for step in range(1, WRONG + 1)]
        for asked in by_paper[paper][:ASKED]:
            yield _outcome(item, paper, asked, taught, () if asked.id in unanswerable else gold[asked.id])
        first = [by_paper[other][0] for other in following if other != paper and by_paper[other]]
        for asked in (one for one in first if one.id not in unanswerable):
            yield _outcome(item, paper, asked, taught, ())


def _is_unanswerable(row: Row) -> bool:
    answers = [answer.lower().strip(" .") for answer in row.get("gold_answers", []) if answer]
    return bool(answers) and all(answer.startswith(UNANSWERABLE) for answer in answers)


def _outcome(item: QuestionSet, paper: str, asked: Asked, taught: Taught, gold: Sequence[str]) -> Outcome:
    index = item.papers[paper]
    searched = SearchedPaper(paper_id=PaperId(paper), index=index)
    evidence = search_paper(searched, asked.text, asked.vector, k=PASSAGES, network=taught.network).evidence
    ranking = rank_sentences(index, asked.text, asked.vector, network=taught.network)
    pinned = any(piece.pinned_by for piece in evidence) or not names_something(
        ranking.asked.terms, index.narrow.words.terms
    )
    likely = taught.judge.score(signals(index, ranking, taught.usual)) >= taught.judge.border
    quotes = [one.text for one in choose_sentences(asked.text, evidence)] if pinned or likely else []
    held = any(train_order.holds(squash(quote), gold) for quote in quotes)
    return Outcome(evidence=held if gold else None, characters=sum(map(len, quotes)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", nargs="+", default=(), metavar="NAME", help="all unless given")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
