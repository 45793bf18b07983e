"""Which steps a review has, in which order, and how long they are expected to take."""

from __future__ import annotations

from collections.abc import Sequence

from scholarai.domain.review import Estimate, PlannedSection, StepRecord

# Papers whose quotes one step picks, all at the same time where a model does it; so a step takes about as long as one
# call, far below the platform's 540 s. A guess at what a model's quota takes at once.
PAPERS_PER_STEP = 32
# Before the plan is known. A guess; upstream plans 4 to 8.
SECTIONS_EXPECTED = 6
TABLES_EXPECTED = 2
# As many passages are reranked (`candidates.RERANKED`), each perhaps of another paper.
PAPERS_EXPECTED = 50
TABLE_PAPERS_EXPECTED = 6
# What one call takes, seconds; and a step without calls. Guesses until a run is measured.
CALL_S = 8.0
OWN_S = 1.0
# Tokens that one call reads and writes, for the estimate. Guesses from our prompts.
CALL_TOKENS = {
    "validate": (300, 60),
    "decompose": (500, 150),
    "quotes": (3_500, 400),
    "plan": (5_000, 900),
    "section": (4_500, 700),
    "table": (2_500, 400),
}

BEFORE = ("validate", "decompose", "retrieve", "rerank")
KINDS = (*BEFORE, "quotes", "plan", "section", "tables", "result", "edit")
_ASKS = frozenset(CALL_TOKENS)


def first_steps(*, asks_model: bool) -> tuple[StepRecord, ...]:
    """Return the steps as they are known before the first one; a name such as `quotes` stands for several."""
    names = (*BEFORE, "quotes-1", "plan", *_section_names(SECTIONS_EXPECTED), "tables", "result")
    return tuple(_record(name, asks_model=asks_model) for name in names)


def steps_after_rerank(papers: int, *, asks_model: bool) -> tuple[StepRecord, ...]:
    """Return what follows once it is known how many papers have a say."""
    quotes = [f"quotes-{n + 1}" for n in range(-(-papers // PAPERS_PER_STEP))]
    names = (*quotes, "plan", *_section_names(SECTIONS_EXPECTED), "tables", "result")
    return tuple(_record(name, asks_model=asks_model) for name in names)


def steps_after_plan(sections: Sequence[PlannedSection], *, asks_model: bool) -> tuple[StepRecord, ...]:
    """Return what follows once the sections are known; without a list among them there are no tables."""
    tables = ("tables",) if any(section.format == "list" for section in sections) else ()
    names = (*_section_names(len(sections)), *tables, "result")
    return tuple(_record(name, asks_model=asks_model) for name in names)


def edit_steps(version: int, *, asks_model: bool) -> tuple[StepRecord, ...]:
    """Return the one step that changes a finished report."""
    return (_record(f"edit-{version}", asks_model=asks_model),)


def kind_of(name: str) -> str:
    """Return what kind of step a name means: `quotes-2` is `quotes`."""
    return name.partition("-")[0]


def place_of(name: str) -> int:
    """Return the number behind a step's name, from 0: `quotes-2` is 1."""
    return int(name.partition("-")[2] or 1) - 1


def expected_calls(papers: int) -> dict[str, int]:
    """Return how many calls of each kind a review of so many papers is expected to make."""
    return {
        "validate": 1,
        "decompose": 1,
        "quotes": papers,
        "plan": 1,
        "section": SECTIONS_EXPECTED,
        "table": TABLES_EXPECTED * (1 + TABLE_PAPERS_EXPECTED),
    }


def estimate(papers: int, price_per_token: tuple[float, float] | None) -> Estimate:
    """Return what a review is expected to take; `price_per_token` is that of input and output, None without a model."""
    if price_per_token is None:
        return Estimate(seconds=(len(BEFORE) + SECTIONS_EXPECTED + 4) * OWN_S)
    calls = expected_calls(min(papers, PAPERS_EXPECTED))
    read = sum(count * CALL_TOKENS[kind][0] for kind, count in calls.items())
    written = sum(count * CALL_TOKENS[kind][1] for kind, count in calls.items())
    in_turn = 4 + SECTIONS_EXPECTED + 2
    return Estimate(
        calls=sum(calls.values()),
        input_tokens=read,
        output_tokens=written,
        cost_usd=round(read * price_per_token[0] + written * price_per_token[1], 4),
        seconds=in_turn * CALL_S + 2 * OWN_S,
    )


def _section_names(count: int) -> list[str]:
    return [f"section-{n + 1}" for n in range(count)]


def _record(name: str, *, asks_model: bool) -> StepRecord:
    kind = {"sections": "section", "tables": "table", "edit": "section"}.get(kind_of(name), kind_of(name))
    calls = 2 if kind == "table" else 1
    return StepRecord(name=name, estimate_s=calls * CALL_S if asks_model and kind in _ASKS else OWN_S)
