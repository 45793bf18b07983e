"""The title pages of journals: mastheads, structured abstracts, degrees behind names, and the paper's own DOI, year and venue."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from unit.parsing_pdf.printed import BODY, BOLD, LARGE, SMALL, TITLE, line, page, paragraph, sentences

from scholarai.domain.content import PaperContent
from scholarai.parsing.layout import DocumentInfo, RawLine, Style
from scholarai.parsing.pdf.read import read_pdf

HUGE = Style("Sans-Regular", 26.0)
KIND = Style("Serif-Italic", 17.0, italic=True)
TEXT = sentences(3, "abstract")


def _read(
    lines: Sequence[RawLine], *, info: DocumentInfo | None = None, further: Sequence[RawLine] = (), foot: str = ""
) -> PaperContent:
    """Read a page of these lines above an introduction, and perhaps a further page."""
    own = [*lines, line("1 Introduction", 60, 480, LARGE), *paragraph(sentences(8), 500)]
    if foot:
        own.append(line(foot, 60, 790, SMALL))
    more = [line("2 Methods", 60, 90, LARGE), *paragraph(sentences(8, "method"), 110)]
    return read_pdf([page(own, 1), page([*further, *more], 2)], info=info)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(
            [line("Lake Letters", 60, 60, HUGE), line("Volume 12 Number 3", 60, 90, SMALL)],
            id="a journal and its volume",
        ),
        pytest.param([line("Views and reviews", 60, 50, HUGE)], id="a part of the journal, far above"),
        pytest.param([line("Case Report", 60, 138, KIND)], id="a kind of article in the same size"),
        pytest.param([line("PRACTICE OF LIMNOLOGY", 60, 138, TITLE)], id="a part of the journal in capitals"),
        pytest.param([line("North Journal of Lakes", 60, 138, HUGE)], id="a journal close above"),
    ],
)
def test_the_title_is_the_largest_type_above_the_authors_and_below_the_journal(lines: list[RawLine]) -> None:
    rows = [*lines, line("The reeds of small lakes in a dry summer", 60, 165, TITLE), line("Mira Halvorsen", 60, 195)]

    content = _read([*rows, *paragraph(TEXT, 240, x=100, right=500)])

    assert content.title == "The reeds of small lakes in a dry summer"
    assert [author.name for author in content.authors] == ["Mira Halvorsen"]


def test_a_title_followed_by_much_white_stays_the_title() -> None:
    rows = [line("Reeds in summer", 60, 80, HUGE), line("Mira Halvorsen and Jon Ek", 60, 190, LARGE)]

    rows += paragraph("reed " * 16, 240)
    rows.append(line("q = b + exp( -t / s ) (1)", 200, 290, Style("Serif-Italic", 11.0, italic=True)))

    assert _read([*rows, *paragraph(TEXT, 330, x=100, right=500)]).title == "Reeds in summer"


@pytest.mark.parametrize(
    "stated", ["Microsoft Word - reeds_final.docx", "OP-REED180106 1247..1254", "untitled", "reeds.indd"]
)
def test_the_name_of_a_file_is_no_title(stated: str) -> None:
    info = DocumentInfo(title=stated)

    assert read_pdf([page(paragraph(sentences(8), 100), 1)], info=info).title != stated


def test_a_structured_abstract_is_one_with_names_on_rows_of_their_own() -> None:
    rows = [
        line("The reeds of small lakes", 60, 80, TITLE),
        line("Mira Halvorsen", 60, 110),
        line("Abstract", 60, 150, LARGE),
    ]
    for place, name in enumerate(("Background", "Methods and findings", "Conclusions")):
        rows += [line(name, 60, 172 + 60 * place, BOLD), *paragraph(sentences(2, name[:4].lower()), 186 + 60 * place)]

    content = _read(rows)

    assert all(sentences(2, word) in (content.abstract or "") for word in ("back", "meth", "conc"))
    assert [section.title for section in content.sections] == ["Abstract", "Introduction", "Methods"]


def test_a_structured_abstract_without_a_heading_begins_with_its_first_part() -> None:
    rows = [line("The reeds of small lakes", 60, 80, TITLE), line("Mira Halvorsen", 60, 110)]
    for place, name in enumerate(
        ("IMPORTANCE", "EXPOSURES", "MAIN OUTCOMES AND MEASURES", "CONCLUSIONS AND RELEVANCE")
    ):
        first, *rest = paragraph(sentences(2, name[:4].lower()), 176 + 50 * place)
        rows += [line([(f"{name} ", BOLD), *((span.text, BODY) for span in first.spans)], 60, 176 + 50 * place), *rest]

    abstract = _read(rows).abstract or ""

    assert abstract.startswith("IMPORTANCE")
    assert all(name in abstract for name in ("EXPOSURES", "MAIN OUTCOMES", "CONCLUSIONS"))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            [
                line("ABSTRACT", 60, 150, BOLD),
                line("ARTICLE HISTORY", 440, 152, BOLD),
                *paragraph(TEXT, 170, right=400),
            ],
            TEXT,
        ),
        ([line("Abstract", 60, 150, BOLD), *paragraph(f"{TEXT} © 2011 Lakes Ltd. All rights reserved.", 170)], TEXT),
        (
            [*paragraph("摘要：" + "本文研究了小湖泊中芦苇的生长，" * 6 + "结果很好。", 170)],
            "本文研究了小湖泊中芦苇的生长，" * 6 + "结果很好。",
        ),
    ],
    ids=["beside the history", "copyright", "Chinese"],
)
def test_an_abstract_is_its_text_alone(rows: list[RawLine], expected: str) -> None:
    content = _read([line("The reeds of small lakes", 60, 80, TITLE), line("Mira Halvorsen", 60, 110), *rows])

    assert "".join((content.abstract or "").split()) == "".join(expected.split())


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("Mira Halvorsen, MD, PhD; Jon Ek, MSc; Ada Li Jr., FRCP", ["Mira Halvorsen", "Jon Ek", "Ada Li Jr."]),
        ("Mira Halvorsen, DrPH, Jon Ek, MA, MS, Ada Li, M.D., F.A.C.S.", ["Mira Halvorsen", "Jon Ek", "Ada Li"]),
        ("Mira Halvorsen (ScD), Jon Ek (MD)", ["Mira Halvorsen", "Jon Ek"]),
        ("Mira HalvorsenID, Jon EkID", ["Mira Halvorsen", "Jon Ek"]),
        ("Mira Halvorsen, Jon Ek, on behalf of the Small Lakes Study Group", ["Mira Halvorsen", "Jon Ek", "Small Lakes Study Group"]),
        ("MIRA HALVORSEN, FRAN LI, AND TADASHI FUKAMI", ["Mira Halvorsen", "Fran Li", "Tadashi Fukami"]),
        ("Yo-Yo Ma and Anna Do", ["Yo-Yo Ma", "Anna Do"]),
        ("Yu.A.Halvor, J.Ek, and A.B.Li", ["Yu.A.Halvor", "J.Ek", "A.B.Li"]),
        ("Mira Halvorsen, MHSc, Jon Ek, FRCP, MBBCH, and Ada Li, CM, PhD", ["Mira Halvorsen", "Jon Ek", "Ada Li"]),
        ("Mira Halvorsen PhD, Jon Ek BA", ["Mira Halvorsen", "Jon Ek"]),
        ("Mira (Mimi) Halvorsen and Jon Ek", ["Mira (Mimi) Halvorsen", "Jon Ek"]),
    ],
)  # fmt: skip
def test_degrees_icons_and_groups_are_told_from_people(row: str, names: list[str]) -> None:
    rows = [line("The reeds of small lakes", 60, 80, TITLE), line(row, 60, 110), line("Abstract", 60, 150, BOLD)]

    assert [author.name for author in _read([*rows, *paragraph(TEXT, 170)]).authors] == names


def _above_columns(rows: Sequence[RawLine]) -> PaperContent:
    """Read a page of these lines above two columns."""
    columns = [*paragraph(sentences(14, "left"), 330, right=290), *paragraph(sentences(14, "right"), 330, x=310)]
    return read_pdf([page([*rows, line("1 Introduction", 60, 310, LARGE), *columns], 1)])


def _authors(*rows: RawLine | Sequence[RawLine]) -> list[str]:
    lines = [part for row in rows for part in ([row] if isinstance(row, RawLine) else row)]
    return [author.name for author in _read([*lines, line("Abstract", 60, 250, BOLD), *paragraph(TEXT, 270)]).authors]


def test_small_capitals_set_as_smaller_type_are_read_as_lower_case() -> None:
    large, small = Style("Serif-Caps", 9.0), Style("Serif-Caps", 7.5)
    pieces = ["A", "ndrew", " d. L", "etten", " ", "And", " t", "AdAshi", " F", "uKAmi"]
    row = line([(text, small if at % 2 else large) for at, text in enumerate(pieces)], 180, 110)

    assert _authors(line("The reeds of small lakes", 60, 80, TITLE), row) == ["Andrew D. Letten", "Tadashi Fukami"]


def test_names_between_bullets_above_the_title_are_the_authors() -> None:
    bullet = Style("Serif-Regular", 6.0)
    row = line([("Mira Halvorsen ", BODY), ("\u2022", bullet), (" Jon Ek ", BODY), ("\u2022", bullet)], 60, 60)

    names = _authors(row, line("Ada Li", 60, 72), line("The reeds of small lakes", 60, 100, TITLE))

    assert names == ["Mira Halvorsen", "Jon Ek", "Ada Li"]


def test_a_journal_above_the_title_names_no_author() -> None:
    rows = line("Ecology Letters", 60, 60), line("The reeds of small lakes", 60, 100, TITLE)

    assert _authors(*rows) == []


def test_names_in_wide_double_spaced_rows_are_one_list() -> None:
    first = "Mira Halvorsen, Jon Ek, Ada Li, Fran Lowe, Anna Do, Peter Olsen, Maria Keller, Ines Roth, Brandon"

    names = _authors(
        line("The reeds of small lakes", 60, 80, TITLE), line(first, 60, 110), line("Leggins, and Wei Zhang", 60, 135)
    )

    assert names[-3:] == ["Ines Roth", "Brandon Leggins", "Wei Zhang"]


def test_who_corresponds_is_not_named_twice_and_headings_of_manuscripts_are_no_names() -> None:
    names = _authors(
        line("The reeds of small lakes", 60, 80, TITLE),
        line("Mira Halvorsen, Jon Ek", 60, 110),
        line("Correspondence to:", 60, 140, BOLD),
        line("Mira Halvorsen", 60, 154),
        line("Running Title", 60, 180, BOLD),
        line("Reeds of lakes", 60, 194),
    )

    assert names == ["Mira Halvorsen", "Jon Ek"]


def test_a_place_below_each_of_several_names_is_none() -> None:
    names = ["Mira Halvorsen", "Jon Ek", "Ada Li"]
    rows = [[line(name, x, 110), line("UC San Diego", x, 122)] for name, x in zip(names, (60, 240, 420), strict=True)]

    assert _authors(line("The reeds of small lakes", 60, 80, TITLE), *rows) == names


def test_a_name_that_goes_on_in_the_next_row_is_whole() -> None:
    first = [(part, BODY) for part in ("Mira Halvorsen", "    Jon Ek", "    Ana Franco da")]

    names = _authors(
        line("The reeds of small lakes", 60, 80, TITLE), line(first, 60, 110), line("Silva, Ada Li, Wei Zhang", 60, 122)
    )

    assert names == ["Mira Halvorsen", "Jon Ek", "Ana Franco da Silva", "Ada Li", "Wei Zhang"]


def test_a_list_that_a_mark_parts_on_its_row_is_whole() -> None:
    large, small = Style("Serif-Caps", 9.0), Style("Serif-Caps", 7.5)
    pieces = [("1,3 AND", small), (" J", large), ("OE", small), (" W", large), ("AN", small), ("1,2", small)]

    names = _authors(
        line("The reeds of small lakes", 60, 80, TITLE), line(pieces, 270, 110), line("PO-JU KE", 220, 114, large)
    )

    assert names == ["Po-Ju Ke", "Joe Wan"]


def test_a_title_ends_above_its_labelled_authors() -> None:
    rows = [
        line("The reeds of small lakes", 60, 80),
        line("in a dry summer", 60, 92),
        line("Author list: Mira Halvorsen, Jon Ek", 60, 104),
    ]

    content = _read([*rows, line("Abstract", 60, 150, BOLD), *paragraph(TEXT, 170)])

    assert content.title == "The reeds of small lakes in a dry summer"
    assert [author.name for author in content.authors] == ["Mira Halvorsen", "Jon Ek"]


@pytest.mark.parametrize("stated", ["", "The frequency-dependence of Rare-Earth reeds"])
def test_a_hyphen_at_a_rows_end_stays_where_the_file_or_a_capital_says_so(stated: str) -> None:
    rows = [
        line("The frequency-", 60, 80, TITLE),
        line("dependence of Rare-", 60, 98, TITLE),
        line("Earth reeds", 60, 116, TITLE),
    ]

    title = _read([*rows, line("Mira Halvorsen", 60, 140)], info=DocumentInfo(title=stated)).title

    assert title == (stated or "The frequencydependence of Rare-Earth reeds")


def test_a_cover_with_a_notice_alone_is_not_the_title_page() -> None:
    cover = [line("This is an Accepted Manuscript of an article published in Lakes, available online", 60, 300)]
    own = [
        line("The reeds of small lakes", 60, 80, LARGE),
        line("Mira Halvorsen, Jon Ek", 60, 110),
        *paragraph(TEXT, 170),
    ]

    assert read_pdf([page(cover, 1), page(own, 2)]).title == "The reeds of small lakes"


def test_names_before_their_places_on_one_row_are_authors() -> None:
    names = _authors(
        line("The reeds of small lakes", 60, 80, TITLE),
        line("M. Halvorsen, J. Ek", 60, 110),
        line("DESY, Hamburg, Germany", 60, 124),
        line("A. Li, University of Bern, Switzerland", 60, 138),
    )

    assert names == ["M. Halvorsen", "J. Ek", "A. Li"]


def test_a_bullet_parts_a_name_from_where_its_owner_works() -> None:
    names = _authors(
        line("The reeds of small lakes", 60, 80, TITLE),
        line("Mira Halvorsen \u2022 University of Bern, Switzerland", 60, 110),
        line("Jon Ek \u2022 IRISA, France", 60, 124),
    )

    assert names == ["Mira Halvorsen", "Jon Ek"]


@pytest.mark.parametrize(
    "notice",
    [
        "This is an Accepted Manuscript of an article published by the Journal of Lakes, available online",
        "This is the peer reviewed version of the following article: Lakes 12 (2020)",
        "HHS Public Access",
        "Author manuscript",
    ],
)
def test_the_notice_of_an_archive_is_no_title(notice: str) -> None:
    rows = [
        line(notice, 60, 60),
        line("The reeds of small lakes in a dry summer", 60, 84),
        line("Mira Halvorsen", 60, 110),
    ]

    content = _read([*rows, line("Abstract", 60, 150, BOLD), *paragraph(TEXT, 170)])

    assert content.title == "The reeds of small lakes in a dry summer"


def test_a_title_behind_its_name_is_told_from_the_notice_above_it() -> None:
    rows = [
        line("This is an Accepted Manuscript of an article published by Lakes", 60, 60),
        line("TITLE: The reeds of small lakes in a dry summer", 60, 72),
    ]

    assert _read([*rows, *paragraph(TEXT, 170)]).title == "The reeds of small lakes in a dry summer"


def test_an_abstract_goes_on_below_a_short_last_line_above_two_columns() -> None:
    upper = [*paragraph("Introduction: " + "reed " * 40 + "water.", 170, x=200), line("in lakes.", 200, 218)]
    lower = paragraph("Methods: " + "reed " * 40 + "shade.", 230, x=200)
    rows = [line("The reeds of small lakes", 60, 80, TITLE), line("Abstract", 200, 150, BOLD), *upper, *lower]

    assert (_above_columns(rows).abstract or "").endswith("shade.")


def test_the_notice_of_a_copyright_is_no_abstract() -> None:
    notice = (
        "The copyright to this article is held by the society of lakes and reeds. It may be downloaded and printed. "
        * 4
    )
    rows = [line("The reeds of small lakes", 60, 80, TITLE), line("Mira Halvorsen", 60, 110)]

    assert _read([*rows, *paragraph(notice, 200, style=SMALL)]).abstract is None


def test_addresses_of_orcid_in_brackets_belong_to_the_names_before_them() -> None:
    named = {"Mira Halvorsen": "0000-0002-1825-0097", "Jon Ek": "0000-0001-5109-3700"}
    row = ", ".join(f"{name} (https://orcid.org/{orcid})" for name, orcid in named.items())
    rows = [line("The reeds of small lakes", 60, 80, TITLE), line(row, 10, 110, SMALL), line("Abstract", 60, 150, BOLD)]

    assert {author.name: author.orcid for author in _read([*rows, *paragraph(TEXT, 170)]).authors} == named


@pytest.mark.parametrize(
    ("notices", "foot", "info", "doi"),
    [
        (["Corrected; see https://doi.org/10.5555/reeds.99", "https://doi.org/10.5555/reeds.17"], "", "", "10.5555/reeds.17"),
        (["The counts are published (https://doi.org/10.5281/zenodo.12)."], "Lakes 2021, 17, 1-9. https://doi.org/10.5555/reeds.17", "", "10.5555/reeds.17"),
        (["The counts of all the lakes are at https://doi.org/10.5555/counts.3"], "", "", None),
        (["doi:10.1371/journal.plak.0020124.t002"], "", "", "10.1371/journal.plak.0020124"),
        (["Data: https://doi.org/10.5555/counts.3"], "", "Lakes, https://doi.org/10.5555/reeds.17", "10.5555/reeds.17"),
        (["Available online: http://www.lakes.example/https://doi.org/10.5555/reeds.17"], "", "", "10.5555/reeds.17"),
        (["To cite this article: https://doi.org/10.5555/reeds.17"], "", "", "10.5555/reeds.17"),
    ],
)  # fmt: skip
def test_the_doi_is_the_papers_own(notices: list[str], foot: str, info: str, doi: str | None) -> None:
    rows = [
        line("The reeds of small lakes", 60, 80, TITLE),
        line("Mira Halvorsen", 60, 110),
        line("Abstract", 60, 150, BOLD),
    ]
    rows += paragraph(TEXT, 170)
    rows += [line(text, 60, 300 + 30 * place, SMALL) for place, text in enumerate(notices)]

    assert _read(rows, foot=foot, info=DocumentInfo(subject=info)).doi == doi


@pytest.mark.parametrize(
    ("head", "year", "venue"),
    [
        ("Lake Science & Practice 56 (2003) 1453-1468", 2003, "Lake Science & Practice"),
        ("Lake Letters 2007; 370: 1453-57", 2007, "Lake Letters"),
        ("Halvorsen et al. Lake Letters (2021) 13:206", 2021, "Lake Letters"),
        ("American Journal of Reeds | January 2006, Vol 96, No. 1", 2006, "American Journal of Reeds"),
        ("Mon. Not. R. Lakes 423, 3316-3327 (2012)", 2012, "Mon. Not. R. Lakes"),
        ("Lake Letters (2014), 26:1, 147–154", 2014, "Lake Letters"),
        ("NAture Lakes & evoLutioN 2007; 370: 1453-57", 2007, "Nature Lakes & Evolution"),
        ("3 Ek J, Li A. Reeds of small lakes. Lake Letters 1963; 1: 1043–1049.", None, None),
        ("To appear in the Journal of Small Lakes on May 6", None, "the Journal of Small Lakes"),
        ("Received 4 May 2009; accepted 7 June 2010", None, None),
    ],
)
def test_year_and_venue_are_those_beside_the_pages(head: str, year: int | None, venue: str | None) -> None:
    rows = [line(head, 60, 40, SMALL), line("The reeds of small lakes", 60, 80, TITLE), line("Mira Halvorsen", 60, 110)]

    content = _read([*rows, line("Abstract", 60, 150, BOLD), *paragraph(TEXT, 170)])

    assert (content.year, content.venue) == (year, venue)


def test_what_a_cover_says_of_the_source_is_the_papers() -> None:
    title = "The Reeds of Small Lakes in Summer"
    cover = [line(text, 36, 200 + 30 * place) for place, text in enumerate((
        title, "Author(s): Mira Halvorsen", "Source: Journal of Small Lakes, Mar., 2005, Vol. 100, No. 4 (Mar., 2005), pp. 3-9",
        "This content downloaded from 10.0.0.1 on Tue, 5 Jul 2022",
    ))]  # fmt: skip
    article = [line(title, 60, 80, TITLE), line("Mira Halvorsen", 60, 110), *paragraph(TEXT, 150, x=100, right=500)]
    article += [line("1 Introduction", 60, 300, LARGE), *paragraph(sentences(8), 320)]

    content = read_pdf([page(cover, 1), page(article, 2)])

    assert (content.title, content.year, content.venue) == (title, 2005, "Journal of Small Lakes")


@pytest.mark.parametrize("bold", [True, False])
def test_what_journals_print_behind_the_text_has_its_names_as_headings(*, bold: bool) -> None:
    name, text = Style("Sans-Semi", 7.5, bold=bold), Style("Serif-Regular", 7.5)
    rows = [line("3 Results", 60, 90, LARGE), *paragraph(sentences(6, "result"), 110)]
    for place, title in enumerate(("Acknowledgements", "Authors’ contributions", "Competing interests")):
        rows += [
            line(title, 60, 300 + 60 * place, name),
            *paragraph(sentences(2, "thank"), 309 + 60 * place, style=text),
        ]
    rows += [line("4 Outlook", 60, 500, LARGE), *paragraph(sentences(6, "outlook"), 520)]

    content = _read([line("The reeds of small lakes", 60, 80, TITLE), *paragraph(TEXT, 150)], further=rows)

    titles = [section.title for section in content.sections]
    assert titles[titles.index("Results") + 1 :][:3] == [
        "Acknowledgements",
        "Authors’ contributions",
        "Competing interests",
    ]


def test_a_summary_is_the_abstract_where_the_sections_have_another_look() -> None:
    heads = [
        line(title, 60, y, LARGE) for title, y in (("Modelling the reeds", 90), ("Bias", 300), ("Corollaries", 500))
    ]
    rows = [
        row for head, y in zip(heads, (110, 320, 520), strict=True) for row in (head, *paragraph(sentences(4, "x"), y))
    ]
    first = [line("The reeds of small lakes", 60, 80, TITLE), line("Mira Halvorsen", 60, 110)]
    first += [line("Summary", 60, 150, Style("Sans-Bold", 11.0, bold=True)), *paragraph(TEXT, 170)]

    assert read_pdf([page(first, 1), page(rows, 2)]).abstract == TEXT


def test_authors_and_abstract_are_told_apart_in_one_leading_and_type() -> None:
    rows = [line("Title: The reeds of small lakes", 60, 80, BOLD), line("Mira Halvorsen and Jon Ek", 60, 94)]
    rows += [line("ABSTRACT", 60, 108), *paragraph(TEXT, 122)]

    content = _read(rows)

    assert (content.title, content.abstract) == ("The reeds of small lakes", TEXT)
    assert [author.name for author in content.authors] == ["Mira Halvorsen", "Jon Ek"]


def test_authors_are_told_from_the_and_between_them_and_from_places() -> None:
    rows = [line("The reeds of small lakes", 60, 80, TITLE)]
    printed = ("MIRA HALVORSEN", "Department of Lakes", "and", "JON EK", "University of the North")
    rows += [line(text, 60, 110 + 14 * place, BOLD) for place, text in enumerate(printed)]

    content = _read([*rows, line("Abstract", 60, 200, BOLD), *paragraph(TEXT, 220)])

    assert [author.name for author in content.authors] == ["Mira Halvorsen", "Jon Ek"]


def test_a_notice_of_several_rows_gives_the_papers_own_doi() -> None:
    notice = f"Halvorsen, M. (2011). The reeds of small lakes. {'Lakes and Ponds and More. ' * 7}doi:10.5555/reeds.17"
    rows = [line("The reeds of small lakes", 60, 80, TITLE), line("Mira Halvorsen", 60, 110)]
    rows += [line("Abstract", 60, 150, BOLD), *paragraph(TEXT, 170), *paragraph(notice, 300, style=SMALL)]

    assert _read(rows).doi == "10.5555/reeds.17"


def test_the_authors_may_stand_in_the_margin_beside_the_text() -> None:
    margin = Style("Sans-Bold", 8.0, bold=True)
    names = [
        line([(name, margin), (mark, Style("Sans-Bold", 5.0, bold=True))], 60, 420 + 12 * place)
        for place, (name, mark) in enumerate([("Mira Halvorsen", "1"), ("Jon Ek", "1"), ("Ada Berg", "2")])
    ]
    places = [
        line("1Institute of Lakes,", 60, 470, SMALL),
        line("Upsala, Sweden;", 60, 481, SMALL),
        line("2Marsh College", 60, 492, SMALL),
    ]
    title = [
        line("Letters on Lakes", 60, 60, LARGE),
        line("Draft genome of the reeds of small lakes", 60, 120, TITLE),
        line("This letter was published in:", 220, 150, SMALL),
        line("Letters on Lakes", 220, 161, SMALL),
    ]
    text = [
        *paragraph(f"Abstract: {TEXT}", 200, x=220),
        line("Introduction", 220, 300, LARGE),
        *paragraph(sentences(14), 320, x=220),
    ]

    content = read_pdf([page([*title, *text, *names, *places], 1)])

    assert content.title == "Draft genome of the reeds of small lakes"
    assert [author.name for author in content.authors] == ["Mira Halvorsen", "Jon Ek", "Ada Berg"]


def test_the_largest_type_above_a_notice_is_the_journal_s_name() -> None:
    large = Style("Serif-Bold", 24.0, bold=True)
    rows = [
        line("Limnologica", 60, 60, HUGE),
        line("Research Article", 400, 72, LARGE),
        line("The reeds of small lakes", 60, 96, large),
        line("Mira Halvorsen", 60, 125),
        *paragraph(TEXT, 200, x=100, right=500),
    ]

    assert _read(rows).title == "The reeds of small lakes"


def test_an_author_whom_the_running_head_names_is_read() -> None:
    rows = [
        line("Mira Halvorsen: Reeds", 60, 50, SMALL),
        line("The reeds of small lakes", 60, 100, TITLE),
        line("Mira Halvorsen", 60, 130),
        *paragraph(TEXT, 200, x=100, right=500),
    ]

    assert [author.name for author in _read(rows).authors] == ["Mira Halvorsen"]


@pytest.mark.parametrize(
    "notice", ["DRAFT", "Draft version June 3, 2019", "Draft of May 2019", "DRAFT - March 2019", "Draft: do not cite"]
)
def test_a_notice_of_a_draft_is_no_title(notice: str) -> None:
    rows = [
        line(notice, 60, 60, HUGE),
        line("The reeds of small lakes", 60, 100, TITLE),
        line("Mira Halvorsen", 60, 130),
    ]

    assert _read([*rows, *paragraph(TEXT, 200, x=100, right=500)]).title == "The reeds of small lakes"


def test_a_title_may_begin_with_draft() -> None:
    rows = [line("Draft animals on small farms", 60, 100, TITLE), line("Mira Halvorsen", 60, 130)]

    assert _read([*rows, *paragraph(TEXT, 200, x=100, right=500)]).title == "Draft animals on small farms"
