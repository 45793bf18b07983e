from __future__ import annotations

import pytest

from scholarai.domain.content import PaperContent
from scholarai.parsing.plain_text import read_plain_text

PAPER = """Salt marshes of the
inner delta

ABSTRACT
Marshes grow with the tide [1], and sedi-
ments stay.

1. Introduction

Sediment settles slowly. See https://doi.org/10.1234/tides.7 for
the data.

2.1 The model
Every tide brings mud [2].

DISCUSSION

It was so.

References
-----------
[1] W. Li. 2001. Mud of the coast. Coast 4, 1-9.
    With a second line.
[2] A. Bo. 1999. Silt on the shore. Shore 2, 3-9.
"""


@pytest.fixture(scope="module")
def paper() -> PaperContent:
    return read_plain_text(PAPER.encode())


def test_title_abstract_and_doi_are_found(paper: PaperContent) -> None:
    assert paper.title == "Salt marshes of the inner delta"
    assert paper.abstract == "Marshes grow with the tide [1], and sediments stay."
    assert paper.doi == "10.1234/tides.7"
    assert paper.source_format == "text"


def test_headings_are_numbered_capital_or_known_by_name(paper: PaperContent) -> None:
    assert [(section.title, section.level, section.number) for section in paper.sections] == [
        ("ABSTRACT", 1, None),
        ("Introduction", 1, "1"),
        ("The model", 2, "2.1"),
        ("DISCUSSION", 1, None),
        ("References", 1, None),
    ]


def test_entries_keep_their_further_lines_and_are_cited(paper: PaperContent) -> None:
    assert [(one.label, one.year) for one in paper.references] == [("1", 2001), ("2", 1999)]
    assert paper.references[0].raw.endswith("With a second line.")
    assert [span.reference_ids for span in paper.cite_spans] == [("r1",), ("r2",)]


def test_a_numbered_sentence_is_no_heading() -> None:
    paper = read_plain_text(b"A title\n\n1. Wash the plate, then dry it.\n\n2 people came and went.\n")

    assert paper.sections == ()


def test_text_with_headings_of_markdown_is_markdown() -> None:
    assert read_plain_text(b"# Tides\n\nThe sea rises.\n").source_format == "markdown"


def test_another_encoding_is_read() -> None:
    assert read_plain_text("Ein Titel\n\nGezeiten für alle.\n".encode("cp1252")).blocks[0].text == "Gezeiten für alle."


def test_thousands_of_headings_are_read() -> None:
    assert len(read_plain_text(b"A title\n\n" + b"RESULTS\n" * 4_000).sections) == 4_000
