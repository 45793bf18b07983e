"""A cell filled by a model has a quote that stands in its paper, or says that nothing is stated; without a model it is a candidate."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from doubles.gemini_server import Answer
from unit.services_reviews.system import paper_about
from unit.services_tables.system import ASKED, COLUMNS, TableSystem, cells, states

from scholarai.domain.ids import PaperId
from scholarai.reviewing.chain import COLUMNS_PER_CALL, TABLE_PAPERS_PER_STEP
from scholarai.reviewing.tables import WantedColumn

INVENTED = "We found that swarms prefer entrances of ninety-nine square metres above a volcano."
OF_ANTS = "We measured that ants prefer a nest site with an entrance of 15 square centimetres."


def row_of(value: str, quote: str, count: int = 2) -> dict[str, Any]:
    cell = {"value": value, "sentences": "", "part": quote}
    return {"cells": [cell | {"column": column} for column in range(1, count + 1)]}


@pytest.mark.parametrize(
    ("column", "asked"),
    [
        (WantedColumn(question=ASKED[1]), ASKED[1]),
        (WantedColumn(question=ASKED[1], name="Scouts"), f"Scouts: {ASKED[1]}"),
        (WantedColumn(question="How many scouts " * 12), "How many scouts " * 11 + "How many scouts"),
    ],
)
def test_a_column_is_asked_for_by_its_question_once(modelled: TableSystem, column: WantedColumn, asked: str) -> None:
    modelled.fill(modelled.start_table((column,), paper_ids=(PaperId("ants"),)))

    ((_, prompt),) = modelled.writer.prompts
    assert re.findall(r'<column-\w+ number="1">\n(.*?)\n</column', prompt, re.DOTALL) == [asked]


def test_no_text_of_a_paper_is_shown_twice_in_a_prompt(modelled: TableSystem) -> None:
    told = [f"On day {n} the scouts of box {n * 7} danced for a site of {n * 11} litres." for n in range(1, 61)]
    modelled.add("flies", paper_about("flies", 2020, told), year=2020)
    questions = ("What did the scouts of box 140 dance for?", "How mild was the weather of day 3?")
    asked = [WantedColumn(question=question) for question in questions]

    modelled.fill(modelled.start_table(asked, paper_ids=(PaperId("flies"),)))

    ((_, prompt),) = modelled.writer.prompts
    shown = [sentence for sentence in told if sentence in prompt]
    assert len(shown) > 10
    assert [sentence for sentence in shown if prompt.count(sentence) > 1] == []


def test_every_filled_cell_has_a_quote_that_its_paper_has_word_for_word(modelled: TableSystem) -> None:
    table = modelled.fill(modelled.start_table())

    assert states(table) == ["filled"] * 8
    assert table.review.state == "completed"
    for row in table.rows:
        for cell in row.cells:
            assert [citation.verdict for citation in cell.citations] == ["exact"]
            assert cell.citations[0].paper_id == row.paper_id
            assert cell.citations[0].pages


@pytest.mark.parametrize("quote", [INVENTED, OF_ANTS, "", " "])
def test_a_quote_that_the_paper_does_not_have_fills_no_cell(modelled: TableSystem, quote: str) -> None:
    modelled.writer.says["row"] = lambda _: row_of("99 square metres", quote)

    table = modelled.fill(modelled.start_table(paper_ids=(PaperId("bees"),)))

    assert states(table) == ["not_found"] * 2
    assert all(not cell.citations for cell in cells(table))


def test_a_number_that_the_quote_does_not_have_is_doubted(modelled: TableSystem) -> None:
    modelled.writer.says["row"] = lambda _: row_of("77 square centimetres", OF_ANTS)

    table = modelled.fill(modelled.start_table(paper_ids=(PaperId("ants"),)))

    assert {doubt.text for cell in cells(table) for doubt in cell.doubts} == {"77"}


def test_what_the_model_does_not_find_is_not_found(modelled: TableSystem) -> None:
    nothing = {"value": "", "sentences": "", "part": None}
    modelled.writer.says["row"] = lambda _: {"cells": [nothing | {"column": 1}]}

    assert states(modelled.fill(modelled.start_table())) == ["not_found"] * 8


def test_cells_of_an_unusable_answer_have_failed_and_are_filled_on_request_and_no_others(
    modelled: TableSystem,
) -> None:
    modelled.writer.says["row"] = lambda prompt: Answer("no json") if "How Ants Settle" in prompt else None
    table_id = modelled.start_table()
    failed = modelled.fill(table_id)
    asked = modelled.writer.asked["row"]
    modelled.writer.says.clear()

    modelled.change_table(table_id, retry=True)
    table = modelled.fill(table_id)

    assert sorted(states(failed)) == ["failed"] * 2 + ["filled"] * 6
    assert {cell.error for cell in cells(failed)} == {None, "model_failed"}
    assert states(table) == ["filled"] * 8
    assert modelled.writer.asked["row"] == asked + 1


def test_a_new_column_asks_nothing_that_was_asked_before(modelled: TableSystem) -> None:
    table_id = modelled.start_table()
    before = modelled.fill(table_id)
    modelled.writer.prompts.clear()

    modelled.change_table(table_id, add_columns=(WantedColumn(question="Which swarms were watched?"),))
    table = modelled.fill(table_id)

    prompts = [prompt for stage, prompt in modelled.writer.prompts if stage == "row"]
    assert len(prompts) == 4
    assert not any(question in prompt for prompt in prompts for question in ASKED)
    assert [row.cells[:2] for row in table.rows] == [row.cells for row in before.rows]


def test_two_hundred_papers_by_ten_columns_take_a_bounded_number_of_bounded_requests(
    modelled: TableSystem,
) -> None:
    papers = modelled.add_papers(200)
    columns = [WantedColumn(question=f"{question} Part {n}?") for question in ASKED for n in range(5)]

    table = modelled.fill(modelled.start_table(columns, paper_ids=papers, budget_usd=100.0))

    calls = 200 * -(-10 // COLUMNS_PER_CALL)
    assert (table.review.state, len(states(table))) == ("completed", 2_000)
    assert "pending" not in states(table)
    assert modelled.writer.asked["row"] == table.review.spent.calls == calls
    assert len(table.review.steps) == 200 // TABLE_PAPERS_PER_STEP
    assert max(len(prompt) for _, prompt in modelled.writer.prompts) < 20_000


def test_a_budget_that_is_spent_stops_filling_and_keeps_what_is_filled(modelled: TableSystem) -> None:
    papers = modelled.add_papers(3 * TABLE_PAPERS_PER_STEP)
    table_id = modelled.start_table(paper_ids=papers, budget_usd=0.025)
    stopped = modelled.fill(table_id)
    asked = modelled.writer.asked["row"]

    modelled.change_table(table_id, budget_usd=100.0, retry=True)
    table = modelled.fill(table_id)

    assert stopped.review.failure is not None
    assert stopped.review.failure.code == "budget_spent"
    assert re.search(r"budget", stopped.review.failure.message)
    assert 0 < asked < len(papers)
    assert "pending" in states(stopped)
    assert states(table) == ["filled"] * 2 * len(papers)
    assert modelled.writer.asked["row"] == len(papers)


def test_a_computed_column_is_made_of_numbers_that_are_proved(modelled: TableSystem) -> None:
    modelled.writer.says["row"] = lambda _: row_of("15 square centimetres", OF_ANTS, count=1)
    number = WantedColumn(question=ASKED[0], kind="number", name="Entrance")
    doubled = WantedColumn(kind="computed", name="Twice", expression="c1 * 2")

    table = modelled.fill(modelled.start_table((number, doubled), paper_ids=(PaperId("ants"), PaperId("bees"))))

    ants, bees = (row.cells[1] for row in table.rows)
    assert (ants.number, ants.operands[0].citations[0].text) == (30.0, OF_ANTS)
    assert (bees.state, bees.number) == ("not_found", None)


def test_no_paper_is_asked_for_a_table_of_computed_columns_alone(modelled: TableSystem) -> None:
    table_id = modelled.start_table(COLUMNS)
    modelled.fill(table_id)
    modelled.writer.asked.clear()

    modelled.change_table(table_id, add_columns=(WantedColumn(kind="computed", expression="c1 + c2"),))
    modelled.fill(table_id)

    assert modelled.paid_calls == 0


OTHERS = "One study showed that ants prefer a nest site with an entrance of nine square centimetres [1]."
OWN = "Ants prefer a wide entrance, measured on twelve cold mornings in the old quarry."


def test_a_sentence_on_the_work_of_others_comes_after_the_paper_s_own(tmp_path: Path) -> None:
    system = TableSystem(tmp_path)
    paper = system.add("ants", paper_about("ants", 2015, (OTHERS, OWN)))
    column = WantedColumn(question="One study showed that ants prefer which entrance?")

    table = system.fill(system.start_table([column], paper_ids=(paper,)))

    (cell,) = cells(table)
    assert (cell.state, cell.value != OTHERS) == ("candidate", True)
