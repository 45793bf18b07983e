"""Regular expressions take time in proportion to the text, even for the worst answers and quotes."""

from __future__ import annotations

import re
import time
from collections import deque

import pytest

from scholarai.citations import claims, fuzzy_quotes, parser, sections
from scholarai.citations.doubting import numerals

CHARACTERS = 8_000
# Linear ones take milliseconds; two that were quadratic took 4 s and 7 s for half as many.
MOST_S = 0.5

PATTERNS = [
    parser.TAG,
    parser.MARK,
    parser._BEGUN,
    claims.SOLID,
    claims._YES_NO,
    sections._BREAK,
    fuzzy_quotes._ELLIPSIS,
    numerals._NUMBER,
    numerals._POWER,
    numerals._UNIT,
]
WORST = [
    " ",
    "\n",
    "< ",
    "<",
    "</ ",
    "< / ",
    "&lt;",
    ".",
    ". ",
    "[ ",
    "[.",
    "[. . ",
    "(. ",
    "1, ",
    "1",
    "a1 ",
    "a-",
    "a'",
    "<cite ",
    "[cite id = ",
    "1.2, ",
    "excerpt 3, sentence ",
    "\\",
    "\\[",
    "\\(",
    "$",
    "$$",
    "$a ",
    "`",
    "```\n",
    "**a",
    "\n \n ",
]


@pytest.mark.parametrize("piece", WORST)
@pytest.mark.parametrize("before", ["", "<", "</", "[", "<cite id="])
def test_no_pattern_of_an_answer_is_worse_than_linear(before: str, piece: str) -> None:
    text = before + piece * (CHARACTERS // len(piece)) + "!"

    took = [_cpu_s(pattern, text) for pattern in PATTERNS]

    assert max(took) < MOST_S


def _cpu_s(pattern: re.Pattern[str], text: str) -> float:
    started = time.thread_time()
    deque(pattern.finditer(text), maxlen=0)
    return time.thread_time() - started
