"""Long manuals and papers typed in Word, whose pages differ from those of journals."""

from __future__ import annotations

from collections.abc import Sequence

from unit.parsing_pdf.printed import LARGE, SMALL, line, paragraph, read, sentences

from scholarai.domain.content import PaperContent
from scholarai.parsing.layout import RawLine, Style

TREES = "alder birch cedar elder maple olive poplar rowan spruce willow".split()
NAMES = [f"{first.capitalize()} of the {second}" for first in TREES for second in TREES[:7]]


FIRST = [line("Introduction", 60, 90, LARGE), *paragraph(sentences(5, "writing"), 110)]


def _titles(content: PaperContent) -> list[str]:
    return [section.title for section in content.sections]


def _sections(names: Sequence[str], top: float, style: Style = LARGE) -> list[RawLine]:
    """Return sections one below another, with headings in a style."""
    return [
        row
        for place, name in enumerate(names)
        for row in (line(name, 60, top + 150 * place, style), *paragraph(sentences(5), top + 20 + 150 * place))
    ]


def _manual(style: Style) -> list[list[RawLine]]:
    """Return pages with two headings each, at heights of their own, so that none is a running head."""
    return [_sections(NAMES[2 * page : 2 * page + 2], 110 + 37 * (page % 7), style) for page in range(35)]


def test_a_manual_of_many_pages_keeps_more_headings_than_a_paper_has() -> None:
    assert _titles(read(FIRST, *_manual(LARGE))) == ["Introduction", *NAMES]


def test_a_section_directly_below_the_title_is_known_by_the_look_of_later_ones() -> None:
    names = ["What this manual tells", "How trees are named", "How trees are felled", "How trees are planted"]

    assert _titles(read(_sections(names[:2], 150), _sections(names[2:], 110))) == names


def test_an_author_in_the_type_of_headings_begins_no_section() -> None:
    first = [line("Maria Keller", 220, 110, LARGE), *paragraph(sentences(4), 130)]
    content = read([*first, *_sections(["1 Introduction"], 190)], _sections(["2 Methods", "3 Results"], 110))

    assert [author.name for author in content.authors] == ["Maria Keller"]
    assert _titles(content) == ["Introduction", "Methods", "Results"]


def test_a_heading_above_small_print_is_one_where_others_look_like_it() -> None:
    rows = _sections(["Beeches in parks", "Lindens of streets"], 110)
    rows += [line("Hollies of woods", 60, 580, LARGE), line("Found in hedges and woods", 60, 594, SMALL)]

    assert _titles(read(FIRST, [*rows, *paragraph(sentences(3), 620)]))[-1] == "Hollies of woods"


def test_a_numbered_heading_may_be_the_name_of_a_device() -> None:
    names = ["1 Overview of machines", "2 PDP-11", "2.1 UNIX V5, V6, V7", "3 HP2116 16K BASIC"]
    content = read(_sections(names, 110))

    assert [(section.number, section.title) for section in content.sections][1:3] == [
        ("2", "PDP-11"),
        ("2.1", "UNIX V5, V6, V7"),
    ]


def test_a_date_at_the_start_of_a_heading_is_no_number() -> None:
    content = read(FIRST, _sections(["9 Feb 2022 Second release", "27 Oct 2014 First release"], 110))

    assert [(section.number, section.title) for section in content.sections][1:] == [
        (None, "9 Feb 2022 Second release"),
        (None, "27 Oct 2014 First release"),
    ]


def test_a_sentence_goes_on_below_a_line_of_tall_letters() -> None:
    above = line("Vowels of this kind are written in the order of their sounds, so that one sees almost", 60, 220)
    below = line("all of them at once, and those without a sound of their own stand at the end of them.", 60, 240)
    content = read([*FIRST, above, below])

    assert any("sees almost all of them at once" in block.text for block in content.blocks)


def test_an_item_goes_on_below_its_first_line_of_tall_letters() -> None:
    first = line("• Vowels of this kind are written in the order of their sounds, so that one sees almost", 60, 220)
    below = line("all of them at once, and those without a sound of their own stand at the end.", 72, 240)
    content = read([*FIRST, first, below])

    assert [block.text[-24:] for block in content.blocks if block.kind == "list_item"] == [
        "f their own stand at the end."[-24:]
    ]


def test_a_title_in_much_larger_bold_type_may_begin_in_lower_case() -> None:
    content = read(FIRST, _sections(["datum option"], 110, Style("Sans-Bold", 16.0, bold=True)))

    assert _titles(content)[-1] == "datum option"


def test_a_bullet_begins_an_item_without_a_space_behind_it() -> None:
    first = line("\u25e6Low vowels of this kind stand first", 80, 220)
    content = read([*FIRST, first, line("\u25e6High vowels of this kind stand last", 80, 232)])

    items = [block.text[:5] for block in content.blocks if block.kind == "list_item"]
    assert items == ["\u25e6Low ", "\u25e6High"]
