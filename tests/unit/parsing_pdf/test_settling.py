"""Corrections of the labels that an entry's words were given."""

from __future__ import annotations

from dataclasses import replace

import pytest
from unit.parsing_pdf.printed import BODY, BOLD, ITALIC, SMALL, line, paragraph, read, sentences

from scholarai.parsing.layout import Style
from scholarai.parsing.pdf.layout.metrics import measure
from scholarai.parsing.pdf.layout.rows import Row, row_of
from scholarai.parsing.pdf.references.label_corrections import settled, with_journal_after_title
from scholarai.parsing.pdf.references.tagging import Label
from scholarai.parsing.pdf.structure.captions import with_caption_parts
from scholarai.parsing.pdf.structure.groups import Group, grouped

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


HEAVY = Style("AdvP4C4E74", 8.0)  # a bold font that neither its name nor a flag calls bold
PLOT = Style("Plot-Sans", 7.8)


def printed(text: str, x: float, y: float) -> Row:
    row = row_of(line(text, x, y, SMALL), 1, complete=True)
    assert row is not None
    return replace(row, left=60.0, right=290.0)


def test_a_title_across_both_columns_belongs_to_the_label_centred_above_it() -> None:
    label = replace(printed("TABLE III", 282, 100), column=1, left=310.0, right=540.0)
    title = replace(printed("EFFECT OF THE NUMBER OF DRUGS ON THE OUTCOME", 212, 109), column=-1, spanning=True)

    (group,) = _with_parts([label, title])

    assert group.rows == [label, title]


def test_a_label_takes_no_title_that_is_not_centred_below_it() -> None:
    label = replace(printed("TABLE III", 282, 100), column=1, left=310.0, right=540.0)
    title = replace(printed("EFFECT OF THE NUMBER OF DRUGS ON THE OUTCOME", 60, 109), column=-1, spanning=True)

    assert len(_with_parts([label, title])) == 2


def test_a_title_below_its_label_is_found_behind_what_is_read_between_them() -> None:
    label = replace(printed("Table 5", 60, 300), column=0)
    other = [replace(printed(f"Age in years {index}", 310, 100 + 40 * index), column=1) for index in range(5)]
    title = replace(printed("Association of duration of treatment with success", 60, 310), column=-1, spanning=True)

    groups = _with_parts([label, *other, title])

    assert groups[0].rows == [label, title]


def test_the_short_last_line_of_a_wide_caption_belongs_to_it() -> None:
    first = replace(printed("Figure 4. Association of treatment success with its duration", 60, 100), column=-1)
    last = replace(printed("truncated at 21.", 60, 109), column=0)
    below = replace(printed("Other words", 60, 160), column=0)

    groups = _with_parts([first, last, below])

    assert [group.rows for group in groups] == [[first, last], [below]]


@pytest.mark.parametrize(
    "title", ["Number of reeds by year and place", "(a) Number of reeds by year. (b) Their place."]
)
def test_a_label_in_a_font_of_its_own_begins_a_caption_below_the_labels_of_a_plot(title: str) -> None:
    axis = line("Response", 150, 560, PLOT)
    caption = line([("FIGURE 2", HEAVY), (f" {title}", SMALL)], 60, 570)
    content = read([*paragraph(sentences(4), 90), axis, caption], [*paragraph(sentences(4, "method"), 90)])

    assert [block.text for block in content.blocks if block.kind == "caption"] == [f"FIGURE 2 {title}"]


def test_a_sentence_that_begins_with_a_figure_in_other_type_is_no_caption() -> None:
    row = line([("Figure 2", HEAVY), (" shows the number of reeds by year and place", BODY)], 60, 300)
    content = read([*paragraph(sentences(4), 90), row, *paragraph(sentences(4, "method"), 320)])

    assert not [block for block in content.blocks if block.kind == "caption"]


def test_labels_alone_at_the_top_of_pages_are_no_running_heads() -> None:
    content = read(
        paragraph(sentences(8), 90),
        *(
            [
                line(f"Figure {number}", 60, 50, BOLD),
                line(f"The {word} of trees by their age", 60, 64, ITALIC),
                *paragraph(sentences(8, word), 300),
            ]
            for number, word in enumerate(("height", "girth", "number", "colour", "place", "shadow"), 1)
        ),
    )

    captions = [block.text for block in content.blocks if block.kind == "caption"]
    assert captions[:2] == ["Figure 1 The height of trees by their age", "Figure 2 The girth of trees by their age"]
    assert len(captions) == 6


def _with_parts(rows: list[Row]) -> list[Group]:
    metrics = measure(rows)
    return with_caption_parts(grouped(rows, metrics))
