"""Links of a reading are compared with those of the source: the work, and the text around the marker."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(
    str(Path(__file__).resolve().parents[3] / "benchmarks")
)  # the commands there import each other by their names

from scoring_links import link_scores

Cited = tuple[str, str, str]
WORKS = {"a": "Keller A. On the order of columns. J Print 2003", "b": "Smith B. Margins of old books. Paper 1998"}


def _paper(form: str, *cited: Cited) -> dict[str, object]:
    """Return a paper of one block per citation: text, marker, work; each reading prints markers in its own form."""
    blocks, spans = [], []
    for at, (text, marker, work) in enumerate(cited):
        start = text.index("@")
        shown = form.format(marker)
        blocks.append({"id": f"b{at}", "text": text.replace("@", shown)})
        if work:
            spans.append({"block_id": f"b{at}", "start": start, "end": start + len(shown), "reference_ids": [work]})
    references = [{"id": key, "raw": raw} for key, raw in WORKS.items()]
    return {"blocks": blocks, "cite_spans": spans, "references": references}


GOLD = _paper("[{}]", ("The margins were wide @ in all towns.", "1", "a"), ("Paper was thin @ in others.", "2", "b"))


@pytest.mark.parametrize(
    ("found", "precision", "recall"),
    [
        ([("The margins were wide @ in all towns.", "Keller 2003", "a"), ("Paper was thin @ in others.", "Smith", "b")], 1, 1),
        ([("The margins were wide @ in all towns.", "Keller 2003", "b"), ("Paper was thin @ in others.", "Smith", "b")], 0.5, 0.5),
        ([("The margins were wide @ in all towns.", "Keller 2003", "a"), ("Areas of 7 m@ were seen.", "2", "b")], 0.5, 0.5),
        ([("The margins were wide @ in all towns.", "Keller 2003", "a")], 1, 0.5),
    ],
    ids=["all", "another work", "a power", "one missing"],
)  # fmt: skip
def test_links_are_counted_by_work_and_place(found: list[Cited], precision: float, recall: float) -> None:
    assert link_scores(GOLD, _paper("({})", *found)) == {"link_precision": precision, "link_recall": recall}


def test_a_source_that_says_nothing_of_links_is_not_scored() -> None:
    assert link_scores({}, GOLD) == {}
