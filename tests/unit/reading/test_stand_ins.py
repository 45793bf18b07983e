"""Letters of publishers' symbol fonts are read as the signs that they print, and the same letters in words stay."""

from __future__ import annotations

import pytest

from scholarai.adapters.reading.pdf import with_signs
from scholarai.domain.content import Box
from scholarai.parsing.layout import PageLayout, RawLine, Span, Style
from scholarai.parsing.pdf.layout.text_layer import is_text


@pytest.mark.parametrize(
    ("set_as", "printed"),
    [
        ("5.2 Æ 0.3 ðn ¼ 12Þ, À7.1 þ 2", "5.2 ± 0.3 (n = 12), −7.1 + 2"),
        ("p ¼ À0.4 and 3 Â 5 cells", "p = −0.4 and 3 × 5 cells"),
        ("það var Þór, Ærø, À table, 2 ¼ cups", "það var Þór, Ærø, À table, 2 ¼ cups"),
        ("the abun\ufffddance of abundance", "the abundance of abundance"),
        ("the e\ufffdciency", "the e\ufffdciency"),
    ],
)
def test_letters_in_the_place_of_signs(set_as: str, printed: str) -> None:
    box = Box(72, 100, 300, 110)
    line = RawLine((Span(set_as[:9], Style("F", 10), box, 108), Span(set_as[9:], Style("G", 10), box, 108)), box, ())

    (read,) = with_signs(PageLayout(1, 595, 842, (line,))).lines

    assert "".join(span.text for span in read.spans) == printed


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("The roofs of the town are old and steep. " * 20, True),
        ("The roofs\ufffd. " * 5, True),
        ("a\ufffdb\ufffd\ufffd", False),
        ("Wkh urriv ri wkh wrzq duh rog dqg vwhhs. " * 20, False),
        ("屋顶很旧。" * 100, True),
        ("a\x96e\x9do\x99", False),
        ("ÊâűşńťżğěĂČĐ" * 40, False),
        ("Mái nhà của thị trấn đã cũ và dốc; người ta đã đo chúng. " * 20, True),
        ("t h e r o o f s a r e o l d " * 40, False),
        ("Let a be in S and b in T, so that a b = c. " * 20, True),
    ],
    ids=[
        "words",
        "few lost",
        "most lost",
        "shifted",
        "Chinese",
        "control characters",
        "accents",
        "Vietnamese",
        "each alone",
        "mathematics",
    ],
)
def test_a_page_whose_letters_are_no_language_has_no_text(text: str, is_one: bool) -> None:
    assert is_text(text, sum(map(str.isalnum, text))) is is_one
