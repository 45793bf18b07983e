"""Learns which part a sentence plays in a paper, from abstracts whose parts have headings; writes the weights with a report.

`python benchmarks/train_sentences.py [--data DIR] [--dry]`

Abstracts and conclusions are those of `DIR/qa/pubmedqa*.jsonl` (DIR: `../shared/data` unless given). A sentence's role is that of the
heading above it: METHODS, RESULTS and the like. The classifier (answering/roles.py) is linear in words and pairs of words that stand in
several abstracts, so that it learns how things are said rather than what about (Adam, with decay, rare roles weighted up). The report
has the share of sentences whose likeliest role is right, of abstracts that were not taught (five folds). `--dry` writes nothing.
What the roles do to answers is measured by benchmarks/answers.py and read_answers.py.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from evidence import read_rows
from train_order import Adam

from scholarai.answering.roles import ROLES, WEIGHTS_FILE, RoleModel, role_terms
from scholarai.domain.sentences import sentence_spans

if TYPE_CHECKING:
    from scholarai.retrieval.units import Scores

SET = "pubmedqa"
FOLDS = 5
LEAST_CHARACTERS = 25
# Abstracts that a term stands in.
LEAST_PAPERS = 6
EPOCHS, RATE, DECAY = 60, 0.05, 10.0
DIGITS = 3
HEADINGS: Mapping[str, str] = {
    "background": r"background|context|rationale|summary (?:of )?background data|introduction",
    "aim": r"aims?|(?:study |primary )?objectives?|purposes?|hypothesis|aims and objectives",
    "method": r"(?:(?:patients|materials?|subjects|research design)(?: and|,) )?methods?(?: and materials)?|(?:study )?design|settings?"
    r"|participants|patients|interventions?|measurements|main outcome measures?|subjects|population",
    "result": r"(?:main )?results?|(?:principal )?findings",
    "conclusion": r"conclusions?",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A sentence with its role."""

    paper: str
    role: str
    terms: frozenset[str]


def main() -> int:
    options = _options()
    if not (options.data / "qa" / f"{SET}.papers.jsonl").is_file():
        print(f"no {SET} in {options.data}/qa: name a data folder with --data")
        return 2
    examples = list(examples_of(options.data))
    report = _report(examples)
    print(json.dumps(report, indent=1))
    if not options.dry:
        write(fit(examples), report)
    return 0


def examples_of(data: Path) -> Iterator[Example]:
    """Yield the sentences of the abstracts that stand under a heading that tells their role."""
    conclusions = {str(row["paper_id"]): row["gold_answers"][-1] for row in read_rows(data / "qa" / f"{SET}.jsonl")}
    for row in read_rows(data / "qa" / f"{SET}.papers.jsonl"):
        paper = str(row["paper_id"])
        parts = [(part["heading"], " ".join(part["paragraphs"])) for part in row["sections"]]
        for heading, text in (*parts, ("conclusions", conclusions.get(paper, ""))):
            role = _role(heading)
            for start, end in sentence_spans(text) if role else ():
                if end - start > LEAST_CHARACTERS:
                    yield Example(paper=paper, role=role, terms=frozenset(role_terms(text[start:end])))


def _role(heading: str) -> str:
    plain = heading.strip(" :.").lower()
    return next((role for role, words in HEADINGS.items() if re.fullmatch(words, plain)), "")


def fit(examples: Sequence[Example]) -> RoleModel:
    """Return the classifier under which the roles are most likely, with decay."""
    papers: defaultdict[str, set[str]] = defaultdict(set)
    for one in examples:
        for term in one.terms:
            papers[term].add(one.paper)
    known = {
        term: row for row, term in enumerate(sorted(term for term, held in papers.items() if len(held) >= LEAST_PAPERS))
    }
    held = np.zeros((len(examples), len(known) + 1))
    for row, one in enumerate(examples):
        held[row, [known[term] for term in one.terms if term in known]] = 1.0
    held[:, -1] = 1.0
    told = np.array([[one.role == role for role in ROLES] for one in examples], dtype=np.float64)
    rare = np.sqrt(1 / np.maximum(told.mean(axis=0), 1e-9))
    weight = told @ rare
    values = [np.zeros((len(known) + 1, len(ROLES)))]
    adam = Adam.of(values)
    decay = np.append(np.full(len(known), DECAY), 0.0)[:, None]
    for epoch in range(EPOCHS):
        adam.step(
            values,
            [_slope(values[0], held, told, weight / weight.mean()) + decay * values[0]],
            RATE * (1 - epoch / EPOCHS),
        )
    return RoleModel(terms=known, weights=values[0])


def _slope(weights: Scores, held: Scores, told: Scores, weight: Scores) -> Scores:
    """Return the slope of minus the logarithm of the likelihood of the roles."""
    shares = np.exp(held @ weights)
    shares /= shares.sum(axis=1, keepdims=True)
    return np.asarray(held.T @ ((shares - told) * weight[:, None]))


def _report(examples: Sequence[Example]) -> dict[str, Any]:
    """Return how many sentences there are, and the share that is told right, overall and by role, by folds over abstracts."""
    papers = sorted({one.paper for one in examples})
    random.Random(0).shuffle(papers)
    fold_of = {paper: place % FOLDS for place, paper in enumerate(papers)}
    right: defaultdict[str, list[bool]] = defaultdict(list)
    for fold in range(FOLDS):
        model = fit([one for one in examples if fold_of[one.paper] != fold])
        for one in (one for one in examples if fold_of[one.paper] == fold):
            rows = [model.terms[term] for term in one.terms if term in model.terms]
            guess = ROLES[int((model.weights[rows].sum(axis=0) + model.weights[-1]).argmax())]
            right[one.role].append(guess == one.role)
    every = [hit for hits in right.values() for hit in hits]
    return {
        "abstracts": len(papers),
        "sentences": {role: len(right[role]) for role in ROLES},
        "folds": {"all": round(statistics.mean(every), 3)}
        | {role: round(statistics.mean(right[role]), 3) for role in ROLES},
    }


def write(model: RoleModel, report: Mapping[str, Any]) -> None:
    """Write the weights and their report, one term a line."""
    rows = np.round(model.weights, DIGITS).tolist()
    WEIGHTS_FILE.parent.mkdir(exist_ok=True)
    stored = {"report": report, "roles": ROLES, "terms": list(model.terms), "weights": rows}
    WEIGHTS_FILE.write_text(json.dumps(stored, separators=(",", ":")).replace("],[", "],\n[") + "\n", encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--dry", action="store_true", help="write nothing")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
