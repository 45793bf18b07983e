"""The places of words in their blocks, of which a book has half a million."""

from __future__ import annotations

from unit.parsing_pdf.printed import line, read


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
