"""A question shows the figures, tables and equations that it names."""

from __future__ import annotations

import pytest
from doubles.written import bee_paper
from msgspec.structs import replace
from unit.retrieval.making import find

from scholarai.domain.content import Box, Equation, PaperContent
from scholarai.retrieval.places import named_regions

PLACE = (Box(100, 100, 300, 200),)


def drawn() -> PaperContent:
    """Return the bee paper with its figure and its table drawn somewhere."""
    content = bee_paper()
    return replace(
        content,
        figures=tuple(replace(figure, boxes=PLACE) for figure in content.figures),
        tables=tuple(replace(table, boxes=PLACE) for table in content.tables),
    )


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What does Figure 1 show?", ["Figure 1"]),
        ("What does fig. 1b show?", ["Figure 1"]),
        ("Does Table 1 agree with Figure 1, and Fig. 1 with it?", ["Figure 1", "Table 1"]),
        ("What does Figure 2 show?", []),
        ("What does the first figure show?", ["Figure 1"]),
        ("What is on page 2?", []),
        ("What does Eq. (1) say?", ["(1)"]),
        ("Is equation 1 drawn in Figure 1?", ["Figure 1", "(1)"]),
        ("Compare equations 1 to 3.", ["(1)"]),
        ("Explain the first equation.", ["(1)"]),
        ("What does Eq. (2) say?", []),
        ("How many scouts make the quorum?", []),
    ],
)
def test_only_what_is_named_is_shown_and_once(question: str, shown: list[str]) -> None:
    assert [region.item.label for region in named_regions(drawn(), question)] == shown


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("How do equations (2)-(4) follow?", ["2", "3a", "3b"]),
        ("What is Eq. 3b?", ["3b"]),
        ("What do Eqs. 1 and A1 share?", ["(1)", "A1"]),
    ],
)
def test_a_range_of_equations_and_the_parts_of_one_are_shown(question: str, shown: list[str]) -> None:
    content = drawn()
    (equation,) = content.equations
    more = (replace(equation, label=label) for label in ("2", "3a", "3b", "A1"))

    regions = named_regions(replace(content, equations=(equation, *more)), question)

    assert [region.item.label for region in regions] == shown
    assert all(isinstance(region.item, Equation) for region in regions)


def test_a_figure_that_is_meant_by_its_words_is_shown_where_its_caption_was_found() -> None:
    question = "Explain the plot of scouts over time."
    evidence = find(question).evidence

    assert [region.item.label for region in named_regions(drawn(), question, evidence)] == ["Figure 1"]
    assert named_regions(drawn(), "How many scouts make the quorum?", evidence) == ()


def test_a_figure_without_a_place_on_a_page_is_not_shown() -> None:
    assert named_regions(bee_paper(), "What does Figure 1 show?") == ()
