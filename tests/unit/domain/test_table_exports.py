"""A table leaves as CSV, Markdown and HTML with all that its cells hold, and nothing of it becomes markup or a formula."""

from __future__ import annotations

import csv

import pytest

from scholarai.domain.content import CellSpan, Table
from scholarai.domain.table_exports import (
    TABLE_EXPORTS,
    TableExport,
    table_as_csv,
    table_as_html,
    table_as_markdown,
    table_export,
)

TABLE = Table(
    label="Table 1",
    caption="Table 1: Growth <i>",
    rows=(("Site", "Growth", ""), ("", "2018", "2019"), ("A|B", "=1+1", "-2.9")),
    header_rows=2,
    spans=(CellSpan(0, 0, 2, 1), CellSpan(0, 1, 1, 2)),
    notes=("In mm.",),
)


def test_csv_has_a_line_per_row_and_no_formula() -> None:
    rows = list(csv.reader(table_as_csv(TABLE).splitlines()))

    assert rows == [["Site", "Growth", ""], ["", "2018", "2019"], ["A|B", "'=1+1", "-2.9"]]


def test_markdown_joins_the_rows_of_the_head() -> None:
    assert table_as_markdown(TABLE) == (
        "Table 1: Growth \\<i\\>\n\n| Site | Growth 2018 | 2019 |\n| --- | --- | --- |\n| A\\|B | =1+1 | -2.9 |\n\nIn mm.\n"
    )


def test_markdown_gives_a_table_without_a_head_an_empty_one() -> None:
    table = Table(label="", caption="", rows=(("a", "b"),))

    assert table_as_markdown(table) == "|  |  |\n| --- | --- |\n| a | b |\n"


def test_html_keeps_spans_and_escapes_what_the_paper_says() -> None:
    page = table_as_html(TABLE)

    assert '<tr><th rowspan="2">Site</th><th colspan="2">Growth</th></tr>' in page
    assert "<tr><th>2018</th><th>2019</th></tr>" in page
    assert "<caption>Table 1: Growth &lt;i&gt;</caption>" in page
    assert page.endswith("<p>In mm.</p>\n")


@pytest.mark.parametrize("export", TABLE_EXPORTS, ids=lambda export: export.name)
def test_a_table_without_cells_leaves_in_every_form(export: TableExport) -> None:
    assert table_export(export.name) is export
    assert "Site" not in export.render(Table(label="Table 1", caption=""))
    assert "Site" in export.render(TABLE)
