"""A journal behind a title is found by its volume and pages, and one that ends in "of" goes on."""

from __future__ import annotations

import pytest

from scholarai.parsing.pdf.references.label_corrections import settled, with_journal_after_title
from scholarai.parsing.pdf.references.tagging import Label

LETTERS: dict[str, Label] = {"A": "author", "T": "title", "C": "container", "D": "date", "O": "other", "E": "editor"}


def parsed(text: str) -> tuple[list[str], list[Label]]:
    """Return the words and labels of "A:Lee T:On Steam."; a word without a label has the one before it."""
    words: list[str] = []
    labels: list[Label] = []
    for word in text.split():
        mark, _, rest = word.partition("|")
        labels.append(LETTERS[mark] if rest else labels[-1])
        words.append(rest or word)
    return words, labels


def container(words: list[str], labels: list[Label]) -> str:
    return " ".join(word for word, label in zip(words, labels, strict=True) if label == "container")


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        ("A|Lee, K. T|On steam and kettles. O|Neuron 70, 855-862.", "Neuron"),
        ("A|Lee, K. T|On steam. O|Exp. Kettle Res. 39, 129-135.", "Exp. Kettle Res."),
        ("A|Lee, K. T|On steam. O|Kettles 57(2):760-773.", "Kettles"),
        ("A|LEE, K. T|La vapeur. E|Soins des bouilloires, D|octobre 2007, O|n°18. p. 26-27.", "Soins des bouilloires,"),
        ("A|Lee, K. T|“On steam,” O|KettleImage, D|28 (2005), O|pp. 175-84.", "KettleImage,"),
        ("A|Lee, K. T|“On steam,” D|(1988), O|Kettles 64, 433-40.", "Kettles"),
    ],
)
def test_words_before_a_volume_and_pages_are_the_journal(entry: str, name: str) -> None:
    words, labels = parsed(entry)

    assert container(words, with_journal_after_title(words, labels)) == name


@pytest.mark.parametrize(
    "entry",
    [
        "A|Lee, K. T|On steam. O|Leningrad, Kettle House, 231 p. D|1980.",
        "A|Lee, K. T|On steam. O|Kettles D|1988, O|312 pp.",
        "A|Lee, K. T|On steam. O|Kettles D|1988, O|312 pp. ISBN 3-540.",
        "A|Lee, K. T|On steam. O|Boiling Press, 12, 30-40.",
        "A|Lee, K. T|On steam. O|London: Boiler 12, 30-40.",
        "A|Lee, K. T|On steam. O|TR 1069, Kettle Dept. D|1992.",
        "A|Lee, K. T|On steam. O|US Patent 3,712,959.",
        "A|Lee, K. T|On steam. O|Accessed May 29, 2013. https://example.org/1/2.",
        "A|Lee, K. T|On steam. O|Kettles 64 D|(1988).",
        "A|Lee, K. T|On steam. O|and its uses 64, 433-40.",
        "A|Lee, K. T|On steam. O|One Two Three Four Five Six Seven Eight Nine 64, 433-40.",
        "A|Lee, K. T|On steam.",
        "A|Lee, K. O|Kettles 64, 433-40.",
    ],
)
def test_a_publisher_a_report_and_a_page_count_are_no_journal(entry: str) -> None:
    words, labels = parsed(entry)

    assert with_journal_after_title(words, labels) == labels


def test_a_container_that_is_known_stays_the_only_one() -> None:
    words, labels = parsed("A|Lee, K. T|On steam. C|In Kettles. O|Boilers 64, 433-40.")

    assert with_journal_after_title(words, labels) == labels


def test_a_journal_s_name_does_not_end_in_of() -> None:
    words, labels = parsed("A|Lee, K. T|On steam. C|The Journal of T|kettles and sports. D|2014")

    assert container(words, settled(words, labels)) == "The Journal of kettles and sports."


def test_a_title_behind_a_whole_name_stays_one() -> None:
    words, labels = parsed("A|Lee, K. C|In Kettles T|kettles and sports. D|2014")

    assert settled(words, labels) == labels
