"""What nobody sees is not read from any format, and ranges count in what is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from scholarai.adapters.reading.formats import read_file
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.domain.content import (
    Author,
    Block,
    CiteSpan,
    Equation,
    Figure,
    Line,
    PaperContent,
    Reference,
    Section,
    Table,
    Word,
)
from scholarai.domain.ids import BlockId, ReferenceId, SectionId
from scholarai.domain.invisible_characters import hidden_ranges
from scholarai.parsing.hidden_characters import without_hidden
from scholarai.splitting import split

H = "\u202e"
TEXT = f"{H}Bees dance{H} [1] for\u200b homes."


def strings(value: object) -> list[str]:
    """Return every string in a value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, tuple):
        return [text for item in value for text in strings(item)]
    fields = getattr(value, "__struct_fields__", ())
    return [text for name in fields for text in strings(getattr(value, name))]


def content() -> PaperContent:
    """Return a paper with something hidden in each of its texts."""
    at = len(TEXT) + 2
    first, second = BlockId("b1"), BlockId("b2")
    lines = (
        Line(page_number=1, start=0, end=12, words=(Word(0, 5, 10, 20), Word(6, 12, 22, 30))),
        Line(page_number=1, start=13, end=len(TEXT)),
    )
    return PaperContent(
        source_format="pdf",
        title=f"On{H} Bees",
        authors=(Author(name=f"Ada{H} Bee", orcid=f"{H}0000", affiliation=f"{H}Hive"),),
        doi=f"10.1{H}/b",
        abstract=f"{H}Short.",
        venue=f"{H}Nature",
        keywords=(f"{H}bees",),
        sections=(Section(id=SectionId("s1"), title=f"{H}Results", level=1, number=f"{H}1"),),
        blocks=(
            Block(
                id=first, kind="paragraph", text=TEXT, start=0, end=len(TEXT), section_id=SectionId("s1"), lines=lines
            ),
            Block(id=second, kind="paragraph", text="They fly.", start=at, end=at + 9),
        ),
        figures=(Figure(label=f"{H}Figure 1", caption=f"{H}A bee."),),
        tables=(Table(label=f"{H}Table 1", caption=f"{H}Bees.", rows=((f"{H}a", "b"),)),),
        equations=(Equation(text=f"{H}x", block_id=second, latex=f"{H}x"),),
        references=(Reference(id=ReferenceId("r1"), raw=f"{H}[1] Bees.", authors=(f"{H}Bee",)),),
        cite_spans=(CiteSpan(block_id=first, start=13, end=16, reference_ids=(ReferenceId("r1"),)),),
    )


def test_no_text_of_a_paper_keeps_what_is_hidden() -> None:
    seen = without_hidden(content())

    assert [text for text in strings(seen) if hidden_ranges(text)] == []
    assert (seen.title, seen.authors[0].name) == ("On Bees", "Ada Bee")


def test_ranges_count_in_what_is_left() -> None:
    seen = without_hidden(content())
    block, after = seen.blocks
    (span,) = seen.cite_spans
    first, second = block.lines

    assert [seen.text()[b.start : b.end] for b in seen.blocks] == [block.text, after.text]
    assert block.text == "Bees dance [1] for homes."
    assert block.text[span.start : span.end] == "[1]"
    assert [block.text[word.start : word.end] for word in first.words] == ["Bees", "dance"]
    assert block.text[second.start : second.end] == "[1] for homes."
    assert first.words[0].low_pt == 10


def test_a_paper_without_anything_hidden_stays_as_it_is() -> None:
    seen = without_hidden(content())

    assert without_hidden(seen) == seen


def test_a_block_of_nothing_else_is_empty_and_can_be_split() -> None:
    hidden = Block(id=BlockId("b1"), kind="paragraph", text=H * 3, start=0, end=3)
    plain = Block(id=BlockId("b2"), kind="paragraph", text="They fly home.", start=5, end=19)

    seen = without_hidden(PaperContent(source_format="markdown", blocks=(hidden, plain)))

    assert seen.text() == "\n\nThey fly home."
    assert "They fly home." in split(seen, generation=1)[0].text


MARKDOWN = f"""---
title: A paper{H} on bees
authors:
  - name: Ada{H} Lovelace
---
# Results{H}

Bees&#x202e; dance{H} for homes. \u200bThey fly.
"""
LATEX = rf"""\documentclass{{article}}
\title{{A paper{H} on bees}}
\author{{Ada{H} Lovelace}}
\begin{{document}}
\maketitle
\section{{Results{H}}}
Bees{H} dance for homes. {H}They fly.
\end{{document}}
"""


@pytest.mark.parametrize(("name", "source"), [("p.md", MARKDOWN), ("p.tex", LATEX)])
def test_a_file_is_read_without_hidden_characters(tmp_path: Path, name: str, source: str) -> None:
    path = tmp_path / name
    path.write_text(source, encoding="utf-8")

    read = read_file(path, name, ReadLimits(), lambda *_: None)

    assert "Bees dance for homes. They fly." in read.text()
    assert (read.title, [author.name for author in read.authors]) == ("A paper on bees", ["Ada Lovelace"])
    assert [text for text in strings(read) if hidden_ranges(text)] == []
