"""The places of words in their blocks and rows, of which a book has half a million."""

from __future__ import annotations

import pickle

from unit.parsing_pdf.printed import line, read

from scholarai.parsing.pdf.layout.rows import Row, row_of


def test_blocks_share_the_objects_of_equal_offsets() -> None:
    text = "one two three four five six seven eight nine ten eleven twelve"
    layout = [line(text, 60, 100 + 12 * row) for row in range(12)]
    other = [line(text, 60, 300 + 12 * row) for row in range(12)]

    content = read([*layout, *other])

    first, second = [block for block in content.blocks if len(block.text) > 300][:2]
    offsets = {word.end: word.end for line in first.lines for word in line.words if word.end > 256}
    shared = [word.end is offsets[word.end] for line in second.lines for word in line.words if word.end in offsets]
    assert shared
    assert all(shared)


def test_rows_of_another_process_share_the_objects_of_equal_coordinates() -> None:
    rows = [_row("one two three four five", y) for y in (100, 112)]

    first, second = (pickle.loads(pickle.dumps(row)) for row in rows)

    assert all(one is other for one, other in zip(first.extents, second.extents, strict=True))
    assert first.x0 is second.x0
    assert (first.text, first.extents, first.box, first.runs) == (
        rows[0].text,
        rows[0].extents,
        rows[0].box,
        rows[0].runs,
    )


def _row(text: str, y: float) -> Row:
    row = row_of(line(text, 60.5, y), 1, complete=True)
    assert row is not None
    return row
