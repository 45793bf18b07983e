"""Papers in scripts from right to left, without capitals or without spaces are read as those in Latin letters are."""

from __future__ import annotations

import pytest
from unit.parsing_pdf.printed import BODY, LARGE, TITLE, WIDTH, line, page, paragraph, read

from scholarai.domain.content import PaperContent
from scholarai.parsing.layout import RawLine, Style
from scholarai.parsing.pdf.layout.right_to_left import in_reading_order
from scholarai.parsing.pdf.read import read_pdf

HEBREW = "\u05de\u05d3\u05d9\u05d3\u05d4"
ARABIC = "\u0642\u064a\u0627\u0633"
AFTER = "\u0648\u0627\u0636\u062d"


def right_to_left(text: str, right: float, y: float) -> RawLine:
    """Return a line that ends at the right edge, where right-to-left text begins."""
    return line(text, right - len(text) * BODY.size_pt / 2, y)


@pytest.mark.parametrize(
    ("handed_over", "read_as"),
    [
        (f"{AFTER}.2959{ARABIC}", f"{ARABIC} 2959 {AFTER}."),
        (f"[. {AFTER}1]{ARABIC}", f"{ARABIC}[1]. {AFTER}"),
        (f"[.3 ,2]{ARABIC}", f"{ARABIC}[2, 3]."),
        (f"{AFTER} deep learning {ARABIC}", f"{ARABIC} deep learning {AFTER}"),
        (f"{ARABIC} {AFTER}", f"{ARABIC} {AFTER}"),
    ],
)
def test_parts_of_a_right_to_left_line_are_put_in_the_order_they_are_read(handed_over: str, read_as: str) -> None:
    assert in_reading_order(handed_over) == read_as


def test_the_right_column_of_a_right_to_left_page_is_read_first_and_boxes_are_where_it_is_shown() -> None:
    word = f"{HEBREW} "
    right = [right_to_left((word * 7).strip(), 540, 120 + 12 * index) for index in range(8)]
    left = [right_to_left((word * 7).strip(), 290, 120 + 12 * index) for index in range(8)]
    first = right_to_left(f"{AFTER} {word * 6}".strip(), 540, 108)

    content = read_pdf([page([*left, first, *right])])

    assert content.blocks[0].text.startswith(AFTER)
    assert content.blocks[0].boxes[0].x0 > WIDTH / 2
    assert content.blocks[-1].boxes[-1].x1 < WIDTH / 2


def test_chinese_headings_captions_and_bibliographies_are_known_by_their_names() -> None:
    text = "\u672c\u6587\u5bf9\u6d41\u52a8\u901f\u5ea6\u8fdb\u884c\u4e86\u6d4b\u91cf\u3002" * 12
    content = read(
        [
            line("1 \u5f15\u8a00", 60, 80, LARGE),
            *[line(text[:90], 60, 100 + 12 * index) for index in range(4)],
            line("\u56fe 1: \u901f\u5ea6\u968f\u65f6\u95f4\u7684\u53d8\u5316\u3002", 150, 320),
            *[line(text[:90], 60, 350 + 12 * index) for index in range(4)],
            line("\u53c2\u8003\u6587\u732e", 60, 430, LARGE),
            *paragraph("[1] Anna Keller. On columns. Journal of Print, 1999.", 450),
            *paragraph("[2] Boris Smith. On margins. Journal of Print, 2001.", 470),
        ]
    )

    assert [section.title for section in content.sections] == ["\u5f15\u8a00", "\u53c2\u8003\u6587\u732e"]
    assert [figure.label for figure in content.figures] == ["\u56fe 1"]
    assert [reference.year for reference in content.references] == [1999, 2001]


def test_full_width_punctuation_that_hangs_into_the_gutter_does_not_join_two_columns() -> None:
    full = "\u6d41" * 23
    left = [line(full + ("\uff0c" if index % 2 else ""), 60, 120 + 12 * index) for index in range(14)]
    right = [line(full, 182, 120 + 12 * index) for index in range(14)]

    content = read_pdf([page([part for pair in zip(left, right, strict=True) for part in pair])])

    assert content.blocks[0].text.startswith(full + full)


def test_ligatures_that_a_font_keeps_in_private_places_are_spelt_out() -> None:
    content = read([line("\ue049e DNA o\ue039en winds, which nobody a\ue03cends to at \ue049e present time.", 60, 120)])

    assert "The DNA often winds, which nobody attends to" in content.text()


MINCHO = Style("MS-Mincho", 10.0, mono=True)
TEXT = "本文提出了一种新的阅读方法并在多篇论文上进行了实验验证结果表明该方法的准确率明显高于以往的方法"


def _lines(top: float, count: int) -> list[RawLine]:
    return [line(TEXT + TEXT, 60, top + 14 * at, MINCHO) for at in range(count)]


def _read(*lines: RawLine) -> PaperContent:
    return read_pdf([page([line("论文的阅读方法研究", 200, 40, TITLE), *lines])])


@pytest.mark.parametrize(
    ("heads", "numbers"),
    [
        (("第1章 绪论研究", "1.1 研究背景", "第2章 方法设计"), ("1", "1.1", "2")),
        (("第一章 绪论研究", "1.1研究背景", "第二章 方法设计"), ("1", "1.1", "2")),
        (("一、绪论研究", "二、研究背景", "三、方法设计"), ("1", "2", "3")),
        (("1 绪论研究", "2 研究背景", "3 方法设计"), ("1", "2", "3")),
    ],
)
def test_headings_have_the_numbers_of_their_script(heads: tuple[str, ...], numbers: tuple[str, ...]) -> None:
    lines = [
        one
        for at, head in enumerate(heads)
        for one in (line(head, 60, 90 + 150 * at, MINCHO), *_lines(112 + 150 * at, 6))
    ]

    sections = _read(*lines).sections

    assert [section.number for section in sections] == list(numbers)
    assert [section.title for section in sections] == ["绪论研究", "研究背景", "方法设计"]


@pytest.mark.parametrize("mark", ["：", ":", "】", " "])
def test_an_abstract_begins_behind_its_name(mark: str) -> None:
    name = "【摘要】" if mark == "】" else f"摘要{mark}"
    first = line(name + TEXT + TEXT, 60, 110, MINCHO)
    content = _read(first, *_lines(124, 3), line("1 绪论研究", 60, 200, MINCHO), *_lines(222, 6))

    assert content.abstract is not None
    assert content.abstract.startswith("本文提出了")


@pytest.mark.parametrize("label", ["図5", "图 5：", "圖 5.", "图5　"])
def test_a_caption_needs_no_capital(label: str) -> None:
    content = _read(*_lines(90, 4), line(f"{label} 系统的总体结构", 200, 330, MINCHO), *_lines(370, 6))

    assert [figure.caption.endswith("系统的总体结构") for figure in content.figures] == [True]
