"""Title, authors, abstract and identifiers are read from the title page."""

from __future__ import annotations

from tests.unit.parsing_pdf.printed import (
    BODY,
    BOLD,
    HEIGHT,
    LARGE,
    RAISED,
    SMALL,
    TITLE,
    WIDTH,
    line,
    paragraph,
    sentences,
)

from scholarai.domain.content import Box
from scholarai.parsing.layout import DocumentInfo, PageLayout
from scholarai.parsing.pdf import read_pdf

ABSTRACT = sentences(5, "abstract")


def title_page(*, links: tuple[tuple[Box, str], ...] = (), notice: str = "") -> PageLayout:
    lines = [
        line("Reading Columns of Scholarly Papers", 130, 80, TITLE),
        line(
            [
                ("Maria Keller", BODY),
                ("1", RAISED),
                (", John A. Smith", BODY),
                ("2", RAISED),
                (", and Wei Zhang", BODY),
                ("1", RAISED),
            ],
            150,
            110,
        ),
        line([("1", RAISED), ("University of Bern, Switzerland", SMALL)], 200, 130),
        line([("2", RAISED), ("Institute of Print, Paris", SMALL)], 200, 142),
        line("Abstract", 270, 180, BOLD),
        *paragraph(ABSTRACT, 200, x=100, right=500),
        line("Keywords: columns, reading; order", 100, 300),
        line("1 Introduction", 60, 340, LARGE),
        *paragraph(sentences(8), 360),
    ]
    if notice:
        lines.append(line(notice, 60, 780, SMALL))
    return PageLayout(1, WIDTH, HEIGHT, tuple(lines), links=links)


def test_title_authors_abstract_and_keywords_are_found() -> None:
    content = read_pdf([title_page()])

    assert content.title == "Reading Columns of Scholarly Papers"
    assert [author.name for author in content.authors] == ["Maria Keller", "John A. Smith", "Wei Zhang"]
    assert content.abstract == ABSTRACT
    assert content.keywords == ("columns, reading", "order")
    assert [section.title for section in content.sections] == ["Abstract", "Introduction"]


def test_marks_lead_from_authors_to_where_they_work() -> None:
    content = read_pdf([title_page()])

    assert [author.affiliation for author in content.authors] == [
        "University of Bern, Switzerland",
        "Institute of Print, Paris",
        "University of Bern, Switzerland",
    ]


def test_an_orcid_link_belongs_to_the_name_it_follows() -> None:
    content = read_pdf([title_page(links=((Box(214, 100, 222, 110), "https://orcid.org/0000-0002-1825-0097"),))])

    assert [author.orcid for author in content.authors] == ["0000-0002-1825-0097", None, None]


def test_doi_year_and_venue_come_from_the_notice_on_the_page() -> None:
    content = read_pdf(
        [title_page(notice="Published 3 May 2021 in Journal of Print. https://doi.org/10.1000/print.77")]
    )

    assert content.doi == "10.1000/print.77"
    assert content.year == 2021
    assert content.venue == "Journal of Print"


def test_the_stamp_of_a_preprint_server_gives_its_id() -> None:
    page = title_page()
    stamp = line("arXiv:2105.01234v2 [cs.DL] 4 May 2021", 20, 400)._replace(
        box=Box(15, 200, 30, 500), direction=(0, -1)
    )

    content = read_pdf([page._replace(lines=(*page.lines, stamp))])

    assert content.arxiv_id == "2105.01234"
    assert content.year == 2021
    assert "arXiv" not in content.text()


def test_the_files_own_title_is_used_where_the_page_has_none() -> None:
    page = PageLayout(1, WIDTH, HEIGHT, tuple(paragraph(sentences(30), 60)))

    assert read_pdf([page], info=DocumentInfo(title="A Paper of Its Own")).title is not None
