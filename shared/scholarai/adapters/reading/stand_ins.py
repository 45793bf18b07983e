"""Reads the letters that publishers' symbol fonts have in the place of signs, and marks of characters that a font lacks."""

from __future__ import annotations

import re

from scholarai.parsing.layout import PageLayout, RawLine

_LOST = "\ufffd"
# What a symbol font of Elsevier and Wiley gives as letters; one by one they stand where no word of any language has them.
_SUSPECT = re.compile(f"[¼ðÞþÀÆÂ{_LOST}]")
_SIGNS = (
    (re.compile(r"(?<![^\W\d_])ð(?=[^ðÞ]*Þ)"), "("),
    (re.compile(r"Þ(?![^\W\d_])"), ")"),
    (
        re.compile(r"(?<=[^\W\d_] )¼(?= [-+\u2212\u2013À(]?\.?\d)|(?<=[^\W\d_])¼(?=[-\u2212À.\d])|(?<=[)\]] )¼(?= )"),
        "=",
    ),
    (re.compile(r"(?<![^\W\d_])þ(?![^\W\d_])"), "+"),
    (re.compile(r"(?<![^\W_])À(?=\.?\d)"), "\u2212"),
    (re.compile(r"(?<=\d )Æ(?= \.?\d)|(?<=\d)Æ(?=\d)"), "±"),
    (re.compile(r"(?<=\d )Â(?= \d)|(?<=\d)Â(?=\d)"), "×"),
)
# A word that its font breaks by a character that it lacks, such as a mark of width 0.
_BROKEN = re.compile(rf"(?<![^\W\d_])[^\W\d_]++(?:{_LOST}[^\W\d_]++)++")


def with_signs(page: PageLayout) -> PageLayout:
    """Return a page with signs where a symbol font has letters, and with its broken words whole where it has them elsewhere."""
    texts = ["".join([span.text for span in line.spans]) for line in page.lines]
    whole = "\n".join(texts)
    if not _SUSPECT.search(whole):
        return page
    words = frozenset(re.findall(r"[^\W\d_]+", whole)) if _BROKEN.search(whole) else frozenset()
    lines = [
        _line(line, text, words) if _SUSPECT.search(text) else line
        for line, text in zip(page.lines, texts, strict=True)
    ]
    return page._replace(lines=tuple(lines))


def _line(line: RawLine, text: str, words: frozenset[str]) -> RawLine:
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    dropped = {
        match.start() + at
        for match in _BROKEN.finditer(text)
        if match[0].replace(_LOST, "") in words
        for at, character in enumerate(match[0])
        if character == _LOST
    }
    spans = []
    start = 0
    for span in line.spans:
        end = start + len(span.text)
        spans.append(span._replace(text="".join(text[at] for at in range(start, end) if at not in dropped)))
        start = end
    return line._replace(spans=tuple(spans))
