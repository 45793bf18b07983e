"""Title, authors, abstract and identifiers are read from the title page."""

from __future__ import annotations

import pytest
from unit.parsing_pdf.printed import (
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
from scholarai.parsing.pdf.read import read_pdf

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


def test_what_stands_behind_a_raised_mark_is_a_place_though_it_reads_like_a_name() -> None:
    page = title_page()
    named = line([("1", RAISED), ("Informative Prior", BODY)], 200, 130)
    lines = tuple(named if row.spans[-1].text == "University of Bern, Switzerland" else row for row in page.lines)

    content = read_pdf([page._replace(lines=lines)])

    assert [author.name for author in content.authors] == ["Maria Keller", "John A. Smith", "Wei Zhang"]
    assert content.authors[0].affiliation == "Informative Prior"


def test_names_in_wide_rows_without_commas_stay_apart() -> None:
    rows = [
        line(name, x, y)
        for y, names in ((110, ("Maria Keller", "John A. Smith", "Wei Zhang")), (126, ("Ann Lee", "Bo Meyer", "Eva Stone")))
        for name, x in zip(names, (80, 270, 470), strict=True)
    ]  # fmt: skip
    kept = [row for row in title_page().lines if not 90 < row.box.y0 < 150]

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (kept[0], *rows, *kept[1:]))])

    assert [author.name for author in content.authors] == [
        "Maria Keller", "John A. Smith", "Wei Zhang", "Ann Lee", "Bo Meyer", "Eva Stone",
    ]  # fmt: skip


def test_places_side_by_side_belong_to_the_names_above_them() -> None:
    rows = [
        line(part, x, y)
        for y, parts in (
            (110, ("Maria Keller", "John A. Smith", "Wei Zhang")),
            (122, ("University of Bern", "Example Works", "Institute of Print")),
            (134, ("Bern, Switzerland", "Oslo, Norway", "Paris, France")),
            (146, ("Boston, MA", "Boston, MA", "Boston, MA")),
        )
        for part, x in zip(parts, (60, 230, 400), strict=True)
    ]
    kept = [row for row in title_page().lines if not 90 < row.box.y0 < 150]

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (kept[0], *rows, *kept[1:]))])

    assert [(author.name, author.affiliation) for author in content.authors] == [
        ("Maria Keller", "University of Bern Bern, Switzerland Boston, MA"),
        ("John A. Smith", "Example Works Oslo, Norway Boston, MA"),
        ("Wei Zhang", "Institute of Print Paris, France Boston, MA"),
    ]


def test_a_short_abstract_without_a_name_is_known_by_its_white_on_both_sides() -> None:
    short = "We describe how columns are read and test it on papers of many journals and years. It works well."
    kept = [row for row in title_page().lines if not 170 < row.box.y0 < 320]

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (*kept, *paragraph(short, 200, x=110, right=490)))])

    assert content.abstract == short


@pytest.mark.parametrize("mark", ["*", "†", "\u2606\u2606,", "\ufffd", " \u2217"])
def test_a_title_ends_before_the_marks_of_its_footnotes(mark: str) -> None:
    _, *others = title_page().lines

    content = read_pdf(
        [title_page()._replace(lines=(line(f"Reading Columns of Papers{mark}", 130, 80, TITLE), *others))]
    )

    assert content.title == "Reading Columns of Papers"


def test_an_accent_printed_in_a_run_of_its_own_joins_the_letter_behind_it() -> None:
    other = SMALL._replace(font="Serif-Caps", size_pt=10.0)
    name = line([("Anna M\u00a8", BODY), ("ULLER was here first.", other)], 60, 720)

    assert "Anna M\u00dcLLER" in read_pdf([title_page()._replace(lines=(*title_page().lines, name))]).text()


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        (["Nancy E. Sherwood\u204e, Rona L. Levy\u2606, Iain J. Anderson{"], ["Nancy E. Sherwood", "Rona L. Levy", "Iain J. Anderson"]),
        (["Francesca Bonsignori, Ann Overstreet, Luis Campusano"], ["Francesca Bonsignori", "Ann Overstreet", "Luis Campusano"]),
        (
            ["Shama D. Ahuja, David Ashkin, Monika Avendano, Rita Baner-", "jee, Wei Zhang, Chen-", "Yuan Chiang"],
            ["Shama D. Ahuja", "David Ashkin", "Monika Avendano", "Rita Banerjee", "Wei Zhang", "Chen-Yuan Chiang"],
        ),
        (["Maria Keller", "Standort Duisburg", "South Africa", "Redaktion Bibliothek"], ["Maria Keller"]),
        (["IN NO EVENT SHALL THE HOLDER", "BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER", "IN AN ACTION OF"], []),
        (["EXPRESS OR IMPLIED"], []),
        (["DEALINGS IN THE SOFTWARE"], []),
        (["Or Patashnik, Kim In Hwan, Nguyen The Anh"], ["Or Patashnik", "Kim In Hwan", "Nguyen The Anh"]),
        (["France Légaré, Jon Ek", "Laval University, Québec, Canada"], ["France Légaré", "Jon Ek"]),
        (["Mira Halvorsen (mira@lakes.example)", "Jon Ek (j.ek@reeds.example)"], ["Mira Halvorsen", "Jon Ek"]),
        (["1st Mira Halvorsen", "Example University", "2nd Jon Ek"], ["Mira Halvorsen", "Jon Ek"]),
        (["MIRA HALVORSEN AND JON EK (Senior Member, IEEE)"], ["Mira Halvorsen", "Jon Ek"]),
        (["Mira Halvorsen", "Jon Ek", "ETH Zürich"], ["Mira Halvorsen", "Jon Ek"]),
        (["Noor ul Ain Raza, Sana Nasir, Anwar ud Din", "Jon Ek, Ann Lee"], ["Noor ul Ain Raza", "Sana Nasir", "Anwar ud Din", "Jon Ek", "Ann Lee"]),
        (["Mira Halvorsen, ABC Ek, MN Li"], ["Mira Halvorsen", "ABC Ek", "MN Li"]),
        (["Mira Halvorsen, Li Li, Jon Ek", "Boston Boston Boston"], ["Mira Halvorsen", "Li Li", "Jon Ek"]),
        (["Mira Halvorsen\ufffd, Jon Ek\ufffd"], ["Mira Halvorsen", "Jon Ek"]),
        (["Columns, Rows,", "and Open Questions", "Mira Halvorsen and Jon Ek"], ["Mira Halvorsen", "Jon Ek"]),
        (
            [
                "Mira Halvorsen, Jon Ek, Ann Lee, Bo Meyer, Eva Stone, Nils Berg, Ida Dahl, Per Holm",
                "Siri Aas, Kari Moen",
            ],
            ["Mira Halvorsen", "Jon Ek", "Ann Lee", "Bo Meyer", "Eva Stone", "Nils Berg", "Ida Dahl", "Per Holm", "Siri Aas", "Kari Moen"],
        ),
        (
            [
                "Mira Halvorsen, Jon Ek, Ann Lee, Bo Meyer, Eva Stone, Nils Berg, Ida Dahl, Per van",
                "der Holm, Kari Moen",
            ],
            ["Mira Halvorsen", "Jon Ek", "Ann Lee", "Bo Meyer", "Eva Stone", "Nils Berg", "Ida Dahl", "Per van der Holm", "Kari Moen"],
        ),
        (
            ["Mira Halvorsen, Jon Ek, Ann Lee, Bo Meyer, Eva Stone, Nils Berg, Ida Dahl, Senior", "Member, IEEE, and Kari Moen"],
            ["Mira Halvorsen", "Jon Ek", "Ann Lee", "Bo Meyer", "Eva Stone", "Nils Berg", "Ida Dahl", "Kari Moen"],
        ),
        (
            ["Mira Halvorsen, Jon Ek, Ann Lee, Bo Meyer, Eva Stone, Nils Berg, for the European", "Lakes Consortium"],
            ["Mira Halvorsen", "Jon Ek", "Ann Lee", "Bo Meyer", "Eva Stone", "Nils Berg", "European Lakes Consortium"],
        ),
        (["Mira Halvorsen <mira@lakes.example>", "Jon Ek <j.ek@reeds.example>", "The Lakes Project"], ["Mira Halvorsen", "Jon Ek"]),
        (["Mira Halvorsen, Departamento de Limnologia", "Högskolan Norden"], ["Mira Halvorsen"]),
        (["Paper Number"], ["Paper Number"]),
        (["Mira Halvorsen", "Oslo University", "Er Nu"], ["Mira Halvorsen", "Er Nu"]),
        (["The LAKES and REEDS Collaborations"], ["The LAKES and REEDS Collaborations"]),
        (["第五十二条 法第三十条の規定", "六 を 等 し 行", "田中 一郎"], ["田中 一郎"]),
    ],
    ids=["marked by signs", "like places", "broken at the end of a row", "places and offices", "a licence", "its warranty", "its end",
         "like words of a licence", "like a country", "before addresses in brackets", "numbered", "members in capitals",
         "an abbreviated place", "with an article within", "three initials", "a place several times", "behind unread marks", "below a title's second line",
         "at the end of a full row", "over the end of a full row", "a member over it", "a group over it", "before addresses in angle brackets", "places of other languages",
         "words alone", "letters within words", "two collaborations", "sentences in Japanese"],
)  # fmt: skip
def test_names_below_a_title_are_told_from_other_words(rows: list[str], names: list[str]) -> None:
    below = [line(row, 60, 110 + 12 * k) for k, row in enumerate(rows)]
    page = [line("Reading Columns of Scholarly Papers", 130, 80, TITLE), *below, line("Abstract", 270, 180, BOLD)]

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (*page, *paragraph(ABSTRACT, 200, x=100, right=500)))])

    assert [author.name for author in content.authors] == names


def test_a_title_has_its_second_line_in_smaller_type_where_the_file_states_it() -> None:
    second = line("Orders, Edges, and Rows", 130, 92, BODY)
    kept = title_page().lines
    stated = DocumentInfo(title="Reading Columns of Scholarly Papers: Orders, Edges, and Rows")

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (kept[0], second, *kept[1:]))], info=stated)

    assert content.title == stated.title
    assert content.authors[0].name == "Maria Keller"


def test_words_of_the_paper_in_a_row_of_their_own_name_nobody() -> None:
    rows = [line("Paper Number", 200, 110, LARGE), line("Mira Halvorsen and Jon Ek", 200, 130)]
    kept = [row for row in title_page().lines if not 90 < row.box.y0 < 150]

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (kept[0], *rows, *kept[1:]))])

    assert [author.name for author in content.authors] == ["Mira Halvorsen", "Jon Ek"]


def test_the_title_that_a_file_states_may_have_elements_for_italics() -> None:
    second = line("Orders, Edges, and Rows", 130, 92, BODY)
    kept = title_page().lines
    stated = DocumentInfo(
        title='Reading Columns of Scholarly Papers: <Emphasis Type="Italic">Orders, Edges, and Rows</Emphasis>'
    )

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (kept[0], second, *kept[1:]))], info=stated)

    assert content.title == "Reading Columns of Scholarly Papers: Orders, Edges, and Rows"


def test_a_title_that_a_file_states_may_be_printed_in_a_line_with_other_words() -> None:
    stated = DocumentInfo(title="Reading Columns of Scholarly Papers")
    rows = [line(f"Mathematics. - {stated.title}. By M. Keller", 60, 80), line("a2 + b2 = c2 + x", 200, 140, TITLE)]

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (*rows, *paragraph(sentences(20), 200)))], info=stated)

    assert content.title == stated.title


@pytest.mark.parametrize(
    ("last", "title", "names"),
    [
        ("Mira Halvorsen", "Reading Columns of", ["Mira Halvorsen"]),
        ("Paper Number", "Reading Columns of Paper Number", []),
    ],
    ids=["a person", "words of the paper"],
)
def test_the_last_row_of_a_title_names_the_author_if_nothing_else_does(last: str, title: str, names: list[str]) -> None:
    rows = [line("Reading Columns of", 60, 80, TITLE), line(last, 60, 96, TITLE)]

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (*rows, *paragraph(sentences(20), 200)))])

    assert content.title == title
    assert [author.name for author in content.authors] == names


def test_days_and_notices_below_a_name_are_no_places() -> None:
    texts = [
        "Mira Halvorsen",
        "March 25, 2011",
        "Bern College",
        "Oslo, Norway",
        "This essay was written",
        "for a school.",
    ]
    rows = [line(text, 200, 110 + 12 * at) for at, text in enumerate(texts)]
    kept = [row for row in title_page().lines if not 90 < row.box.y0 < 190]

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (kept[0], *rows, *kept[1:]))])

    assert [(author.name, author.affiliation) for author in content.authors] == [
        ("Mira Halvorsen", "Bern College Oslo, Norway")
    ]


def test_a_mark_before_a_place_is_no_part_of_it() -> None:
    rows = [line("Mira Halvorsen∗, Jon Ek†", 200, 110), line([("∗", RAISED), ("Bern College, ", BODY), ("†", RAISED), ("Oslo College", BODY)], 200, 130)]  # fmt: skip
    kept = [row for row in title_page().lines if not 90 < row.box.y0 < 150]

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (kept[0], *rows, *kept[1:]))])

    assert [author.affiliation for author in content.authors] == ["Bern College", "Oslo College"]


def test_numbers_before_names_may_have_raised_endings() -> None:
    names = line(
        [("1", BODY), ("st", RAISED), (" Mira Halvorsen, 2", BODY), ("nd", RAISED), (" Jon Ek", BODY)], 150, 110
    )
    kept = [row for row in title_page().lines if not 90 < row.box.y0 < 150]

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (kept[0], names, *kept[1:]))])

    assert [author.name for author in content.authors] == ["Mira Halvorsen", "Jon Ek"]


def test_an_abstract_in_bold_goes_on_at_the_top_of_the_next_column() -> None:
    small = BOLD._replace(size_pt=8.0)
    left = [
        *paragraph(f"Abstract. {sentences(4)}", 150, right=290, style=small),
        *paragraph(sentences(9, "body"), 290, right=290),
    ]
    right = [*paragraph(sentences(3, "second"), 150, x=310, style=small), *paragraph(sentences(9, "other"), 290, x=310)]
    title = [line("Reading Columns of Scholarly Papers", 130, 80, TITLE), line("Maria Keller", 270, 110)]
    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, (*title, *left, *right))])

    assert content.abstract == f"{sentences(4)}\n\n{sentences(3, 'second')}"


def test_a_heading_set_in_spaced_letters_begins_a_short_abstract() -> None:
    lines = [
        line("Reading Columns of Scholarly Papers", 130, 80, TITLE),
        line("Maria Keller", 270, 110),
        line("A B S T R A C T", 60, 180, BOLD),
        *paragraph(sentences(1, "abstract"), 200),
        line("1 Introduction", 60, 340, LARGE),
        *paragraph(sentences(8), 360),
    ]

    assert read_pdf([PageLayout(1, WIDTH, HEIGHT, tuple(lines))]).abstract == sentences(1, "abstract")


def test_authors_named_again_above_a_supplement_are_no_heading() -> None:
    authors = [line("Maria Keller, John A. Smith, and Wei Zhang", 150, 110, LARGE)]
    text = [line("1 Introduction", 60, 300, LARGE), *paragraph(sentences(9), 320)]
    last = [line("Supplement of the Paper", 130, 80, TITLE), *authors, *paragraph(sentences(9), 320)]
    pages = [[line("Reading Columns of Scholarly Papers", 130, 80, TITLE), *authors, *text], last]

    content = read_pdf([PageLayout(number, WIDTH, HEIGHT, tuple(rows)) for number, rows in enumerate(pages, 1)])

    assert not any("Keller" in section.title for section in content.sections)
