"""Cells without a language model are candidates: sentences of the paper on its own work."""

from __future__ import annotations

from pathlib import Path

from unit.services_reviews.system import paper_about
from unit.services_tables.system import TableSystem, cells

from scholarai.reviewing.tables import WantedColumn

OTHERS = "One study showed that ants prefer a nest site with an entrance of nine square centimetres [1]."
OWN = "Ants prefer a wide entrance, measured on twelve cold mornings in the old quarry."


def test_a_sentence_on_the_work_of_others_comes_after_the_paper_s_own(tmp_path: Path) -> None:
    system = TableSystem(tmp_path)
    paper = system.add("ants", paper_about("ants", 2015, (OTHERS, OWN)))
    column = WantedColumn(question="One study showed that ants prefer which entrance?")

    table = system.fill(system.start_table([column], paper_ids=(paper,)))

    (cell,) = cells(table)
    assert (cell.state, cell.value != OTHERS) == ("candidate", True)
