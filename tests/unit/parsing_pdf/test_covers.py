"""A cover that a publisher or a repository puts before a paper gives neither its title nor its authors nor its abstract."""

from __future__ import annotations

import pytest
from unit.parsing_pdf.printed import BODY, BOLD, LARGE, SMALL, TITLE, line, page, paragraph, sentences

from scholarai.domain.content import PaperContent
from scholarai.parsing.layout import RawLine, Style
from scholarai.parsing.pdf.read import read_pdf

NAME = "Reading Columns of Scholarly Papers"
HUGE = Style("Sans-Bold", 24.0, bold=True)
ABSTRACT = sentences(4, "abstract")


def _article(*, authors: bool = True) -> list[RawLine]:
    return [
        line(NAME, 130, 80, TITLE),
        *([line("Maria Keller and John A. Smith", 180, 110)] if authors else []),
        line("Abstract", 270, 150, BOLD),
        *paragraph(ABSTRACT, 170, x=100, right=500),
        line("1 Introduction", 60, 300, LARGE),
        *paragraph(sentences(8), 320),
    ]


def _more() -> list[RawLine]:
    return [line("2 Methods", 60, 90, LARGE), *paragraph(sentences(8, "method"), 110)]


def _read(*pages: list[RawLine]) -> PaperContent:
    return read_pdf([page(lines, number) for number, lines in enumerate(pages, 1)])


def _repository() -> list[RawLine]:
    return [
        line("University of Bern Archive", 60, 60, HUGE),
        line(f"This is a repository copy of {NAME}.", 60, 120),
        line("Anna Archivist, Peter Librarian", 60, 150, LARGE),
        *paragraph(sentences(3, "deposit"), 200),
        line("https://doi.org/10.1234/reading.5678", 60, 400, SMALL),
    ]


def test_the_first_page_of_the_article_gives_title_authors_and_abstract() -> None:
    content = _read(_repository(), _article(), _more())

    assert content.title == NAME
    assert [author.name for author in content.authors] == ["Maria Keller", "John A. Smith"]
    assert content.abstract == ABSTRACT
    assert [section.title for section in content.sections] == ["Abstract", "Introduction", "Methods"]


def test_a_cover_may_count_references_under_a_heading_and_print_a_title_whose_row_ends_with_a_number() -> None:
    name = ["Reading of Scholarly Columns Printed in the +1", "Direction of Reading"]
    cover = [
        *(line(row, 60, 90 + 22 * k, TITLE) for k, row in enumerate(name)),
        line("Maria Keller and John A. Smith", 60, 140),
        line("References", 60, 180, LARGE),
        line("This article cites 58 articles, 30 of which can be read for nothing.", 60, 200),
    ]
    _, *others = _article()

    content = _read(cover, [*(line(row, 130, 60 + 22 * k, TITLE) for k, row in enumerate(name)), *others], _more())

    assert content.title == " ".join(name)
    assert content.abstract == ABSTRACT
    assert [section.title for section in content.sections] == ["Abstract", "Introduction", "Methods"]


def test_a_page_that_says_that_an_accepted_manuscript_follows_names_a_journal_and_no_paper() -> None:
    cover = [
        line("Polymer Printing", 60, 60, HUGE),
        line("Accepted Manuscript", 60, 120, LARGE),
        *paragraph(f"This is an Accepted Manuscript, which has been through peer review. {sentences(12)}", 200),
    ]

    content = _read(cover, _article(), _more())

    assert content.title == NAME
    assert [author.name for author in content.authors] == ["Maria Keller", "John A. Smith"]


def test_a_cover_of_researchgate_prints_the_title_in_larger_type_and_counts_in_bold() -> None:
    cover = [
        line("See discussions, stats, and author profiles for this publication at: https://www.researchgate.net/publication/1", 60, 60, SMALL),
        line(NAME, 60, 90, HUGE),
        line("Conference Paper · November 2013", 60, 140),
        line("2 authors:", 60, 180, LARGE),
        line("Maria Keller", 60, 210),
        line("17 PUBLICATIONS 150 CITATIONS", 60, 230, BOLD),
    ]  # fmt: skip

    content = _read(cover, _article(), _more())

    assert content.title == NAME
    assert [author.name for author in content.authors] == ["Maria Keller", "John A. Smith"]
    assert content.abstract == ABSTRACT


def test_the_words_of_a_cover_stay_among_the_blocks_and_its_doi_is_the_papers() -> None:
    content = _read(_repository(), _article(), _more())

    assert any("repository copy" in block.text for block in content.blocks if block.page_number == 1)
    assert content.doi == "10.1234/reading.5678"


@pytest.mark.parametrize(
    ("cover", "doi", "year", "venue"),
    [
        (["Permanent Link:", "https://doi.org/10.3929/copy-b-0001", "Originally published in:", "Journal of Small Lakes 12(3), https://doi.org/10.5555/reeds.17"], "10.5555/reeds.17", None, "Journal of Small Lakes"),
        (["Archive URL: https://doi.org/10.5167/copy-98765", "Originally published at:", f"Keller, Maria (2015). {NAME}. Journal of Small Lakes, 12(3):1-9.", "DOI: https://doi.org/10.5555/reeds.17"], "10.5555/reeds.17", None, "Journal of Small Lakes"),
        (["To cite this version:", f"Maria Keller. {NAME}. Journal of Small Lakes, 2015, 12 (3), pp.1-9. \u27e810.5555/reeds.17\u27e9. \u27e8hal-01234567\u27e9"], "10.5555/reeds.17", 2015, "Journal of Small Lakes"),
        (["Permanent Link:", "https://doi.org/10.3929/copy-b-0001"], "10.3929/copy-b-0001", None, None),
    ],
)  # fmt: skip
def test_where_a_cover_says_that_the_paper_appeared_counts_more_than_the_copy(
    cover: list[str], doi: str, year: int | None, venue: str | None
) -> None:
    lines = [line(text, 60, 60 + 26 * place) for place, text in enumerate(["Research Collection", NAME, *cover])]

    content = _read(lines, _article(), _more())

    assert (content.title, content.doi, content.year, content.venue) == (NAME, doi, year, venue)


def test_two_pages_may_come_before_the_article() -> None:
    series = [line("Working Papers in Print", 60, 100, HUGE), line("Number 12", 60, 200, LARGE)]
    content = _read(series, _repository(), _article())

    assert content.title == NAME
    assert content.abstract == ABSTRACT


def test_a_title_page_whose_title_stands_again_above_the_text_still_names_the_authors() -> None:
    first = [line(NAME, 130, 280, TITLE), line("Maria Keller and John A. Smith", 180, 310)]
    content = _read([*first, line("University of Bern, Switzerland", 200, 330, SMALL)], _article(authors=False))

    assert [author.name for author in content.authors] == ["Maria Keller", "John A. Smith"]
    assert content.abstract == ABSTRACT


def test_a_page_that_repeats_the_title_of_a_paper_does_not_make_its_first_page_a_cover() -> None:
    again = [line(NAME, 130, 140, TITLE), line("Supplement by others", 200, 170), *paragraph(sentences(6), 200)]
    content = _read(_article(), again, _more())

    assert [author.name for author in content.authors] == ["Maria Keller", "John A. Smith"]
    assert content.abstract == ABSTRACT


def test_the_page_after_a_cover_without_words_is_the_title_page() -> None:
    content = _read([], _article(), _more())

    assert content.title == NAME
    assert content.abstract == ABSTRACT


def test_a_page_with_a_notice_alone_is_a_cover_however_much_it_says() -> None:
    notice = [*paragraph(sentences(5, "granted"), 200), *paragraph(sentences(5, "free"), 320)]

    content = _read(notice, _article(), _more())

    assert sum(len(row.spans[0].text) for row in notice) > 500
    assert (content.title, content.abstract) == (NAME, ABSTRACT)


def test_a_title_page_followed_by_other_text_in_large_type_is_no_cover() -> None:
    first = [line(NAME, 130, 80, TITLE), line("Maria Keller", 220, 110, BODY), *paragraph(ABSTRACT, 170)]
    content = _read(first, [line("A story told elsewhere", 60, 90, TITLE), *paragraph(sentences(6), 110)])

    assert content.title == NAME


def test_a_first_page_is_no_cover_because_contents_name_the_first_section() -> None:
    sections = ("1 The order of columns", "How all columns are read", "What every page holds")
    contents = [line(f"{name} ....... {at}", 60, 90 + 20 * at, BODY) for at, name in enumerate(sections, 1)]
    first = [line(NAME, 130, 280, TITLE), *paragraph(sentences(3), 400)]

    for name in sections:
        content = _read(first, contents, [line(name, 60, 90, TITLE), *paragraph(sentences(6), 110)])
        assert content.title == NAME


def test_a_section_that_the_first_page_speaks_of_makes_no_cover_of_it() -> None:
    told = f"{sentences(5)} We then turn to scattered columns of old prints. {sentences(2, 'end')}"
    first = [line(NAME, 60, 80, HUGE), line("Maria Keller", 60, 110), *paragraph(told, 150)]
    later = [line("Scattered Columns of Old Prints", 60, 60, LARGE), *paragraph(sentences(8, "later"), 110)]

    assert _read(first, later).title == NAME
