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


def test_words_before_a_year_in_brackets_are_authors_where_a_title_follows() -> None:
    found = fields("T:Task Force on Obesity", "D:(2000)", "T:Health risk.", "C:Arch Med.")

    assert found["author"] == "Task Force on Obesity"
    assert found["title"] == "Health risk."


def test_a_year_in_brackets_begins_no_title() -> None:
    found = fields("A:Roy A, et al.", "T:(2001) Dynamics of foot disease.", "C:Science")

    assert found["date"] == "(2001)"
    assert found["title"] == "Dynamics of foot disease."


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
    ],
)
def test_a_title_reaches_to_the_sentence_end_before_the_journal(parts: tuple[str, ...], title: str) -> None:
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
