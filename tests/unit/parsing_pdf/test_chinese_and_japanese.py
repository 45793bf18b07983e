"""Papers in scripts without capitals, and mostly without blanks between words."""

from __future__ import annotations

import pytest
from unit.parsing_pdf.printed import TITLE, line, page

from scholarai.domain.content import PaperContent
from scholarai.parsing.layout import RawLine, Style
from scholarai.parsing.pdf.read import read_pdf

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
