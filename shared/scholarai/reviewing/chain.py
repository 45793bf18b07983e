"""The chain of a review's steps: which steps there are, what they are expected to cost, who may run the current one, and how a review ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from msgspec.structs import replace

from scholarai.domain.depth import Depth, DepthBounds, StopReason
from scholarai.domain.leases import claim_outcome
from scholarai.domain.paper import Failure
from scholarai.domain.review import (
    Estimate,
    Notice,
    PlannedSection,
    Review,
    ReviewState,
    Spent,
    StepClaim,
    StepMessage,
    StepRecord,
)
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
# The most passages that a model reads: fewer than are read without one, so that a review of a large library costs at most half more.
MOST_READ_BY_MODEL = 75
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
Outcome = Literal["claimed", "busy", "stale", "exhausted"]
# Of weighing, searching again and checking together; what the review's own steps take is bounded by its budget. `looking_s` is that
# of one step, well below the time that the platform leaves it. Guesses: a deep review may take twice what a quick one does.
REVIEW_BOUNDS: Mapping[Depth, DepthBounds] = {
    "normal": DepthBounds(
        calls=10, tokens=200_000, looking_s=120.0, passages=MOST_READ_BY_MODEL, rounds=0, sub_questions=0
    ),
    "deep": DepthBounds(
        calls=48,
        tokens=800_000,
        looking_s=240.0,
        passages=MOST_READ_BY_MODEL + MISSING_PASSAGES,
        rounds=1,
        sub_questions=4,
    ),
}


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
    """Return the steps after one of RANKING, given the number of papers with relevant passages."""
    looking = [name for name in course.looking if RANKING.index(name) > RANKING.index(after)]
    quotes = [f"quotes-{n + 1}" for n in range(-(-papers // PAPERS_PER_STEP))]
    return _records((*looking, *quotes, "plan", *course.writing(SECTIONS_EXPECTED)), course)


def steps_after_waiting(steps: Sequence[StepRecord]) -> tuple[StepRecord, ...]:
    """Return what follows a step that waited in vain for papers to be read: another one, then the steps that wait."""
    waited = sum(kind_of(step.name) == "arrive" for step in steps)
    again = _record(f"arrive-{waited + 1}", asks_model=False)
    return (again, *(step for step in steps if step.state == "waiting"))


def steps_after_plan(sections: Sequence[PlannedSection], course: Course) -> tuple[StepRecord, ...]:
    """Return what follows once the sections are known; without a list among them there are no tables."""
    tables = course.tables and any(section.format == "list" for section in sections)
    return _records(replace(course, tables=tables).writing(len(sections)), course)


def edit_step(version: int, *, asks_model: bool) -> StepRecord:
    """Return the step that changes a finished report."""
    return _record(f"edit-{version}", asks_model=asks_model)


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
    """Return the kind of a step by its name: `quotes-2` is `quotes`."""
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
    """Return a step that has not begun, with its estimated time: sections are written at once, so only the first one counts."""
    kind = {"tables": "table", "edit": "section"}.get(kind_of(name), kind_of(name))
    asks = asks_model and kind in _ASKS and not (kind_of(name) == "section" and place_of(name))
    calls = 2 if kind in {"missing", "check"} else 1
    return StepRecord(name=name, estimate_s=calls * CALL_S if asks else OWN_S)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepDecision:
    """What a worker may do about a message, and the review to store with that decision.

    `claimed`: do the step. `busy`: another worker's lease runs, the message must come again. `stale`: the step is done,
    or the message is of another order; acknowledge it. `exhausted`: tried too often, the review must end.
    """

    outcome: Outcome
    review: Review


def decide_step(
    review: Review, message: StepMessage, now: datetime, lease: timedelta, max_attempts: int
) -> StepDecision:
    """Decide whether a worker may do the step of `message` now."""
    if review.deleting or review.step is None or (message.n, message.step) != (review.n, review.step):
        return StepDecision(outcome="stale", review=review)
    outcome = claim_outcome(review, now, lease, max_attempts)
    if outcome != "claimed":
        return StepDecision(outcome=outcome, review=review)
    epoch = review.epoch + 1
    claimed = replace(
        review,
        epoch=epoch,
        claim=StepClaim(epoch=epoch, lease_expires_at=now + lease),
        attempts=review.attempts + 1,
        steps=_changed(review.steps, message.step, lambda step: _begun(step, now)),
        updated_at=now,
    )
    return StepDecision(outcome="claimed", review=claimed)


def with_spent(review: Review, spent: Spent, model: str) -> Review:
    """Return the review with the tokens and the cost of calls added to it and to its current step."""
    steps = _changed(
        review.steps, review.step or "", lambda step: replace(step, spent=added(step.spent, spent), model=model)
    )
    looked = added(review.looked, spent) if kind_of(review.step or "") in LOOKING else review.looked
    return replace(review, spent=added(review.spent, spent), looked=looked, steps=steps)


def with_notices(review: Review, notices: Sequence[Notice]) -> Review:
    """Return the review with more notices; those of a code that it has already are counted together."""
    known = {notice.code: notice for notice in review.notices}
    for notice in notices:
        before = known.get(notice.code)
        known[notice.code] = notice if before is None else replace(before, count=before.count + notice.count)
    return replace(review, notices=tuple(known.values()))


def noted(review: Review, texts: tuple[str, ...], stopped: StopReason | None) -> Review:
    """Return the review with what its current step found missing, and why it looked no further."""
    steps = _changed(review.steps, review.step or "", lambda step: replace(step, texts=texts, stopped=stopped))
    return replace(review, steps=steps)


def step_done(review: Review, counts: dict[str, int], following: Sequence[StepRecord], now: datetime) -> Review:
    """Return the review after its current step, with `following` as its waiting steps and the first one's message in the outbox.

    Without any following step the chain has ended as completed.
    """
    done = tuple(
        replace(step, state="done", ended_at=now, counts=counts, error=None) if step.name == review.step else step
        for step in review.steps
        if step.state != "waiting"
    )
    if not following:
        return ended(replace(review, steps=done), "completed", None, now)
    return ordered(replace(review, steps=(*done, *following)), following[0].name, now)


def restarted(review: Review, steps: Sequence[StepRecord], now: datetime) -> Review:
    """Return the review at the start of its one full retry, which uses nothing that models said before."""
    return ordered(replace(review, round=review.round + 1, steps=tuple(steps)), steps[0].name, now)


def ordered(review: Review, step: str, now: datetime) -> Review:
    """Return the review with one of its steps as the current one, unclaimed, and the message that orders it in the outbox."""
    n = review.n + 1
    message = StepMessage(review_id=review.id, n=n, step=step)
    return replace(review, n=n, step=step, attempts=0, claim=None, outbox=(*review.outbox, message), updated_at=now)


def ended(review: Review, state: ReviewState, failure: Failure | None, now: datetime) -> Review:
    """Return the review with its chain ended; the step that was under way has failed, those after it are skipped."""

    def closed(step: StepRecord) -> StepRecord:
        if step.state == "running":
            return replace(step, state="failed", ended_at=now, error=failure.code if failure else None)
        return replace(step, state="skipped") if step.state == "waiting" else step

    return replace(
        review,
        state=state,
        failure=failure,
        steps=tuple(map(closed, review.steps)),
        step=None,
        claim=None,
        edit=None,
        updated_at=now,
    )


def put_off(review: Review, code: str, now: datetime) -> Review:
    """Return the review as it waits for the next try of its step: the claim goes, the fault is named."""
    steps = _changed(review.steps, review.step or "", lambda step: replace(step, state="waiting", error=code))
    return replace(review, claim=None, steps=steps, updated_at=now)


def interrupted(review: Review, now: datetime) -> Review:
    """Return a review whose current step restarts: its worker can write nothing more, and its message is in the outbox again."""
    if review.step is None or review.claim is None:
        return review
    order = StepMessage(review_id=review.id, n=review.n, step=review.step)
    waiting = released(review, now)
    return replace(waiting, outbox=tuple(dict.fromkeys((*review.outbox, order))))


def released(review: Review, now: datetime) -> Review:
    """Return the review with its current step waiting for redelivery; nothing failed, so the attempt is not counted."""
    return replace(
        review,
        claim=None,
        attempts=max(0, review.attempts - 1),
        steps=_changed(review.steps, review.step or "", lambda step: replace(step, state="waiting")),
        updated_at=now,
    )


def added(spent: Spent, other: Spent) -> Spent:
    return Spent(
        calls=spent.calls + other.calls,
        input_tokens=spent.input_tokens + other.input_tokens,
        output_tokens=spent.output_tokens + other.output_tokens,
        cost_usd=spent.cost_usd + other.cost_usd,
        unpriced_tokens=spent.unpriced_tokens + other.unpriced_tokens,
    )


def _begun(step: StepRecord, now: datetime) -> StepRecord:
    return replace(step, state="running", started_at=step.started_at or now, attempts=step.attempts + 1, error=None)


def _changed(
    steps: Sequence[StepRecord], name: str, change: Callable[[StepRecord], StepRecord]
) -> tuple[StepRecord, ...]:
    return tuple(change(step) if step.name == name else step for step in steps)
