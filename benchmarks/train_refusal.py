"""Learns which questions a paper answers; benchmarks/train_order.py calls it with the networks that order the sentences.

Up to 200 questions of each set are asked of their own paper, of the next three of the set, and of a paper of another set; those without
evidence, which annotators called unanswerable, count as not answered. Signals come from a network that was not taught the
paper that is asked, and rarities of terms from the papers of the other sets. A logistic regression learns from them (Newton's method, the sets and both outcomes weighted alike); the border
leaves `ANSWERED` of the answerable questions of each set, on the average of the sets.
"""

from __future__ import annotations

import json
import math
import random
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from evidence import Row
from retrieval import Asked, QuestionSet

from scholarai.local.gold import squash
from scholarai.retrieval.gate import UNKNOWN_RARITY, USUAL_FILE, WEIGHTS_FILE, AnswerabilityClassifier, signals
from scholarai.retrieval.ranking import Network, rank_sentences

if TYPE_CHECKING:
    from scholarai.retrieval.units import Scores

# Citing sentences: whether a paper answers them is no question.
WITHOUT_ANSWERS = frozenset({"scisumm"})
ANSWERED = 0.95
# Of each set.
QUESTIONS = 200
# Of its set, that a question is asked of, too.
NEXT_PAPERS = 3
STEPS, DECAY = 30, 20.0
LEAST_DEVIATION = 1e-6
# Sets whose papers must use a term before it is called usual: one field's own words stay rare.
FIELDS = 2
# A share of papers that is added, so that no term is infinitely rare; and the rarities that round to that of an unknown term.
RAREST, ROUNDED_UP = 0.01, 0.05
DIGITS = 4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Case:
    """A question asked of a paper of a set, and whether that answers it."""

    set_name: str
    paper: str
    signals: Scores
    answered: bool


def cases_of(sets: Sequence[QuestionSet], network_of: Callable[[str, str], Network]) -> Iterator[Case]:
    """Yield the questions of the sets, each asked of several papers."""
    chance = random.Random(0)
    for item in (one for one in sets if one.name not in WITHOUT_ANSWERS):
        papers = sorted(item.papers)
        gold = {str(row["question_id"]): _has_evidence(row) for row in item.gold}
        usual = usual_of([one for one in sets if one is not item] or sets)
        for asked in chance.sample(item.questions, min(QUESTIONS, len(item.questions))):
            place = papers.index(asked.paper)
            other = chance.choice([one for one in sets if one is not item] or [item])
            yield _case(item, asked, item, asked.paper, usual, network_of, answered=gold[asked.id])
            for step in range(1, min(NEXT_PAPERS, len(papers) - 1) + 1):
                following = papers[(place + step) % len(papers)]
                yield _case(item, asked, item, following, usual, network_of, answered=False)
            yield _case(item, asked, other, chance.choice(sorted(other.papers)), usual, network_of, answered=False)


def usual_of(sets: Sequence[QuestionSet]) -> dict[str, float]:
    """Return the rarity of the terms that papers of two sets or more use; all of them where there is one set.

    A set counts as one field, whatever the number of its papers.
    """
    shares: defaultdict[str, list[float]] = defaultdict(list)
    for item in sets:
        holders = Counter(term for index in item.papers.values() for term in index.narrow.words.terms)
        for term, count in holders.items():
            shares[term].append(count / len(item.papers))
    rarity = {
        term: -math.log(sum(found) / len(sets) + RAREST) / -math.log(RAREST)
        for term, found in shares.items()
        if len(found) >= min(FIELDS, len(sets))
    }
    return {term: round(max(value, 0.0), 1) for term, value in rarity.items() if value < UNKNOWN_RARITY - ROUNDED_UP}


def fit(cases: Sequence[Case]) -> AnswerabilityClassifier:
    """Return the regression with its border."""
    rows = np.stack([case.signals for case in cases])
    mean, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), LEAST_DEVIATION)
    known = np.column_stack([(rows - mean) / scale, np.ones(len(rows))])
    answered = np.array([case.answered for case in cases], dtype=np.float64)
    groups = [(case.set_name, case.answered) for case in cases]
    weights = np.array([1 / groups.count(group) for group in groups])
    weights *= len(cases) / weights.sum()
    found = np.zeros(known.shape[1])
    for _ in range(STEPS):
        odds = 1 / (1 + np.exp(-known @ found))
        slope = known.T @ (weights * (answered - odds)) - DECAY * found
        bend = (known * (weights * odds * (1 - odds))[:, np.newaxis]).T @ known + DECAY * np.eye(len(found))
        found += np.linalg.solve(bend, slope)
    judge = AnswerabilityClassifier(mean=mean, scale=scale, weights=found[:-1], bias=float(found[-1]), border=-np.inf)
    return replace(judge, border=_border(judge, cases))


def figures(cases: Sequence[Case], judge_of: Callable[[Case], AnswerabilityClassifier]) -> dict[str, dict[str, float]]:
    """Return by set the share of answerable questions that are answered, and of the others that are refused."""
    judged = [(case, judge_of(case)) for case in cases]
    kept = [(case, judge.score(case.signals) >= judge.border) for case, judge in judged]
    return {
        name: {
            "answered": _share([is_kept for case, is_kept in kept if case.set_name == name and case.answered]),
            "refused": _share([not is_kept for case, is_kept in kept if case.set_name == name and not case.answered]),
        }
        for name in sorted({case.set_name for case in cases})
    }


def report(cases: Sequence[Case], fold_of: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    """Return the figures on papers and on sets that were not learned from, and on those that were."""
    folds = {
        fold: fit([case for case in cases if fold_of[case.set_name, case.paper] != fold])
        for fold in set(fold_of.values())
    }
    held = {name: fit([case for case in cases if case.set_name != name]) for name in {case.set_name for case in cases}}
    fitted = fit(cases)
    return {
        "folds": figures(cases, lambda case: folds[fold_of[case.set_name, case.paper]]),
        "held_out": figures(cases, lambda case: held[case.set_name]),
        "fitted": figures(cases, lambda _: fitted),
    }


def write(judge: AnswerabilityClassifier, report: Mapping[str, Any]) -> None:
    """Write the weights and their report, one array a line."""
    arrays = {
        name: np.round(getattr(judge, name), DIGITS).tolist() for name in AnswerabilityClassifier.__struct_fields__
    }
    text = json.dumps({"report": report, "judge": arrays}, separators=(",", ":")).replace('],"', '],\n"')
    WEIGHTS_FILE.write_text(text + "\n", encoding="utf-8")


def write_usual(usual: Mapping[str, float]) -> None:
    """Write the terms of each rarity, one rarity a line."""
    by_rarity: defaultdict[str, list[str]] = defaultdict(list)
    for term, rarity in sorted(usual.items(), key=lambda one: (one[1], one[0])):
        by_rarity[str(rarity)].append(term)
    text = json.dumps({rarity: " ".join(terms) for rarity, terms in by_rarity.items()}, indent=0, ensure_ascii=False)
    USUAL_FILE.write_text(text + "\n", encoding="utf-8")


def _case(
    item: QuestionSet,
    asked: Asked,
    other: QuestionSet,
    paper: str,
    usual: Mapping[str, float],
    network_of: Callable[[str, str], Network],
    *,
    answered: bool,
) -> Case:
    index = other.papers[paper]
    ranking = rank_sentences(index, asked.text, asked.vector, network=network_of(other.name, paper))
    known = signals(index, ranking, usual)
    return Case(set_name=item.name, paper=asked.paper, signals=known, answered=answered)


def _border(judge: AnswerabilityClassifier, cases: Sequence[Case]) -> float:
    """Return the score that leaves enough of the answerable questions, on the average of the sets."""
    names = {case.set_name for case in cases}
    scores = {
        name: [judge.score(case.signals) for case in cases if case.set_name == name and case.answered] for name in names
    }
    every = sorted(score for of_set in scores.values() for score in of_set)
    return max(
        border
        for border in every
        if statistics.mean(_share([score >= border for score in of_set]) for of_set in scores.values()) >= ANSWERED
    )


def _has_evidence(row: Row) -> bool:
    return any(len(squash(text)) > 15 for annotator in row["gold_evidence_texts"] for text in annotator)


def _share(values: Sequence[bool]) -> float:
    return round(sum(values) / max(len(values), 1), 3)
