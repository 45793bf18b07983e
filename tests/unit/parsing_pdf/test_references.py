"""Entries of a bibliography are parted, and their fields told, in the forms that journals print."""

from __future__ import annotations

from typing import Any

import pytest
from unit.parsing_pdf.printed import BODY, BOLD, LARGE, RAISED, SMALL, line, paragraph, read, sentences

from scholarai.parsing.layout import RawLine, Style
from scholarai.parsing.pdf.references.fields import read_reference

TITLE = "On the order of columns"
KELLER, SMITH = "A. Keller", "B. M. Smith"
# What is read of entries in the forms that journals print: each field that a case is about.
ENTRIES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "names, title and year are told apart": [
        (f"[1] Anna Keller and Boris M. Smith. {TITLE}. Journal of Print, 12:45-67, 2019.", {"authors": ("Anna Keller", "Boris M. Smith"), "title": TITLE, "year": 2019}),
        (f"[1] A. Keller and B. M. Smith, {TITLE}, Journal of Print 12, 45 (2019).", {"authors": (KELLER, SMITH), "title": TITLE, "year": 2019}),
        (f"[1] A. Keller, B. M. Smith, \u201c{TITLE},\u201d Journal of Print, vol. 12, 2019.", {"authors": (KELLER, SMITH), "title": TITLE, "year": 2019}),
        (f"1. Keller, A. & Smith, B. M. {TITLE}. Journal of Print 12, 45\u201367 (2019).", {"authors": (KELLER, SMITH), "title": TITLE, "year": 2019}),
        (f"Keller, A., & Smith, B. M. (2019). {TITLE}. Journal of Print, 12, 45\u201367.", {"authors": (KELLER, SMITH), "title": TITLE, "year": 2019}),
        ("9. Keller A, ben-Amram B, Roe C. The order of columns in print. J Print. 1984;74:2024\u20132032.", {"authors": ("Keller A", "ben-Amram B", "Roe C"), "title": "The order of columns in print", "year": 1984}),
    ],
    "a journal is no title": [
        ("[4] A. Albrecht and P. J. Steinhardt, Phys. Rev. Lett. 48, 1220 (1982).", {"title": None, "authors": ("A. Albrecht", "P. J. Steinhardt")}),
        ("Peebles P. J. E., Ratra B., 2003, Rev. Mod. Phys., 75, 559", {"title": None, "authors": ("Peebles P. J. E.", "Ratra B."), "year": 2003}),
        ("[2] A. A. Starobinsky, Phys. Lett. B 91 (1980) 99 [SPIRES].", {"title": None, "authors": ("A. A. Starobinsky",), "year": 1980}),
        ("3. Keller A, Smith BM. N Engl J Med 2007;370:511e20.", {"title": None, "authors": ("Keller A", "Smith BM"), "year": 2007}),
    ],
    "names are parted in the orders of journals": [
        (f"{names} (2019). The order of columns in print. Journal of Print, 12, 45-67.", {"authors": authors})
        for names, authors in [
            ("Keller, Anna.", ("Anna Keller",)),
            ("Keller, Anna B., Carla M. Dahl and Wei Zhang.", ("Anna B. Keller", "Carla M. Dahl", "Wei Zhang")),
            ("Keller, Anna B., & Dahl, Carla.", ("Anna B. Keller", "Carla Dahl")),
            ("Keller and Smith.", ("Keller", "Smith")),
            ("Keller, A.; Smith, B. M.; & Roe, C.", (KELLER, SMITH, "C. Roe")),
            ("Keller A, Van den Berg F, Smith BM.", ("Keller A", "Van den Berg F", "Smith BM")),
            ("World Health Organization.", ("World Health Organization",)),
        ]
    ],
    "the name of a group is not parted": [
        ("Food and Drug Administration (2007) Reviewing labels. FDA Journal 4: 7.", {"authors": ("Food and Drug Administration",)}),
        ("Centers for Disease Control and Prevention. Preventing transmission of tuberculosis in clinics. MMWR. 2005;54:1–141.", {"authors": ("Centers for Disease Control and Prevention",)}),
    ],
    "a number in a title, a volume or the name of a conference is no year": [
        ("Keller, A., 1998. The art of 1850 in print. Journal of Print 12, 1607-1624.", {"year": 1998}),
        ("A. Shamir, “Identity-Based Cryptosystems,” Advances in Cryptology – CRYPTO 1984, vol. 196, pp. 47–53, 1985.", {"year": 1985}),
        ("Okamoto T, Pointcheval D. Rapid asymmetric transforms. Topics in Cryptology. 2001;Volume 2020:159–174.", {"year": 2001}),
    ],
    "all of the first quotation is the title": [
        ("[7] A. Keller, B. M. Smith, Printers of Old Towns (POT) Consortium, “On columns (POT trial): A study of rows,” Lancet, vol. 7, pp. 45–67, 2006.",
         {"title": "On columns (POT trial): A study of rows", "authors": (KELLER, SMITH, "POT Consortium")}),
        ("[8] A. Keller, et al., “Roe C, Dahl C, Zhang W. Assays of columns do not find more rows than tests,” Eur Print J, vol. 33, pp. 1374–82, 2009.",
         {"title": "Roe C, Dahl C, Zhang W. Assays of columns do not find more rows than tests", "authors": (KELLER,)}),
    ],
    "a title begins behind the names and the group": [
        ("Keller A, Smith BM, Printers in Old Towns (POT) Trial Consortium (2006) On columns in print. Lancet 7: 45–67.", {"title": "On columns in print", "year": 2006}),
        ("Keller, A. Maria. What Do Columns Hold. Grand Rapids: Baker, 2010.", {"title": "What Do Columns Hold"}),
    ],
    "the title of a book is no name": [
        (f"47. Keller A. {title}. Project Gutenberg. 2008.", {"title": title, "authors": ("Keller A",)})
        for title in ("The Columns of Rome", "Les Imprimeurs", "Colnet: An Electronic Database")
    ],
    "the last sentence before the volume names the journal": [
        (f"5. Keller A, Smith BM, et al. Columns and rows in large samples of prints. {subtitle}. {venue}. 1999;9:188–192.",
         {"title": f"Columns and rows in large samples of prints. {subtitle}", "venue": venue})
        for subtitle, venue in [("Results of the International Print Survey (IPS) Collaborators", "Lancet"), ("Histoire de l'imprimerie", "Print Int")]
    ],
    "a journal of several abbreviations stays whole": [
        (f"Keller, A., and Smith, B. M. Columns and rows of a finite print. {venue}. 347, (1995), 2235-2243.", {"title": "Columns and rows of a finite print", "venue": venue})
        for venue in ("Trans. Amer. Print. Soc", "Journal of Print. Series B", "Discrete Contin. Syst. Ser. S")
    ],
    "a DOI is whole over a line's end and in every form": [
        (f"7. Keller A, Smith BM. {TITLE}. J Print. 2010;7:24–32. {end}", {"doi": doi})
        for end, doi in [
            ("doi: 10.5555/j.print.2010.03. 002 PMID: 20227440", "10.5555/j.print.2010.03.002"),
            ("https://doi.org/10.5555/TFOO.2020. 1234567.", "10.5555/TFOO.2020.1234567"),
            ("https://doi.org/ 10.5555/s41586- 020-2649-2", "10.5555/s41586-020-2649-2"),
            ("https://doi.org/10.1002/(SICI)1099-1727(199821)14:1<3::AID-SDR140>3.0.CO;2-K", "10.1002/(SICI)1099-1727(199821)14:1<3::AID-SDR140>3.0.CO;2-K"),
            ("doi:10.1175/1520-0469(1963)020<0130:DNF>2.0.CO;2.", "10.1175/1520-0469(1963)020<0130:DNF>2.0.CO;2"),
            ("doi:10.5555/S0140-6736(01)05555-1.", "10.5555/S0140-6736(01)05555-1"),
            ("doi: 10.5555/2013_S-12-0345. 2013.", "10.5555/2013_S-12-0345"),
            ("(doi:10.5555/abc.7). Accessed 3 May 2020.", "10.5555/abc.7"),
        ]
    ],
    "authors and years in forms of APA are read": [
        (f"Keller, A. (n.d.). {TITLE}. Retrieved March 4, 2021, from https://print.example", {"authors": (KELLER,), "year": None}),
        (f"Keller, A., Smith, B., \u2026 Roe, C. (2015a). {TITLE}. Print, 9, 1–10.", {"authors": (KELLER, "B. Smith", "C. Roe"), "year": 2015}),
        (f"Keller, A. B., Jr. (2011). {TITLE}. Old Press.", {"authors": ("A. B. Keller Jr.",), "year": 2011}),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "fields"),
    [pytest.param(*case, id=f"{name}, {n}") for name, cases in ENTRIES.items() for n, case in enumerate(cases, 1)],
)
def test_the_fields_of_an_entry_are_told_apart(raw: str, fields: dict[str, Any]) -> None:
    reference = read_reference(raw, 1)

    assert {name: getattr(reference, name) for name in fields} == fields


def test_a_short_list_at_the_papers_end_is_a_bibliography_without_a_heading() -> None:
    content = read(
        [*paragraph(f"It is known [1]. {sentences(6)}", 60)]
        + [row for k in (1, 2, 3) for row in paragraph(f"[{k}] A. Keller, On columns, J. Print {k}, 9 (200{k}).", 300 + 30 * k)]
    )  # fmt: skip

    assert [(r.label, r.year) for r in content.references] == [("1", 2001), ("2", 2002), ("3", 2003)]
    assert content.cite_spans[0].reference_ids == ("r1",)


@pytest.mark.parametrize("first", [1, 3])
def test_a_list_that_counts_dated_entries_is_a_bibliography_though_labels_are_lost(first: int) -> None:
    numbers = [*range(first, 5), *range(6, 13)]
    rows = [
        line(
            f"{k}. Keller A, Smith BM. The order of columns in print {k}. J Print. 19{k + 60};74:24\u201332.",
            60,
            260 + 14 * k,
        )
        for k in numbers
    ]
    content = read([*paragraph(sentences(12), 60), *rows])

    assert [reference.label for reference in content.references] == [str(k) for k in numbers]


def test_a_list_that_counts_steps_is_no_bibliography() -> None:
    rows = [line(f"{k}. Turn the page and read the columns from the top.", 60, 260 + 14 * k) for k in range(1, 13)]

    assert read([*paragraph(sentences(12), 60), *rows]).references == ()


def test_entries_counted_by_raised_numbers_are_no_footnotes() -> None:
    entries = [
        line([(str(k), RAISED), (f"A. Keller, On columns and rows, J. Print {k}, 9 (20{k:02}).", SMALL)], 60, 300 + 14 * k)
        for k in range(1, 11)
    ]  # fmt: skip
    content = read([*paragraph(sentences(12), 60), *entries])

    assert [r.label for r in content.references] == [str(k) for k in range(1, 11)]
    assert content.references[8].raw.startswith("⁹A. Keller")
    assert content.references[8].authors == ("A. Keller",)


def test_entries_set_solid_begin_where_a_family_name_follows_an_end() -> None:
    content = read(
        [
            *paragraph(sentences(4), 60),
            line("References", 60, 180, LARGE),
            *paragraph(f"Keller, A. (2019). {TITLE} in the print of many journals and books. Print 1, 2, 30-345.", 200),
            *paragraph("Smith, B. (2020). On margins. Journal of Print 4, 5.", 224),
            *paragraph("Zhang, C. (2021). On feet. Journal of Print 6, 7.", 236),
        ]
    )

    assert [reference.year for reference in content.references] == [2019, 2020, 2021]


def test_of_entries_in_one_row_each_the_few_that_hang_over_do_not_begin_new_ones() -> None:
    names = ("Abara", "Bellini", "Castellan", "Dufresne", "Eklund", "Farkas", "Grimaldi", "Hoshino")
    rows = [
        line(f"{name}, K. (20{k:02}). On rows and columns. Journal of Print, {k}, 9.", 60, 300 + 12 * k)
        for k, name in enumerate(names)
    ]
    hung = line("doi:10.5555/hung.over", 76, 300 + 12 * len(names))
    content = read([*paragraph(sentences(6), 60), line("References", 60, 280, LARGE), *rows, hung])

    assert [reference.authors for reference in content.references] == [(f"K. {name}",) for name in names]
    assert content.references[-1].raw.endswith("doi:10.5555/hung.over")


@pytest.mark.parametrize("said", ["While Wright et al. (2018)", "see, for example, the model Wright 2018)", "d\u2019Wright (2018)"])  # fmt: skip
def test_the_end_of_a_word_before_an_author_is_no_particle_of_the_name(said: str) -> None:
    cited = said if said.count("(") else f"It is known ({said}"
    content = read(
        [
            *paragraph(f"{cited} measured margins. {sentences(6)}", 60),
            line("References", 60, 280, LARGE),
            *paragraph("Wright, J., Keller, A. (2018). On rows and columns. Journal of Print 4, 5.", 300),
            *paragraph("Zhang, C. (2021). On feet. Journal of Print 6, 7.", 324),
        ]
    )

    assert [span.reference_ids for span in content.cite_spans] == [("r1",)]


@pytest.mark.parametrize(
    ("said", "cited"),
    [("(Keller et al., 2013)", "r3"), ("(Keller & Smith, 2013)", "r2"), ("Keller (2013)", "r1"), ("Smith et al. (2013)", "r4")],
)  # fmt: skip
def test_of_entries_of_one_year_the_one_with_these_authors_in_this_order_is_cited(said: str, cited: str) -> None:
    names = (
        "Keller, A.",
        "Keller, A., and Smith, B.",
        "Keller, A., Roe, C., and Smith, B.",
        "Smith, B., Keller, A., and Roe, C.",
    )
    entries = [
        line(f"{one} On rows and columns. Journal of Print, {k}, 2013.", 60, 300 + 12 * k)
        for k, one in enumerate(names)
    ]
    content = read(
        [*paragraph(f"It is known {said}. {sentences(6)}", 60), line("References", 60, 280, LARGE), *entries]
    )

    assert [span.reference_ids for span in content.cite_spans] == [(cited,)]


@pytest.mark.parametrize(
    ("said", "cited"),
    [
        ("(Wright 2018, Zhang and Keller 2021)", ("r1", "r2")),
        ("(Wright 2018, 2020; Zhang and Keller 2021)", ("r1", "r3", "r2")),
        ("(see Wright, 2018, p. 4)", ("r1",)),
        # The year of one work is none of the other's, though an entry has the name and the year.
        ("(Keller 2018, Zhang 2020)", ()),
        ("as in Wright’s (2018) book", ("r1",)),
    ],
)
def test_the_works_of_a_marker_are_told_apart(said: str, cited: tuple[str, ...]) -> None:
    content = read(
        [
            *paragraph(f"It is known {said}. {sentences(6)}", 60),
            line("References", 60, 280, LARGE),
            *paragraph("Wright, J. (2018). On rows and columns. Journal of Print 4, 5.", 300),
            *paragraph("Zhang, C., and Keller, A. (2021). On feet. Journal of Print 6, 7.", 324),
            *paragraph("Wright, J., and Keller, A. (2020). On heads. Journal of Print 8, 9.", 348),
        ]
    )

    assert [span.reference_ids for span in content.cite_spans] == ([cited] if cited else [])


def entry(number: int, x: float, y: float) -> RawLine:
    return line(
        f"{number}. Keller A. On columns {number}. J Print. 20{number:02};7:24\u201332.",
        x,
        y,
        SMALL,
    )


def test_entries_go_on_below_the_body_and_its_last_heading() -> None:
    first = [
        *paragraph(sentences(20), 60),
        line("References", 60, 350, LARGE),
        *(entry(k, 60, 356 + 14 * k) for k in range(1, 6)),
    ]
    second = [
        *paragraph(sentences(9, "other"), 60),
        line("Acknowledgments", 60, 210, LARGE),
        *paragraph(sentences(1, "thanked"), 230),
        *(entry(k, 60, 180 + 14 * k) for k in range(6, 11)),
    ]
    content = read(first, second)

    assert [reference.label for reference in content.references] == [str(k) for k in range(1, 11)]
    assert sentences(9, "other") in content.text()
    assert all("other" not in reference.raw for reference in content.references)


@pytest.mark.parametrize(
    "title",
    ["Supplementary references", "REFERENCES AND NOTES", "References cited", "\u0421\u043f\u0438\u0441\u043e\u043a \u0438\u0441\u043f\u043e\u043b\u044c\u0437\u043e\u0432\u0430\u043d\u043d\u044b\u0445 \u0438\u0441\u0442\u043e\u0447\u043d\u0438\u043a\u043e\u0432", "\u5f15\u7528\u6587\u732e"],
)  # fmt: skip
def test_short_entries_of_names_and_groups_are_parted_below_any_name_of_a_list(title: str) -> None:
    entries = [
        "van der Berg, J., & Roe, C. (2003). Rows of the outer banks. Print Letters, 4(2), 12\u201319.",
        "World Print Organization. (2019). Margins. Press.",
        "Keller, A. (n.d.). Counting. Retrieved May 4, 2021, from https://print.example/rows",
        "Smith, A. B., Jr. (2011). Columns of old. Print Press.",
    ]
    rows = [line(one, 60, 300 + 12 * at) for at, one in enumerate(entries)]
    received = line("Received 3 August 2019; accepted 4 May 2020", 60, 360)
    content = read([*paragraph(sentences(6), 60), line(title, 60, 285, LARGE), *rows, received])

    assert [reference.raw for reference in content.references] == entries


@pytest.mark.parametrize(
    "below",
    ["Publisher’s Note Print Press stays neutral in claims.", "Conflict of Interest Statement: there is none.", "© 2019 Keller and Roe. Open to all.",
     "Cite this article as: Keller: Rows of the banks.", "Additional supporting information may be found online.", "suPPorting inFormAtion"],
)  # fmt: skip
def test_what_journals_print_below_the_last_entry_is_no_entry(below: str) -> None:
    entries = [
        f"Keller, A., and Roe, C. ({year}). Rows of the banks. Print Letters 4, 12–19." for year in range(2001, 2007)
    ]
    rows = [line(one, 60, 300 + 12 * at) for at, one in enumerate(entries)]
    content = read([*paragraph(sentences(6), 60), line("References", 60, 285, LARGE), *rows, line(below, 60, 380)])

    assert [reference.raw for reference in content.references] == entries
    assert any(below in block.text for block in content.blocks)


@pytest.mark.parametrize(
    "biography", ["Anna Keller (S’87–M’87) received the B.S. degree.", "Anna Keller is a printer."]
)
def test_the_biography_of_an_author_below_the_last_entry_is_no_entry(biography: str) -> None:
    entries = [f"[{k}] A. Keller, On columns, J. Print {k}, 9 (200{k})." for k in (1, 2, 3)]
    rows = [line(one, 60, 300 + 12 * k) for k, one in enumerate(entries)]
    head = [line("Anna Keller and Carl Roe", 200, 60), line("Abstract", 60, 80, BOLD), *paragraph(sentences(6), 94)]
    content = read([*head, line("References", 60, 285, LARGE), *rows, line(biography, 60, 336)])

    assert [reference.raw for reference in content.references] == entries
    assert any(biography in block.text for block in content.blocks)


def test_entries_go_on_in_the_column_behind_a_notice_in_another_size() -> None:
    def entry(k: int, x: float) -> RawLine:
        return line(f"Keller{k}, A., & Roe, C. 2001, J. Print, {k}, 9", x, 90 + 12 * (k % 20), SMALL)

    left = [entry(k, 60) for k in range(18)]
    notice = line("Supplementary material (online as Appendix 1)", 60, 340)
    right = [entry(k, 315) for k in range(20, 38)]
    content = read(
        [*paragraph(sentences(50), 60, right=285), *paragraph(sentences(50, "column"), 60, x=315)],
        [line("REFERENCES", 60, 60, LARGE), *left, notice, *right],
    )

    assert len(content.references) == 36
    assert not any("Supplementary" in reference.raw for reference in content.references)


def test_a_row_without_letters_between_entries_is_no_entry() -> None:
    entries = [f"Keller, A., and Roe, C. ({year}). Rows of the banks. Print 4, 12." for year in range(2001, 2007)]
    rows = [line(one, 60, 300 + 12 * at) for at, one in enumerate(entries)]
    content = read(
        [*paragraph(sentences(6), 60), line("References", 60, 285, LARGE), *rows, line(";", 287, 700, SMALL)]
    )

    assert [reference.raw for reference in content.references] == entries


def test_labels_without_a_space_behind_them_count_entries() -> None:
    rows = [line(f"[{k}]A.B.Keller, On columns, J. Print {k}, 9 (200{k}).", 60, 300 + 12 * k) for k in (1, 2, 3)]
    content = read([*paragraph(sentences(6), 60), line("References", 60, 285, LARGE), *rows])

    assert [(reference.label, reference.year) for reference in content.references] == [
        ("1", 2001),
        ("2", 2002),
        ("3", 2003),
    ]


def test_bold_entries_that_count_on_are_no_headings() -> None:
    rows = [
        line(f"{k}. Keller AB, Roe C. On columns {k}. J Print. 200{k};4:9.", 60, 300 + 40 * k, LARGE)
        for k in range(1, 9)
    ]
    content = read([*paragraph(sentences(6), 60), line("References:", 60, 320, BOLD), *rows])

    assert [reference.label for reference in content.references] == [str(k) for k in range(1, 9)]


def test_an_entry_that_looks_like_a_lettered_heading_is_one() -> None:
    entries = [f"{letter}. Keller. 200{k}. The order of columns. Print." for k, letter in enumerate("ABCDE")]
    rows = [line(one, 60, 320 + 40 * at, LARGE) for at, one in enumerate(entries)]
    content = read([*paragraph(sentences(6), 60), line("References", 60, 290, LARGE), *rows])

    assert [reference.year for reference in content.references] == [2000, 2001, 2002, 2003, 2004]


def test_a_list_below_its_name_in_plain_small_type_is_one() -> None:
    entries = [f"Keller, A. 200{k}. Rows of the banks. Print Letters 4:12." for k in range(1, 5)]
    rows = [line(one, 60, 320 + 12 * at, SMALL) for at, one in enumerate(entries)]
    content = read([*paragraph(sentences(12), 60), line("LiterAture cited", 240, 300, Style("Serif-Caps", 6.0)), *rows])

    assert [reference.raw for reference in content.references] == entries


def test_raised_numbers_of_endnotes_on_a_page_of_their_own_count_entries() -> None:
    rows = [
        line([(str(k), RAISED), (f" Keller AB, Roe C. On columns. Print. 200{k};4:9.", SMALL)], 60, 80 + 14 * k)
        for k in range(1, 5)
    ]
    content = read(paragraph(sentences(30), 60), rows)

    assert [reference.label for reference in content.references] == ["1", "2", "3", "4"]


def test_entries_below_a_heading_over_both_columns_are_one_list() -> None:
    columns = [(60, range(20)), (315, range(20, 40))]
    rows = [
        line(f"Keller{k}, A., & Roe, C. 2001, J. Print, {k}, 9", x, 90 + 12 * (k % 20), SMALL)
        for x, some in columns
        for k in some
    ]
    body = [*paragraph(sentences(50), 60, right=285), *paragraph(sentences(50, "column"), 60, x=315)]
    content = read(body, [line("REFERENCES", 272, 60), *rows])

    assert [reference.raw.partition(",")[0] for reference in content.references] == [f"Keller{k}" for k in range(40)]


def _sorted_entries(style: Style = BODY) -> list[RawLine]:
    names = ("Abara", "Bellini", "Castellan", "Dufresne", "Eklund", "Farkas", "Grimaldi", "Hoshino", "Ito")
    rows = []
    for k, name in enumerate(names):
        rows.append(
            line(
                [(f"{name}, Anna, and Carl Roe. ", style), (f"200{k}. On the rows and columns of", BODY)],
                60,
                300 + 24 * k,
            )
        )
        rows.append(line("all prints. Journal of Print, 4, 9.", 76, 312 + 24 * k))
    return rows


@pytest.mark.parametrize("style", [BODY, BOLD, SMALL])
def test_entries_in_the_order_of_the_alphabet_are_a_list(style: Style) -> None:
    heading = line("References", 60, 280, LARGE)
    content = read([*paragraph(sentences(12), 60), heading, *_sorted_entries(style)])

    assert [reference.year for reference in content.references] == [*range(2000, 2009)]


@pytest.mark.parametrize("columns", [2, 3])
def test_a_list_in_more_columns_than_the_text_above_it_is_read_column_by_column(columns: int) -> None:
    width = 480 // columns
    rows = [line("References", 60, 380, LARGE)]
    for k in range(10 * columns):
        x, y = 60 + width * (k // 10), 400 + 21.5 * (k % 10)
        rows += [
            line(f"{k + 1}. Keller A. On columns and", x, y, SMALL),
            line(f"their rows. Print. 20{k:02};7:9.", x + 9, y + 10, SMALL),
        ]
    content = read([*paragraph(sentences(20), 60), *rows])

    assert [reference.label for reference in content.references] == [str(k + 1) for k in range(10 * columns)]
    assert {reference.raw.count("Print") for reference in content.references} == {1}
