"""A quote of an answer of extracts is shown in its paragraph, and no more of that than a reader wants; a row of a table below its head."""

from __future__ import annotations

import pytest
from contract.making import a_content
from msgspec.structs import replace
from unit.exporting.making import citation

from scholarai.citations.boxes import PageLocator
from scholarai.citations.context import MOST_AROUND, in_context
from scholarai.domain.chat import Citation
from scholarai.parsing.markdown import read_markdown

QUOTE = "The quote stands here."
WITH_TABLE = """# On alkanes

## Results

Table 1 has the amounts. Short ones went first. Long ones stayed.

Table 1: Degradation.

| Compound | Degraded (%) |
| --- | --- |
| Octane | 91.2 |
| Nonane | 88.7 |
| Decane | 80.3 |
"""


def shown(paragraph: str) -> Citation:
    content = a_content(["A paragraph before.", paragraph, "A paragraph behind."])
    start = content.text().index(QUOTE)
    placed = replace(citation(QUOTE), start=start, end=start + len(QUOTE))
    return in_context(placed, content.text(), PageLocator.of(content))


def test_a_short_paragraph_is_shown_whole_and_its_neighbours_are_not() -> None:
    found = shown(f"It begins\nso. {QUOTE} It ends so.")

    assert (found.before, found.after) == ("It begins so.", "It ends so.")


def test_of_a_long_paragraph_whole_words_beside_the_quote_are_shown() -> None:
    words = " ".join(f"word{n}" for n in range(90))

    found = shown(f"{words} {QUOTE} {words}")

    assert found.before.split()[0] == found.after.split()[-1] == "…"
    assert words.endswith(found.before.removeprefix("…"))
    assert words.startswith(found.after.removesuffix(" …"))
    assert MOST_AROUND - 10 < len(found.before) <= MOST_AROUND + 2
    assert MOST_AROUND - 10 < len(found.after) <= MOST_AROUND + 2


def test_a_paragraph_that_goes_on_over_pages_is_shown_to_do_so() -> None:
    content = a_content(["and of the page before. " + QUOTE + " The approximation is", "never far away."])
    start = content.text().index(QUOTE)
    placed = replace(citation(QUOTE), start=start, end=start + len(QUOTE))

    found = in_context(placed, content.text(), PageLocator.of(content))

    assert (found.before, found.after) == ("… and of the page before.", "The approximation is …")


def test_a_quote_without_a_place_has_no_context() -> None:
    nowhere = replace(citation(QUOTE), start=None, end=None)

    assert in_context(nowhere, "", PageLocator.of(a_content([QUOTE]))) is nowhere


@pytest.mark.parametrize(
    ("quote", "before", "after"),
    [
        ("Short ones went first.", "Table 1 has the amounts.", "Long ones stayed."),
        ("Octane | 91.2", "Compound | Degraded (%)", ""),
        ("Nonane | 88.7", "Compound | Degraded (%) …", ""),
        ("Compound | Degraded (%)", "", "Octane | 91.2 Nonane | 88.7 Decane | 80.3"),
    ],
)
def test_the_row_of_a_table_is_shown_below_its_head(quote: str, before: str, after: str) -> None:
    content = read_markdown(WITH_TABLE, bibliographies={})
    start = content.text().index(quote)
    placed = replace(citation(quote), start=start, end=start + len(quote))

    found = in_context(placed, content.text(), PageLocator.of(content))

    assert (found.before, found.after) == (before, after)
