"""Which steps a review has, in which order, and how long they are expected to take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from scholarai.domain.depth import Depth
from scholarai.domain.review import Estimate, PlannedSection, StepRecord
from scholarai.domain.values import Value

# The models of a review: they write it, plan searches, weigh passages, and check sentences.
ReviewRole = Literal["review", "rewrite", "weigh", "judge"]
# Papers whose quotes one step picks. A model is asked about all of them at the same time, so that a step takes about as
# long as one call, far below the platform's 540 s. A guess at what a model's quota allows.
PAPERS_PER_STEP = 32
# Before the plan is known. Guesses: a plan has one to seven sections.
SECTIONS_EXPECTED = 4
TABLES_EXPECTED = 1
# Papers of a large library whose passages are read: 46 on average over benchmarks/review.py's questions, at most 66 with a model.
PAPERS_EXPECTED = 50
TABLE_PAPERS_EXPECTED = 6
PASSAGES_PER_PAPER = 4
# Passages that one call weighs, as in answers; and those that a second search brings at most. Guesses.
WEIGHED_AT_ONCE = 8
MISSING_PASSAGES = 32
# Papers whose cells one step of a table fills: they are shown when it ends. A guess.
TABLE_PAPERS_PER_STEP = 8
# A cell without a model, seconds: eleven columns of the sample paper took 1.3 in one run.
RULES_S = 0.12
# What one call takes, seconds; and a step without calls. Guesses until a run is measured.
CALL_S = 8.0
OWN_S = 1.0
# Tokens that one call reads and writes, for the estimate. Guesses from our prompts.
CALL_TOKENS = {
    "decompose": (600, 150),
    "quotes": (3_500, 400),
    "plan": (5_000, 900),
    "section": (4_500, 700),
    "table": (2_500, 400),
    "cells": (5_000, 500),
    "weigh": (5_000, 600),
    "missing": (1_500, 150),
    "evidence": (3_500, 150),
    "check": (2_500, 150),
}

# Columns of a table that one call fills for a paper: what it proves them with must fit, too. A guess.
COLUMNS_PER_CALL = 6
# What one call of the review's own takes at most, as far as the budget goes: a section's. Its reply has 3,072 tokens and thoughts.
MOST_TOKENS = (6_000, 5_120)
# Steps that leave the passages to read, the last one counts.
RANKING = ("rerank", "weigh", "missing")
# Steps of the depths normal and deep.
LOOKING = ("weigh", "missing", "check")
BEFORE = ("decompose", "retrieve", "rerank")
# Steps that add works from beyond the library: choose them, fetch their files, wait until these are read.
FETCHING = ("seek", "fetch", "arrive")
_WRITING = ("quotes", "plan", "section", "tables", "check", "result", "edit", "cells")
# `validate` is a step of reviews that earlier releases began.
KINDS = ("validate", *BEFORE, *FETCHING, "weigh", "missing", *_WRITING)
_ASKS = frozenset(CALL_TOKENS)
# Which model does what the model of reviews does not.
_ROLES: Mapping[str, ReviewRole] = {"weigh": "weigh", "missing": "rewrite", "evidence": "weigh", "check": "judge"}


class Course(Value, frozen=True, kw_only=True):
    """What decides on the steps of a review."""

    asks_model: bool
    depth: Depth = "quick"
    tables: bool = True

    @property
    def looking(self) -> tuple[str, ...]:
        """The steps between the ranking and the quotes."""
        if not self.asks_model or self.depth == "quick":
            return ()
        return ("weigh", "missing") if self.depth == "deep" else ("weigh",)

    def writing(self, sections: int) -> tuple[str, ...]:
        """Return the steps after the plan; without a model nothing is written."""
        if not self.asks_model:
            return ("result",)
        names = [f"section-{n + 1}" for n in range(sections)]
        checking = ("check",) if self.depth == "deep" else ()
        return (*names, *(("tables",) if self.tables else ()), *checking, "result")


def first_steps(course: Course, *, fetches: bool = False) -> tuple[StepRecord, ...]:
    """Return the steps as they are known before the first one; a name such as `quotes` stands for several."""
    decompose, *others = BEFORE
    before = (decompose, *(FETCHING if fetches else ()), *others)
    return _records((*before, *course.looking, "quotes-1", "plan", *course.writing(SECTIONS_EXPECTED)), course)


def steps_after_ranking(papers: int, course: Course, *, after: str = "rerank") -> tuple[StepRecord, ...]:
    """Return what follows a step of RANKING, once it is known how many papers have relevant passages."""
    looking = [name for name in course.looking if RANKING.index(name) > RANKING.index(after)]
    quotes = [f"quotes-{n + 1}" for n in range(-(-papers // PAPERS_PER_STEP))]
    return _records((*looking, *quotes, "plan", *course.writing(SECTIONS_EXPECTED)), course)


def arrive_again(steps: Sequence[StepRecord]) -> tuple[StepRecord, ...]:
    """Return what follows a step that waited in vain for papers to be read: another one, then the steps that wait."""
    waited = sum(kind_of(step.name) == "arrive" for step in steps)
    again = _record(f"arrive-{waited + 1}", asks_model=False)
    return (again, *(step for step in steps if step.state == "waiting"))


def steps_after_plan(sections: Sequence[PlannedSection], course: Course) -> tuple[StepRecord, ...]:
    """Return what follows once the sections are known; without a list among them there are no tables."""
    tables = course.tables and any(section.format == "list" for section in sections)
    return _records(replace(course, tables=tables).writing(len(sections)), course)


def edit_steps(version: int, *, asks_model: bool) -> tuple[StepRecord, ...]:
    """Return the one step that changes a finished report."""
    return (_record(f"edit-{version}", asks_model=asks_model),)


def cells_after(steps: Sequence[StepRecord], *, asks_model: bool) -> StepRecord:
    """Return the step of a table after those that it has."""
    last = max((place_of(step.name) + 1 for step in steps), default=0)
    return _record(f"cells-{last + 1}", asks_model=asks_model)


def table_estimate(papers: int, columns: int, price_per_token: tuple[float, float] | None) -> Estimate:
    """Return what filling so many columns of so many papers is expected to take; without a model nothing is asked."""
    if price_per_token is None:
        return Estimate(seconds=papers * columns * RULES_S)
    calls = papers * -(-columns // COLUMNS_PER_CALL)
    read, written = (calls * tokens for tokens in CALL_TOKENS["cells"])
    cost = cost_of((read, written), price_per_token)
    seconds = -(-papers // TABLE_PAPERS_PER_STEP) * CALL_S
    return Estimate(calls=calls, input_tokens=read, output_tokens=written, cost_usd=round(cost, 4), seconds=seconds)


def kind_of(name: str) -> str:
    """Return what kind of step a name means: `quotes-2` is `quotes`."""
    return name.partition("-")[0]


def place_of(name: str) -> int:
    """Return the number behind a step's name, from 0: `quotes-2` is 1."""
    return int(name.partition("-")[2] or 1) - 1


def papers_expected(papers: int) -> int:
    """Return the number of papers of a library whose passages are expected to be read."""
    return min(papers, PAPERS_EXPECTED)


def expected_calls(papers: int, depth: Depth = "quick", *, tables: bool = True) -> dict[str, int]:
    """Return how many calls of each kind a review of so many papers is expected to make."""
    calls = {
        "decompose": 1,
        "quotes": papers,
        "plan": 1,
        "section": SECTIONS_EXPECTED,
        "table": TABLES_EXPECTED * (1 + TABLE_PAPERS_EXPECTED) if tables else 0,
    }
    passages = min(papers * PASSAGES_PER_PAPER, PAPERS_EXPECTED)
    weighing = -(-passages // WEIGHED_AT_ONCE)
    if depth == "normal":
        calls["weigh"] = weighing
    if depth == "deep":
        further = -(-MISSING_PASSAGES // WEIGHED_AT_ONCE)
        calls |= {
            "weigh": weighing + further,
            "missing": 1,
            "evidence": SECTIONS_EXPECTED,
            "check": SECTIONS_EXPECTED,
        }
    return calls


def expected_tokens(papers: int, depth: Depth = "quick", *, tables: bool = True) -> dict[ReviewRole, tuple[int, int]]:
    """Return the tokens that the model of each role is expected to read and write where so many papers have passages to read."""
    tokens: dict[ReviewRole, tuple[int, int]] = {}
    for kind, count in expected_calls(papers, depth, tables=tables).items():
        role = _ROLES.get(kind, "review")
        read, written = tokens.get(role, (0, 0))
        tokens[role] = (read + count * CALL_TOKENS[kind][0], written + count * CALL_TOKENS[kind][1])
    return tokens


def estimate(
    papers: int,
    price_per_token: tuple[float, float] | None,
    depth: Depth = "quick",
    others: Mapping[str, tuple[float, float]] | None = None,
    *,
    tables: bool = True,
) -> Estimate:
    """Return what a review is expected to take.

    Args:
        papers: How many count.
        price_per_token: Of input and output of the model that writes, None without a model.
        depth: How far the review looks.
        others: The prices of models of other roles, by role; the writing model's where one is not named.
        tables: Whether papers are compared in tables.
    """
    if price_per_token is None:  # then come quotes, plan and result
        return Estimate(seconds=(len(BEFORE) + 3) * OWN_S)
    with_passages = papers_expected(papers)
    tokens = expected_tokens(with_passages, depth, tables=tables)
    prices = {role: (others or {}).get(role, price_per_token) for role in tokens}
    # Calls that wait for one another: to understand the question, quote, plan, write all sections, fill the tables' rows, and
    # those of the depth. Two steps before them, retrieval and ranking, make none.
    in_turn = 5 + {"quick": 0, "normal": 1, "deep": 5}[depth]
    return Estimate(
        calls=sum(expected_calls(with_passages, depth, tables=tables).values()),
        input_tokens=sum(read for read, _ in tokens.values()),
        output_tokens=sum(written for _, written in tokens.values()),
        cost_usd=round(sum(cost_of(tokens[role], prices[role]) for role in tokens), 4),
        seconds=in_turn * CALL_S + 2 * OWN_S,
    )


def cost_of(tokens: tuple[int, int], price: tuple[float, float]) -> float:
    """Return what tokens read and written cost at a price for each."""
    return tokens[0] * price[0] + tokens[1] * price[1]


def _records(names: Sequence[str], course: Course) -> tuple[StepRecord, ...]:
    return tuple(_record(name, asks_model=course.asks_model) for name in names)


def _record(name: str, *, asks_model: bool) -> StepRecord:
    """Return a step that waits; later sections are written while the first one is."""
    kind = {"tables": "table", "edit": "section"}.get(kind_of(name), kind_of(name))
    asks = asks_model and kind in _ASKS and not (kind_of(name) == "section" and place_of(name))
    calls = 2 if kind in {"missing", "check"} else 1
    return StepRecord(name=name, estimate_s=calls * CALL_S if asks else OWN_S)
