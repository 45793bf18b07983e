"""Questions that are made of a paper know where their answers stand."""

from __future__ import annotations

import sys
from pathlib import Path

from doubles.written import bee_paper
from unit.retrieval.making import find

sys.path.append(
    str(Path(__file__).resolve().parents[3] / "benchmarks")
)  # the commands there import each other by their names

from place_questions import made_questions

from scholarai.answering.named_places import from_places, within_places


def test_every_kind_of_place_of_a_paper_is_asked_for() -> None:
    kinds = {made.kind for made in made_questions("bees", bee_paper())}

    assert kinds >= {
        "page",
        "section",
        "named section",
        "conclusion",
        "figure",
        "table",
        "equation",
        "statement",
        "reference",
    }


def test_what_stands_elsewhere_is_told_from_what_stands_there() -> None:
    for made in made_questions("bees", bee_paper()):
        evidence = find(made.text, k=10).evidence

        assert from_places(made.text, evidence), made.text
        assert not all(map(made.holds, evidence)), made.text
        if made.kind in {"page", "section", "named section", "conclusion"}:
            assert all(map(made.holds, within_places(made.text, evidence))), made.text
