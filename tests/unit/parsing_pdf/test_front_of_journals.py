"""The title pages of journals: mastheads, structured abstracts, degrees behind names, and the paper's own DOI, year and venue."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from unit.parsing_pdf.printed import (
    BODY,
    BOLD,
    ITALIC,
    LARGE,
    RAISED,
    SMALL,
    TITLE,
    line,
    moved,
    page,
    paragraph,
    sentences,
)

from scholarai.domain.content import PaperContent
from scholarai.parsing.layout import RECOGNIZED, DocumentInfo, RawLine, Style
from scholarai.parsing.pdf.read import read_pdf

HUGE = Style("Sans-Regular", 26.0)
KIND = Style("Serif-Italic", 17.0, italic=True)
TEXT = sentences(3, "abstract")
REEDS = "The reeds of small lakes"


def _read(
    lines: Sequence[RawLine], *, info: DocumentInfo | None = None, further: Sequence[RawLine] = (), foot: str = ""
) -> PaperContent:
    """Read a page of these lines above an introduction, and perhaps a further page."""
    own = [*lines, line("1 Introduction", 60, 480, LARGE), *paragraph(sentences(8), 500)]
    if foot:
        own.append(line(foot, 60, 790, SMALL))
    more = [line("2 Methods", 60, 90, LARGE), *paragraph(sentences(8, "method"), 110)]
    return read_pdf([page(own, 1), page([*further, *more], 2)], info=info)


CAPITALS, LOW_CAPITALS = Style("Serif-Caps", 9.0), Style("Serif-Caps", 7.5)
SUMMER = "The reeds of small lakes in a dry summer"
MIRA, JON, ADA = "Mira Halvorsen", "Jon Ek", "Ada Li"
WIDE = f"{MIRA}, {JON}, {ADA}, Fran Lowe, Anna Do, Peter Olsen, Maria Keller, Ines Roth, Brandon"
LONG_TITLE = "The growth of reeds in small and shallow lakes of the north, and what it says of the water that they stand around. A review"
ENDLESS_TITLE = (
    "The design and the methods of a study of the growth of reeds in small and shallow lakes of the north which are cut in each summer "
    "by those who live around them and of what is said by this about the water in which they stand"
)
# The rows of a title page, its title and its authors.
FRONTS: dict[str, tuple[list[RawLine], str, list[str]]] = {
    "a journal and its volume": (
        [line("Lake Letters", 60, 60, HUGE), line("Volume 12 Number 3", 60, 90, SMALL), line(SUMMER, 60, 165, TITLE), line(MIRA, 60, 195)], SUMMER, [MIRA],
    ),
    "the sign of open access before the title in smaller type": (
        [line([("OPEN ", LARGE), (SUMMER, Style("Serif-Bold", 20.0, bold=True))], 60, 100), line(MIRA, 60, 130)], SUMMER, [MIRA],
    ),
    "a title of two sentences": (
        [*paragraph(LONG_TITLE, 80, style=TITLE)[:1], *[moved(row, 6.0 * at) for at, row in enumerate(paragraph(LONG_TITLE, 80, style=TITLE)) if at], line(MIRA, 60, 190)],
        LONG_TITLE, [MIRA],
    ),
    "a part of the journal, far above": ([line("Views and reviews", 60, 50, HUGE), line(SUMMER, 60, 165, TITLE), line(MIRA, 60, 195)], SUMMER, [MIRA]),
    "a kind of article in the same size": ([line("Case Report", 60, 138, KIND), line(SUMMER, 60, 165, TITLE), line(MIRA, 60, 195)], SUMMER, [MIRA]),
    "a part of the journal in capitals": ([line("PRACTICE OF LIMNOLOGY", 60, 138, TITLE), line(SUMMER, 60, 165, TITLE), line(MIRA, 60, 195)], SUMMER, [MIRA]),
    "a journal close above": ([line("North Journal of Lakes", 60, 138, HUGE), line(SUMMER, 60, 165, TITLE), line(MIRA, 60, 195)], SUMMER, [MIRA]),
    "a journal whose name is the largest type above a notice": (
        [line("Limnologica", 60, 60, HUGE), line("Research Article", 400, 72, LARGE),
         line(REEDS, 60, 96, Style("Serif-Bold", 24.0, bold=True)), line(MIRA, 60, 125)], REEDS, [MIRA],
    ),
    "a title of two words below the journal and its part": (
        [line("Limnologica", 60, 60, HUGE), line("journal homepage: www.lakes.example", 60, 75, SMALL), line("Plants of Interest", 60, 95, BOLD),
         line("Common reed", 60, 120, TITLE), line(f"{MIRA}, {JON}", 60, 140)], "Common reed", [MIRA, JON],
    ),
    "a place and a number in the title below the journal": (
        [line("Limnologica", 60, 60, HUGE), line("ISSN 1234-567X", 60, 75, SMALL),
         line("Reeds of lakes in Japan (MAFF 2408)", 60, 100, TITLE), line(f"{MIRA}, {JON}", 60, 125)],
        "Reeds of lakes in Japan (MAFF 2408)", [MIRA, JON],
    ),
    "a title of more than 200 characters below the journal": (
        [line("Limnologica", 60, 60, HUGE), line("journal homepage: www.lakes.example", 60, 75, SMALL),
         *paragraph(ENDLESS_TITLE, 95, style=Style("Serif-Regular", 13.0)), line(f"{MIRA}, {JON}", 60, 150)], ENDLESS_TITLE, [MIRA, JON],
    ),
    "a species in italics on a row of its own": (
        [line("The reeds of small lakes and", 60, 80, TITLE), line("Phragmites australis", 60, 98, Style("Serif-BoldItalic", 17.0, bold=True, italic=True)),
         line(MIRA, 60, 125)], "The reeds of small lakes and Phragmites australis", [MIRA],
    ),
    "the version and its reviews behind the title": (
        [line([(REEDS, TITLE), (" [version 2; peer review: 2 approved]", Style("Serif-Regular", 14.0))], 60, 100), line(MIRA, 60, 130)],
        REEDS, [MIRA],
    ),
    "a correction in the largest type": (
        [line("Corrigendum", 60, 80, HUGE), line(f"Corrigendum to “{REEDS}”", 60, 110, TITLE), line(MIRA, 60, 140)],
        f"Corrigendum to “{REEDS}”", [MIRA],
    ),
    "dentists' degrees": ([line(REEDS, 60, 100, TITLE), line(f"{MIRA}, BDS, MSc, {JON}, BDS, MSc.", 60, 130)], REEDS, [MIRA, JON]),
    "an old number of arXiv in large type": (
        [line("hep-ph/9412269 09 Dec 94", 60, 50, TITLE), line(REEDS, 60, 100, TITLE), line(MIRA, 60, 130)], REEDS, [MIRA],
    ),
    "a running head with the author": ([line("Mira Halvorsen: Reeds", 60, 50, SMALL), line(REEDS, 60, 100, TITLE), line(MIRA, 60, 130)], REEDS, [MIRA]),
    "a title that begins like the notice of a draft": (
        [line("Draft animals on small farms", 60, 100, TITLE), line(MIRA, 60, 130)], "Draft animals on small farms", [MIRA],
    ),
    "labelled authors below a title in their type": (
        [line(REEDS, 60, 80), line("in a dry summer", 60, 92), line("Author list: Mira Halvorsen, Jon Ek", 60, 104)], SUMMER, [MIRA, JON],
    ),
    "a journal above the title and no author": ([line("Ecology Letters", 60, 60), line(REEDS, 60, 100, TITLE)], REEDS, []),
    "small capitals set as smaller type": (
        [line(REEDS, 60, 80, TITLE), line([(text, LOW_CAPITALS if at % 2 else CAPITALS) for at, text in enumerate(
            ["A", "ndrew", " d. L", "etten", " ", "And", " t", "AdAshi", " F", "uKAmi"])], 180, 110)], REEDS, ["Andrew D. Letten", "Tadashi Fukami"],
    ),
    "names between bullets above the title": (
        [line([("Mira Halvorsen ", BODY), ("\u2022", Style("Serif-Regular", 6.0)), (" Jon Ek ", BODY), ("\u2022", Style("Serif-Regular", 6.0))], 60, 60),
         line(ADA, 60, 72), line(REEDS, 60, 100, TITLE)], REEDS, [MIRA, JON, ADA],
    ),
    "names in wide double-spaced rows": (
        [line(REEDS, 60, 80, TITLE), line(WIDE, 60, 110), line("Leggins, and Wei Zhang", 60, 135)], REEDS,
        [MIRA, JON, ADA, "Fran Lowe", "Anna Do", "Peter Olsen", "Maria Keller", "Ines Roth", "Brandon Leggins", "Wei Zhang"],
    ),
    "who corresponds, and headings of manuscripts": (
        [line(REEDS, 60, 80, TITLE), line("Mira Halvorsen, Jon Ek", 60, 110), line("Correspondence to:", 60, 140, BOLD), line(MIRA, 60, 154),
         line("Running Title", 60, 180, BOLD), line("Reeds of lakes", 60, 194)], REEDS, [MIRA, JON],
    ),
    "a place below each of several names": (
        [line(REEDS, 60, 80, TITLE)] + [row for name, x in ((MIRA, 60), (JON, 240), (ADA, 420)) for row in (line(name, x, 110), line("UC San Diego", x, 122))],
        REEDS, [MIRA, JON, ADA],
    ),
    "a name that goes on in the next row": (
        [line(REEDS, 60, 80, TITLE), line([(part, BODY) for part in (MIRA, "    Jon Ek", "    Ana Franco da")], 60, 110), line("Silva, Ada Li, Wei Zhang", 60, 122)],
        REEDS, [MIRA, JON, "Ana Franco da Silva", ADA, "Wei Zhang"],
    ),
    "a list that a mark parts on its row": (
        [line(REEDS, 60, 80, TITLE), line([("1,3 AND", LOW_CAPITALS), (" J", CAPITALS), ("OE", LOW_CAPITALS), (" W", CAPITALS), ("AN", LOW_CAPITALS),
         ("1,2", LOW_CAPITALS)], 270, 110), line("PO-JU KE", 220, 114, CAPITALS)], REEDS, ["Po-Ju Ke", "Joe Wan"],
    ),
    "names before their places on one row": (
        [line(REEDS, 60, 80, TITLE), line("M. Halvorsen, J. Ek", 60, 110), line("DESY, Hamburg, Germany", 60, 124),
         line("A. Li, University of Bern, Switzerland", 60, 138)], REEDS, ["M. Halvorsen", "J. Ek", "A. Li"],
    ),
    "bullets between names and where they work": (
        [line(REEDS, 60, 80, TITLE), line("Mira Halvorsen \u2022 University of Bern, Switzerland", 60, 110), line("Jon Ek \u2022 IRISA, France", 60, 124)],
        REEDS, [MIRA, JON],
    ),
    "marks alone between names": (
        [line(REEDS, 60, 80, TITLE), line([(MIRA, BODY), ("1*", RAISED), (" Jon Ek", BODY), ("1", RAISED), (" Ryo Doi", BODY), ("2", RAISED)], 60, 110)],
        REEDS, [MIRA, JON, "Ryo Doi"],
    ),
    "an and between names and places": (
        [line(REEDS, 60, 80, TITLE)] + [line(text, 60, 110 + 14 * at, BOLD) for at, text in enumerate(
            ("MIRA HALVORSEN", "Department of Lakes", "and", "JON EK", "University of the North"))], REEDS, [MIRA, JON],
    ),
    **{
        f"a notice above: {notice}": ([line(notice, 60, 60), line(SUMMER, 60, 84), line(MIRA, 60, 110)], SUMMER, [MIRA])
        for notice in (
            "This is an Accepted Manuscript of an article published by the Journal of Lakes, available online",
            "This is the peer reviewed version of the following article: Lakes 12 (2020)", "HHS Public Access", "Author manuscript",
        )
    },
    **{
        f"a notice in the largest type: {notice}": ([line(notice, 60, 60, HUGE), line(REEDS, 60, 100, TITLE), line(MIRA, 60, 130)], REEDS, [MIRA])
        for notice in ("DRAFT", "Draft version June 3, 2019", "Draft of May 2019", "DRAFT - March 2019", "Draft: do not cite")
    },
    **{
        f"degrees, icons and groups: {row}": ([line(REEDS, 60, 80, TITLE), line(row, 60, 110)], REEDS, found)
        for row, found in {
            "Mira Halvorsen, MD, PhD; Jon Ek, MSc; Ada Li Jr., FRCP": [MIRA, JON, "Ada Li Jr."],
            "Mira Halvorsen, DrPH, Jon Ek, MA, MS, Ada Li, M.D., F.A.C.S.": [MIRA, JON, ADA],
            "Mira Halvorsen (ScD), Jon Ek (MD)": [MIRA, JON],
            "Mira Halvorsen, MM, Jon Ek, BM, Ada Li, PharM": [MIRA, JON, ADA],
            "Mira HalvorsenID, Jon EkID": [MIRA, JON],
            "Mira Halvorsen, Jon Ek, on behalf of the Small Lakes Study Group": [MIRA, JON, "Small Lakes Study Group"],
            "Mira Halvorsen, Small Lakes Consortium and Jon Ek": [MIRA, "Small Lakes Consortium", JON],
            "MIRA HALVORSEN, FRAN LI, AND TADASHI FUKAMI": [MIRA, "Fran Li", "Tadashi Fukami"],
            "Yo-Yo Ma and Anna Do": ["Yo-Yo Ma", "Anna Do"],
            "Yu.A.Halvor, J.Ek, and A.B.Li": ["Yu.A.Halvor", "J.Ek", "A.B.Li"],
            "Mira Halvorsen, MHSc, Jon Ek, FRCP, MBBCH, and Ada Li, CM, PhD": [MIRA, JON, ADA],
            "Mira Halvorsen PhD, Jon Ek BA": [MIRA, JON],
            "Mira (Mimi) Halvorsen and Jon Ek": ["Mira (Mimi) Halvorsen", JON],
        }.items()
    },
}  # fmt: skip


@pytest.mark.parametrize(("rows", "title", "authors"), FRONTS.values(), ids=FRONTS)
def test_title_and_authors_are_told_from_what_stands_beside_them(
    rows: list[RawLine], title: str, authors: list[str]
) -> None:
    headed = [line("Abstract", 60, 250, BOLD), *paragraph(TEXT, 270)]
    indented = paragraph(TEXT, 240, x=100, right=500)

    for abstract in (headed, indented):
        content = _read([*rows, *abstract])

        assert (content.title, [author.name for author in content.authors]) == (title, authors)


def test_a_title_followed_by_much_white_stays_the_title() -> None:
    rows = [line("Reeds in summer", 60, 80, HUGE), line("Mira Halvorsen and Jon Ek", 60, 190, LARGE)]

    rows += paragraph("reed " * 16, 240)
    rows.append(line("q = b + exp( -t / s ) (1)", 200, 290, Style("Serif-Italic", 11.0, italic=True)))

    assert _read([*rows, *paragraph(TEXT, 330, x=100, right=500)]).title == "Reeds in summer"


def test_a_title_behind_its_name_is_told_from_the_notice_above_it() -> None:
    rows = [
        line("This is an Accepted Manuscript of an article published by Lakes", 60, 60),
        line(f"TITLE: {SUMMER}", 60, 72),
    ]

    assert _read([*rows, *paragraph(TEXT, 170)]).title == SUMMER


def test_authors_and_abstract_are_told_apart_in_one_leading_and_type() -> None:
    rows = [line(f"Title: {REEDS}", 60, 80, BOLD), line("Mira Halvorsen and Jon Ek", 60, 94)]
    rows += [line("ABSTRACT", 60, 108), *paragraph(TEXT, 122)]

    content = _read(rows)

    assert (content.title, content.abstract) == (REEDS, TEXT)
    assert [author.name for author in content.authors] == ["Mira Halvorsen", "Jon Ek"]


@pytest.mark.parametrize(
    "stated", ["Microsoft Word - reeds_final.docx", "OP-REED180106 1247..1254", "untitled", "reeds.indd"]
)
def test_the_name_of_a_file_is_no_title(stated: str) -> None:
    info = DocumentInfo(title=stated)

    assert read_pdf([page(paragraph(sentences(8), 100), 1)], info=info).title != stated


@pytest.mark.parametrize(
    "names", [("Methods and findings", "Conclusions"), ("Methodology/Principal findings", "Conclusions/Significance")]
)
def test_a_structured_abstract_is_one_with_names_on_rows_of_their_own(names: tuple[str, ...]) -> None:
    rows = [
        line(REEDS, 60, 80, TITLE),
        line("Mira Halvorsen", 60, 110),
        line("Abstract", 60, 150, LARGE),
    ]
    for place, name in enumerate(("Background", *names)):
        rows += [line(name, 60, 172 + 60 * place, BOLD), *paragraph(sentences(2, name[:4].lower()), 186 + 60 * place)]

    content = _read(rows)

    assert all(sentences(2, word) in (content.abstract or "") for word in ("back", "meth", "conc"))
    assert [section.title for section in content.sections] == ["Abstract", "Introduction", "Methods"]


def test_a_structured_abstract_without_a_heading_begins_with_its_first_part() -> None:
    rows = [line(REEDS, 60, 80, TITLE), line("Mira Halvorsen", 60, 110)]
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
            [
                line("Abstract", 60, 150, BOLD),
                *paragraph(f"{TEXT} © 2011 Published on behalf of the", 170),
                *paragraph("Society. This is an open access article under the licence of reeds.", 210, indent=15),
            ],
            TEXT,
        ),
        (
            [*paragraph("摘要：" + "本文研究了小湖泊中芦苇的生长，" * 6 + "结果很好。", 170)],
            "本文研究了小湖泊中芦苇的生长，" * 6 + "结果很好。",
        ),
    ],
    ids=["beside the history", "copyright", "copyright of two paragraphs", "Chinese"],
)
def test_an_abstract_is_its_text_alone(rows: list[RawLine], expected: str) -> None:
    content = _read([line(REEDS, 60, 80, TITLE), line("Mira Halvorsen", 60, 110), *rows])

    assert "".join((content.abstract or "").split()) == "".join(expected.split())


def _above_columns(rows: Sequence[RawLine]) -> PaperContent:
    """Read a page of these lines above two columns."""
    columns = [*paragraph(sentences(14, "left"), 330, right=290), *paragraph(sentences(14, "right"), 330, x=310)]
    return read_pdf([page([*rows, line("1 Introduction", 60, 310, LARGE), *columns], 1)])


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
        line(REEDS, 60, 80, LARGE),
        line("Mira Halvorsen, Jon Ek", 60, 110),
        *paragraph(TEXT, 170),
    ]

    assert read_pdf([page(cover, 1), page(own, 2)]).title == "The reeds of small lakes"


def test_an_abstract_goes_on_below_a_short_last_line_above_two_columns() -> None:
    upper = [*paragraph("Introduction: " + "reed " * 40 + "water.", 170, x=200), line("in lakes.", 200, 218)]
    lower = paragraph("Methods: " + "reed " * 40 + "shade.", 230, x=200)
    rows = [line(REEDS, 60, 80, TITLE), line("Abstract", 200, 150, BOLD), *upper, *lower]

    assert (_above_columns(rows).abstract or "").endswith("shade.")


def test_the_name_of_an_abstract_may_be_read_behind_the_text_beside_it() -> None:
    rows = [line(REEDS, 60, 80, TITLE), *paragraph(TEXT, 150, x=150), line("A B S T R A C T", 60, 154, SMALL)]

    assert _above_columns(rows).abstract == TEXT


def test_the_notice_of_a_copyright_is_no_abstract() -> None:
    notice = (
        "The copyright to this article is held by the society of lakes and reeds. It may be downloaded and printed. "
        * 4
    )
    rows = [line(REEDS, 60, 80, TITLE), line("Mira Halvorsen", 60, 110)]

    assert _read([*rows, *paragraph(notice, 200, style=SMALL)]).abstract is None


def test_what_a_repository_says_of_itself_is_no_abstract() -> None:
    notice = "HAL is a multi-disciplinary open access archive for the deposit of documents, whether they are published or not. "
    rows = [line(REEDS, 60, 80, TITLE), line("Mira Halvorsen", 60, 110), *paragraph(notice * 4, 200, style=SMALL)]

    assert _read(rows).abstract is None


def test_addresses_of_orcid_in_brackets_belong_to_the_names_before_them() -> None:
    named = {"Mira Halvorsen": "0000-0002-1825-0097", "Jon Ek": "0000-0001-5109-3700"}
    row = ", ".join(f"{name} (https://orcid.org/{orcid})" for name, orcid in named.items())
    rows = [line(REEDS, 60, 80, TITLE), line(row, 10, 110, SMALL), line("Abstract", 60, 150, BOLD)]

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
        (["10.5555/jp-reeds-10005-17"], "", "", "10.5555/jp-reeds-10005-17"),
        (["DOI:", "10.5555/reeds.17"], "", "", "10.5555/reeds.17"),
        (["10.5281/zenodo.12"], "", "", None),
        ([f"Halvorsen M. {REEDS}. Notes from all the lakes that people of the north swim in 2018; 21:347-358. doi: 10.5555/", "REEDS.2018.17"], "", "", "10.5555/REEDS.2018.17"),
        ([f"Halvorsen M. On ducks in the reeds of lakes, {'and more of it ' * 4}. Lakes 2018; 21:347-358. doi: 10.5555/", "REEDS.2018.17"],
         "", "", None),
    ],
)  # fmt: skip
def test_the_doi_is_the_papers_own(notices: list[str], foot: str, info: str, doi: str | None) -> None:
    rows = [
        line(REEDS, 60, 80, TITLE),
        line("Mira Halvorsen", 60, 110),
        line("Abstract", 60, 150, BOLD),
    ]
    rows += paragraph(TEXT, 170)
    rows += [line(text, 60, 300 + 10 * place, SMALL) for place, text in enumerate(notices)]

    assert _read(rows, foot=foot, info=DocumentInfo(subject=info)).doi == doi


@pytest.mark.parametrize(
    ("head", "year", "venue"),
    [
        ("Lake Science & Practice 56 (2003) 1453-1468", 2003, "Lake Science & Practice"),
        ("Lake Letters 2007; 370: 1453-57", 2007, "Lake Letters"),
        ("Halvorsen et al. Lake Letters (2021) 13:206", 2021, "Lake Letters"),
        ("Lake Letters 2021:13 1449–1458", 2021, "Lake Letters"),
        ("in small lakes. Lake Letters 2007; 370: 1453-57", 2007, "Lake Letters"),
        ("Halvorsen and Ek., Lake Letters 2007; 370: 1453-57", 2007, "Lake Letters"),
        ("Reed Reports | 6:19235 | DOI: 10.1234/abc5678", None, "Reed Reports"),
        ("Reed Reports | www.letters-on-lakes.org", None, "Reed Reports"),
        ("submit your manuscript | www.letters-on-lakes.org", None, None),
        ("Lake World, EISSN: 2231-0916", None, "Lake World"),
        ("Lake World (ISSN 2231-0916)", None, "Lake World"),
        ("Ancient Lakes of Life, Vol No. XIV Nos. 1 & 2, Pages 108-111", None, "Ancient Lakes of Life"),
        ("Hindawi Publishing Corporation Lake World Volume 2014, Article ID 239508", 2014, "Lake World"),
        ("American Journal of Reeds | January 2006, Vol 96, No. 1", 2006, "American Journal of Reeds"),
        ("300 Lakes \u2022 March 2022 / Vol. 72 No. 3", 2022, "Lakes"),
        ("Journal of Lakes & Reeds | October-December 2014 | Vol 5 | Issue 4", 2014, "Journal of Lakes & Reeds"),
        ("Lake World, May-August 2015;8(2):99-101", 2015, "Lake World"),
        ("RSLN | June 26, 2018 | vol. 115 | no. 26 | 6745–6750", 2018, "RSLN"),
        ("Mon. Not. R. Lakes 423, 3316-3327 (2012)", 2012, "Mon. Not. R. Lakes"),
        ("Lake Letters (2014), 26:1, 147–154", 2014, "Lake Letters"),
        ("Lake Monographs, 87(2), 2017, pp. 161–177 © 2016 by the Lake Society", 2017, "Lake Monographs"),
        ("NAture Lakes & evoLutioN 2007; 370: 1453-57", 2007, "Nature Lakes & Evolution"),
        ("3 Ek J, Li A. Reeds of small lakes. Lake Letters 1963; 1: 1043–1049.", None, None),
        ("To appear in the Journal of Small Lakes on May 6", None, "the Journal of Small Lakes"),
        ("Received 4 May 2009; accepted 7 June 2010", None, None),
        ("Journal of Marketing 12 (2001) 1-9", 2001, "Journal of Marketing"),
        ("Proceedings of JuliaCon", None, "Proceedings of JuliaCon"),
    ],
)
def test_year_and_venue_are_those_beside_the_pages(head: str, year: int | None, venue: str | None) -> None:
    rows = [line(head, 60, 40, SMALL), line(REEDS, 60, 80, TITLE), line("Mira Halvorsen", 60, 110)]

    content = _read([*rows, line("Abstract", 60, 150, BOLD), *paragraph(TEXT, 170)])

    assert (content.year, content.venue) == (year, venue)


def test_a_doi_above_how_to_cite_the_paper_may_stand_at_its_end() -> None:
    rows = [line(REEDS, 60, 80, TITLE), line(MIRA, 60, 110), *paragraph(TEXT, 170)]
    end = [
        line("doi:10.1186/1472-6882-14-419", 60, 700, SMALL),
        line("Cite this article as: Halvorsen: Reeds.", 60, 712, SMALL),
    ]

    assert _read(rows, further=end).doi == "10.1186/1472-6882-14-419"
    assert _read(rows, further=end[:1]).doi is None


def test_a_box_of_small_print_beside_a_title_does_not_part_its_lines() -> None:
    title, box = Style("Sans-Regular", 18.0), Style("Sans-Regular", 7.0)
    rows = [line("Effects of reeds of all kinds on ducks", 60, 86, title), line("in small lakes", 60, 106, title)]
    notes = ["July-September 2018:1-8", "Copyright 2018", "Article reuse guidelines:", "lakes.org/permissions"]
    rows += [line(text, 440, 80 + 9 * index, box) for index, text in enumerate(notes)]
    rows.append(line(f"{MIRA}, {JON} and {ADA}", 60, 140, Style("Serif-Bold", 12.0, bold=True)))
    halves = [(60.0, 290.0), (310.0, 540.0)]
    text = [row for left, right in halves for row in paragraph(sentences(40), 300, x=left, right=right)]

    content = read_pdf([page([*rows, line("Abstract", 60, 180, BOLD), *paragraph(TEXT, 200), *text])])

    assert content.title == "Effects of reeds of all kinds on ducks in small lakes"
    assert [author.name for author in content.authors] == [MIRA, JON, ADA]


@pytest.mark.parametrize("broken", ["Journal / of Small Lakes", "Journal of / Small Lakes", "Journal of Small / Lakes"])
def test_a_venue_that_is_broken_over_two_lines_of_a_foot_is_whole(broken: str) -> None:
    rows = [line("The reeds of small lakes", 60, 80, TITLE), line("Mira Halvorsen", 60, 110)]
    rows += [line("Abstract", 60, 150, BOLD), *paragraph(TEXT, 170)]
    foot = f"Halvorsen. (2024). The reeds of small lakes. {broken}, 7(82), 259. https://doi.org/10.5555/reeds.17"
    rows += [line(text, 60, 780 + 12 * place, SMALL) for place, text in enumerate(foot.split(" / "))]

    assert _read(rows).venue == "Journal of Small Lakes"


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


def test_the_venue_stands_behind_the_title_where_a_page_says_how_to_cite_it() -> None:
    cite = f"Cite this article: Halvorsen M. 2021 {REEDS}. Phil. Lakes R. Soc. A 379: 20200097."
    rows = [line(REEDS, 60, 80, TITLE), line(MIRA, 60, 110), line(cite, 60, 140, SMALL)]

    content = _read([*rows, line("2021 The Authors. Published by the society of lakes", 60, 440, SMALL)])

    assert (content.venue, content.year) == ("Phil. Lakes R. Soc. A", 2021)


@pytest.mark.parametrize("name", [BODY, BOLD, Style("Sans-Condensed", 10.0)], ids=["body", "bold", "another typeface"])
def test_the_names_of_what_follows_the_text_may_begin_its_paragraphs(name: Style) -> None:
    rows = [line("3 Results", 60, 90, LARGE), *paragraph(sentences(6, "result"), 110)]
    for place, title in enumerate(("Funding", "Data availability", "Conflicts of interest")):
        lead = line(
            [(f"{title}: ", name), ("Nobody paid for the reeds of these small lakes or for their names", BODY)],
            60,
            300 + 24 * place,
        )
        rows += [lead, line("and nobody will.", 60, 312 + 24 * place)]

    titles = [
        section.title for section in _read([line(REEDS, 60, 80, TITLE), *paragraph(TEXT, 150)], further=rows).sections
    ]

    assert titles[titles.index("Results") + 1 :][:3] == ["Funding", "Data availability", "Conflicts of interest"]


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

    content = _read([line(REEDS, 60, 80, TITLE), *paragraph(TEXT, 150)], further=rows)

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
    first = [line(REEDS, 60, 80, TITLE), line("Mira Halvorsen", 60, 110)]
    first += [line("Summary", 60, 150, Style("Sans-Bold", 11.0, bold=True)), *paragraph(TEXT, 170)]

    assert read_pdf([page(first, 1), page(rows, 2)]).abstract == TEXT


@pytest.mark.parametrize("number", ["", "1. ", "1 "])
def test_a_summary_before_the_introduction_is_the_abstract_numbered_or_not(number: str) -> None:
    rows = [line(REEDS, 60, 80, TITLE), line("Mira Halvorsen", 60, 110), line(f"{number}Summary", 60, 150, LARGE)]
    rows += [*paragraph(TEXT, 170), line("2. Introduction", 60, 300, LARGE), *paragraph(sentences(8), 320)]

    content = read_pdf([page(rows, 1)])

    assert content.abstract == TEXT
    assert [section.title for section in content.sections] == ["Summary", "Introduction"]


def test_a_notice_of_several_rows_gives_the_papers_own_doi() -> None:
    notice = f"Halvorsen, M. (2011). The reeds of small lakes. {'Lakes and Ponds and More. ' * 7}doi:10.5555/reeds.17"
    rows = [line(REEDS, 60, 80, TITLE), line("Mira Halvorsen", 60, 110)]
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


def test_what_stands_on_top_of_a_thesis_is_not_its_title() -> None:
    rows = [
        line("University of the Lakes", 150, 80, TITLE),
        line("Master Degree in Columns and Rows", 160, 105, LARGE),
        line("Reeds of small lakes and how they grow", 150, 140, LARGE),
        line(MIRA, 250, 170),
    ]

    content = _read([*rows, line("Abstract", 60, 250, BOLD), *paragraph(TEXT, 270)])

    assert content.title == "Reeds of small lakes and how they grow"


def test_a_masthead_of_one_word_is_told_from_the_title_by_how_the_page_cites_it() -> None:
    rows = [line("Limnology", 400, 60, HUGE), line(SUMMER, 60, 95, TITLE)]
    rows += [line("Mira Halvorsen", 60, 120), *paragraph(TEXT, 150, x=100, right=500)]
    cite = line("How to cite: Halvorsen M. The reeds of small lakes. Limnology 2021;9(2):3.", 60, 740, SMALL)

    assert _read([*rows, cite]).title == SUMMER
    assert _read(rows).title == "Limnology"


def test_an_abstract_goes_on_behind_the_footnotes_on_the_next_page() -> None:
    start, middle, end = (sentences(3, word) for word in ("begun", "middle", "ended"))
    rows = [
        line(REEDS, 60, 80, TITLE),
        line("Mira Halvorsen", 60, 110),
        line("Abstract", 60, 150, LARGE),
        *paragraph(f"Background: {start}", 172),
        line("(Continued on next page)", 60, 240, SMALL),
        line("* Correspondence: mira@lakes.example", 60, 700, SMALL),
        line("Department of Lakes, University of the North", 60, 710, SMALL),
    ]
    following = [
        line("(Continued from previous page)", 60, 60, SMALL),
        *paragraph(f"Methods: {middle}", 80),
        *paragraph(f"Discussion: {end}", 140),
        line("Keywords: reeds, lakes", 60, 200),
        line("1 Introduction", 60, 240, LARGE),
        *paragraph(sentences(8), 260),
    ]

    content = read_pdf([page(rows, 1), page(following, 2)])

    assert content.abstract == f"Background: {start}\n\nMethods: {middle}\n\nDiscussion: {end}"
    assert not [block.text for block in content.blocks if "Continued" in block.text]
    assert {block.kind for block in content.blocks if "Correspondence" in block.text} == {"footnote"}
    assert not content.notes


def test_a_manuscripts_title_and_its_authors_with_degrees_may_be_in_one_type() -> None:
    rows = [
        line(SUMMER, 60, 80),
        line([(f"{MIRA}, BA", BODY), ("1", RAISED), (f", {JON}, MD, PhD", BODY), ("2", RAISED)], 60, 92),
    ]
    rows += [line([("1", RAISED), ("University of the North", BODY)], 60, 104), line("Word count: 1290", 60, 130)]

    content = _read(rows)

    assert (content.title, [author.name for author in content.authors]) == (SUMMER, [MIRA, JON])


def test_a_structured_abstract_may_tell_its_length_and_name_its_parts_in_two_fonts() -> None:
    first, other = (Style(name, 10.0, bold=True, italic=True) for name in ("Serif-BoldItalic", "Serif,BoldItalic"))
    parts = [line("Background", 60, 172, first), *paragraph(sentences(2, "reed"), 186)]
    parts += [line("Results", 60, 230, other), *paragraph(sentences(2, "lake"), 244)]

    content = _read(
        [line(REEDS, 60, 80, TITLE), line(MIRA, 60, 120), line("ABSTRACT (250 words):", 60, 150, BOLD), *parts]
    )

    assert content.abstract == "\n\n".join(("Background", sentences(2, "reed"), "Results", sentences(2, "lake")))


def test_an_abstract_may_stand_behind_a_manuscripts_page_of_notices() -> None:
    front = [line(SUMMER, 60, 80, TITLE), line(MIRA, 60, 120), line("Total word count: 5990", 60, 200, BOLD)]
    notices = [line("Open research statement: all scripts are kept by the lake.", 60, 80)]
    abstract = [line("Abstract", 60, 80, LARGE), *paragraph(TEXT, 100)]
    text = [line("1 Introduction", 60, 80, LARGE), *paragraph(sentences(8), 100)]

    content = read_pdf([page(rows, at) for at, rows in enumerate((front, notices, abstract, text), 1)])

    assert content.abstract == TEXT


@pytest.mark.parametrize("name", [MIRA, "M. Mira Halvorsen"])
def test_an_author_named_above_an_address_begins_no_section(name: str) -> None:
    rows = [line(SUMMER, 60, 80, TITLE), line(name, 60, 120), line("1 Introduction", 60, 160, LARGE)]
    rows += [*paragraph(sentences(8), 180), line("ORCID", 60, 400, LARGE)]
    rows += [line([(name.replace(".", ""), ITALIC), ("    https://orcid.org/0000-0002-1825-0097", BODY)], 60, 420)]

    assert [section.title for section in read_pdf([page(rows)]).sections] == ["Introduction", "ORCID"]


def test_what_stands_left_of_an_abstract_is_none_of_it() -> None:
    rows = [
        line(REEDS, 60, 80, TITLE),
        line("Mira Halvorsen", 60, 110),
        line("Department of Lakes", 60, 146, SMALL),
        line("Abstract", 200, 150, LARGE),
        line("University of the North", 60, 156, SMALL),
        *paragraph(TEXT, 170, x=200),
        line("Keywords: reeds", 200, 320),
    ]

    assert _read(rows).abstract == TEXT


def test_a_title_that_was_recognised_with_wrong_letters_is_the_one_that_the_file_states() -> None:
    stated = "The growth of reeds in the small lakes of the north and of the south in a summer without rain"
    rows = [
        line("The growth of reeds in the small lakes of the north", 60, 80, Style(RECOGNIZED, 10.4)),
        line("and of thc soutb in a sumner without rain", 60, 104, Style(RECOGNIZED, 9.5)),
        line(MIRA, 60, 130, Style(RECOGNIZED, 10.0)),
        line("2 METBODS", 60, 400, Style(RECOGNIZED, 11.0)),
    ]

    content = _read(rows, info=DocumentInfo(title=stated))

    assert content.title == stated
    assert [author.name for author in content.authors] == [MIRA]
