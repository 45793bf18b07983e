"""Corrections of the labels that an entry's words were given."""

from __future__ import annotations

import pytest

from scholarai.parsing.pdf.references.label_corrections import settled
from scholarai.parsing.pdf.references.tagging import Label

LABELS: dict[str, Label] = {"A": "author", "T": "title", "D": "date", "C": "container", "O": "other"}


def fields(*parts: str) -> dict[Label, str]:
    """Return the words of each label after correction; a part is the first letter of its label, a colon and its words."""
    words: list[str] = []
    labels: list[Label] = []
    for part in parts:
        sign, _, text = part.partition(":")
        words += text.split()
        labels += [LABELS[sign]] * len(text.split())
    found: dict[Label, list[str]] = {}
    for word, label in zip(words, settled(words, labels), strict=True):
        found.setdefault(label, []).append(word)
    return {label: " ".join(own) for label, own in found.items()}


def test_a_title_goes_on_where_words_inside_of_it_were_taken_for_others() -> None:
    found = fields("A:Baur W.", "T:Binding of dyes:", "A:II.", "T:Free energy of circles.", "C:J Mol Biol.", "D:1970;")

    assert found["title"] == "Binding of dyes: II. Free energy of circles."


def test_the_title_of_a_book_is_no_part_of_the_chapters_title() -> None:
    found = fields("A:Roy A.", "T:On reading", "O:In", "T:The book of papers.", "D:1999.")

    assert found["other"] == "In"


def test_a_title_ends_with_its_sentence() -> None:
    found = fields("A:Roy A.", "T:On reading.", "O:Vol. 3.", "T:Springer.", "D:1999.")

    assert found["other"] == "Vol. 3."


def test_an_abbreviation_before_a_small_letter_ends_no_title() -> None:
    found = fields("A:Roy A.", "T:Weight loss in U.S.", "A:adults", "T:of any age.", "C:Ann Med.", "D:2003;")

    assert found["title"] == "Weight loss in U.S. adults of any age."


@pytest.mark.parametrize(
    "parts",
    [
        ("A:National Task", "T:Force on Obesity.", "C:Overweight,", "T:health risk.", "C:Arch Med.", "D:2000;"),
        ("T:National Task Force on Obesity. Overweight, health risk.", "C:Arch Med.", "D:2000;"),
    ],
)
def test_a_group_named_first_is_the_author(parts: tuple[str, ...]) -> None:
    found = fields(*parts)

    assert found["author"] == "National Task Force on Obesity."
    assert found["title"] == "Overweight, health risk."


def test_a_first_sentence_in_small_letters_is_no_group() -> None:
    found = fields("T:The elements of reading. Second part.", "C:Arch Med.", "D:2000;")

    assert "author" not in found


def test_a_group_at_the_end_of_the_names_is_an_author() -> None:
    found = fields(
        "A:Roy A, Ali M,", "T:World Trial Group,", "A:et al.", "T:Calcium for all.", "C:Arch Med.", "D:2000;"
    )

    assert found["author"] == "Roy A, Ali M, World Trial Group, et al."
    assert found["title"] == "Calcium for all."


def test_a_title_among_the_names_begins_after_the_last_initials() -> None:
    found = fields("A:Sibai B, Kupfer M. Pre-eclampsia.", "C:Lancet.", "D:2005;")

    assert found["author"] == "Sibai B, Kupfer M."
    assert found["title"] == "Pre-eclampsia."


def test_further_names_are_no_title() -> None:
    found = fields("A:Forman W. et al.", "C:ApJ,", "D:2005,")

    assert "title" not in found


def test_words_before_a_quoted_title_are_authors() -> None:
    found = fields("T:Committee on Bulletins, \u201cHigh pressure. Part", "O:2,\u201d", "C:Int J Obstet,", "D:1996.")

    assert found["author"] == "Committee on Bulletins,"
    assert found["title"] == "\u201cHigh pressure. Part 2,\u201d"


def test_words_before_a_year_in_brackets_are_authors_where_a_title_follows() -> None:
    found = fields("T:Task Force on Obesity", "D:(2000)", "T:Health risk.", "C:Arch Med.")

    assert found["author"] == "Task Force on Obesity"
    assert found["title"] == "Health risk."


def test_a_year_in_brackets_begins_no_title() -> None:
    found = fields("A:Roy A, et al.", "T:(2001) Dynamics of foot disease.", "C:Science")

    assert found["date"] == "(2001)"
    assert found["title"] == "Dynamics of foot disease."


def test_a_title_begins_after_the_year_in_brackets_though_it_names_another() -> None:
    found = fields("A:Roy A", "D:(2005)", "O:Dynamics of the", "D:2001", "T:UK epidemic.", "C:Science", "O:294: 813.")

    assert found["title"] == "Dynamics of the 2001 UK epidemic."


def test_a_book_without_volume_and_pages_has_a_title() -> None:
    found = fields("A:European Medicines Agency", "D:(2011)", "C:Guideline on bioequivalence. EMA.")

    assert found["title"] == "Guideline on bioequivalence."


def test_a_journal_of_an_entry_without_a_title_stays_one() -> None:
    found = fields("A:Roy A", "D:(2011)", "C:Physics Letters. Section B.", "O:54, 12.")

    assert "title" not in found


def test_the_year_that_a_title_ends_with_belongs_to_it() -> None:
    found = fields("A:WHO.", "T:World malaria report", "D:2008.", "C:WHO.", "D:2009.")

    assert found["title"] == "World malaria report 2008."


def test_a_title_goes_on_to_the_end_of_its_sentence() -> None:
    found = fields("A:Roy A.", 'T:Parvovirus B19 and "cryptogenic"', "C:chronic hepatitis. J Hepatol", "O:38: 375.")

    assert found["title"] == 'Parvovirus B19 and "cryptogenic" chronic hepatitis.'


def test_a_journal_after_a_whole_title_is_no_part_of_it() -> None:
    found = fields("A:Roy A.", "T:On reading", "C:Annals of Physics. Berlin", "O:38: 375.")

    assert found["title"] == "On reading"


@pytest.mark.parametrize(
    ("parts", "title"),
    [
        (
            ("A:Lee A", "D:(2003)", "T:Use of nets", "C:Kenya Malaria Survey. Lancet,", "O:288, 1723."),
            "Kenya Malaria Survey.",
        ),
        (
            ("A:Lee A", "D:(2003)", "T:Use of nets in", "C:Kenya, 1999–2004. Lancet,", "O:288, 1723."),
            "in Kenya, 1999–2004.",
        ),
        (("A:Lee A", "D:(2003)", "T:Does it count?", "C:Evidence.", "O:Lancet,", "O:288, 1723."), "count? Evidence."),
        (
            ("A:Lee A", "T:On nets.", "C:Studies of Sleep", "O:(SOS) Group. Lancet", "D:2003;", "O:28:17."),
            "Sleep (SOS) Group.",
        ),
        (
            ("A:Lee A.", "T:On counting:", "O:a report of the seasons.", "O:Oxford:", "D:1999."),
            "a report of the seasons.",
        ),
        (
            (
                "A:Lee A",
                "D:(2003)",
                "T:Does it count?",
                "C:Trials Network",
                "O:9.",
                "T:A study.",
                "C:Lancet",
                "O:28: 17.",
            ),
            "Trials Network 9. A study.",
        ),
    ],
)
def test_a_title_reaches_to_the_sentence_end_before_the_journal_or_publisher(
    parts: tuple[str, ...], title: str
) -> None:
    found = fields(*parts)

    assert found["title"].endswith(title)


@pytest.mark.parametrize(
    ("parts", "container"),
    [
        (
            ("A:Lee A", "D:(2003)", "T:Use of nets", "C:In Malaria in Kenya. Springer,", "O:17."),
            "In Malaria in Kenya. Springer,",
        ),
        (
            ("A:Lee A", "D:(2003)", "T:Use of nets.", "C:IEEE Trans. Softw. Eng.", "O:28, 17."),
            "IEEE Trans. Softw. Eng.",
        ),
        (("A:Lee A,", "T:“Use of nets,”", "C:Stoch. Proc. Appl.", "O:28, 17."), "Stoch. Proc. Appl."),
        (("A:Lee A,", "T:Use of nets", "C:Kenya Surveys. Springer,", "O:17."), "Kenya Surveys. Springer,"),
        (("A:Lee A,", "T:Use of nets", "C:Proc. Royal Society. London,", "O:17, 28."), "Proc. Royal Society. London,"),
        (("A:Lee A,", "T:Use of nets", "C:Kenya In Surveys. Springer,", "O:17, 28."), "Kenya In Surveys. Springer,"),
        (
            ("A:Lee A,", "T:Use of nets", "C:Kenya Surveys. Volume 2, Springer,", "O:17, 28."),
            "Kenya Surveys. Volume 2, Springer,",
        ),
        (("A:Lee A,", "T:Use of nets", "C:Kenya Surveys. (Springer),", "O:17, 28."), "Kenya Surveys. (Springer),"),
        (("A:Lee A,", "T:Use of nets.", "C:Kenya Surveys. Springer,", "O:17, 28."), "Kenya Surveys. Springer,"),
        (
            ("A:Lee A,", "T:Use of nets", "C:Kenya Surveys. London: Springer", "O:17, 28."),
            "Kenya Surveys. London: Springer",
        ),
        (
            ("A:Lee A,", "T:Nets", "C:Kenya:", "T:a tale,", "C:Lancet", "O:28, 17, also printed by a press."),
            "Kenya: Lancet",
        ),
        (("A:Lee A", "D:(2003)", "T:Use of nets.", "C:Physical Review. B,", "O:288, 1723."), "Physical Review. B,"),
        (("A:Lee A", "D:(2003)", "T:Use of nets", "C:Phys. Rev. Lett.", "O:288, 1723."), "Phys. Rev. Lett."),
        (
            ("A:Lee A", "T:Use of nets", "C:in", "C:Malaria today:", "T:A study,", "C:Springer", "O:28."),
            "in Malaria today: Springer",
        ),
    ],
)
def test_a_title_takes_nothing_of_the_book_or_the_journal_behind_it(parts: tuple[str, ...], container: str) -> None:
    found = fields(*parts)

    assert found["container"] == container
