"""A paper's content in parts is the same content again, and no part grows with the number of its tables."""

from __future__ import annotations

from scholarai.domain.content import Box, CellBox, CellSpan, PaperContent, Table
from scholarai.domain.parts import from_parts, to_parts

TABLE = Table(
    label="Table 1",
    caption="Table 1: Growth.",
    rows=(("Site", "Growth", ""), ("North", "3.1", "2.9")),
    header_rows=1,
    spans=(CellSpan(0, 1, 1, 2),),
    notes=("In mm.",),
    cell_boxes=(CellBox(1, 1, 3, Box(1.0, 2.0, 3.0, 4.0)),),
)


def test_many_tables_are_spread_over_parts() -> None:
    content = PaperContent(source_format="pdf", tables=(TABLE,) * 50)

    parts = to_parts(content, limit=2_000)

    assert all(len(part.json) < 3_000 for part in parts)
    assert from_parts(parts) == content
