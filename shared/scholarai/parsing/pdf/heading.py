"""What a heading is: its text, its number, its look."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from scholarai.parsing.pdf.groups import Group
from scholarai.parsing.pdf.metrics import Metrics
from scholarai.parsing.pdf.rows import Row
from scholarai.parsing.pdf.text import squash

# A number is followed by white and a word, or by its own stop and a capital.
_NUMBER = re.compile(
    r"(?P<word>(?i:appendix|annexe?|section|chapter|part|supplement|kapitel|anhang|chapitre)\s+)?"
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,4}|[A-Z]\d?(?:\.\d{1,2}){1,4}|[IVXL]{1,6}(?=[.:)\s])|[A-Z](?=[.:)\s]|$)|[a-z](?=[.)]\s))"
    r"(?P<end>[.:)]{0,2})(?:\s+|$|(?<=[.:)])(?=[A-Z]))"
)
_NAMES = frozenset(
    squash(name)
    for name in (
        "abstract", "summary", "introduction", "background", "related work", "related works", "preliminaries",
        "motivation", "overview", "methods", "method", "methodology", "materials and methods", "methods and materials",
        "experimental", "experiments", "experimental setup", "experimental results", "results", "evaluation",
        "results and discussion", "discussion", "discussion and conclusion", "conclusion", "conclusions",
        "conclusions and future work", "conclusion and future work", "future work", "limitations", "acknowledgements",
        "acknowledgments", "acknowledgement", "acknowledgment", "references", "bibliography", "literature cited",
        "works cited", "appendix", "appendices", "supplementary material", "supplementary materials",
        "supporting information", "data availability", "code availability", "data and code availability",
        "author contributions", "authors contributions", "funding", "competing interests", "conflict of interest",
        "conflicts of interest", "declaration of competing interest", "ethics statement", "availability",
        "statement of need", "theory", "model", "implementation", "notation", "data", "case study", "keywords",
        "key words", "ccs concepts", "contents", "table of contents", "supplementary information", "notes",
        "availability of data and materials", "author summary", "significance statement",
        "zusammenfassung", "kurzfassung", "einleitung", "literatur", "literaturverzeichnis", "danksagung",
        "résumé", "références", "remerciements", "resumen", "introducción", "conclusiones", "referencias", "agradecimientos",
        "resumo", "introdução", "referências", "sommario", "riassunto", "introduzione", "conclusioni", "bibliografia",
        "аннотация", "введение", "заключение", "литература",
        "摘要", "引言", "结论", "参考文献", "致谢", "概要", "はじめに", "序論", "結論", "謝辞", "초록", "서론", "결론", "참고문헌",
        "ملخص", "الملخص", "مقدمة", "الخلاصة", "المراجع", "תקציר", "מבוא", "מקורות",
    )
)  # fmt: skip


class Look(NamedTuple):
    """What makes headings of one level alike; `size` is relative to the body's, in fifths."""

    size: float
    bold: bool
    italic: bool
    capitals: bool
    centered: bool
    run_in: bool = False


class Numbered(NamedTuple):
    """A heading's text parted into number and title; `stop` is the punctuation behind the number."""

    number: str | None
    title: str
    stop: str = ""


@dataclass(slots=True, eq=False, kw_only=True)
class Heading:
    """A heading: its group, what it says, and its level from 1. A run-in heading is the start of its group's text."""

    group: Group
    title: str
    number: str | None
    look: Look
    stop: str = ""
    level: int = 1
    run_in: int = 0
    tight: bool = False

    @property
    def named(self) -> bool:
        return is_section_name(self.title)


def is_section_name(title: str) -> bool:
    """Tell whether a title is one that papers usually have."""
    return squash(title) in _NAMES


def parted(text: str) -> Numbered:
    """Return a heading's text as number and title."""
    match = _NUMBER.match(text)
    if match is None or match.end() >= len(text):
        alone = match is not None and bool(match["word"])
        return Numbered(match["number"] if alone and match else None, text.strip())
    title = text[match.end() :].strip().lstrip("\u2014\u2013-: ")
    if not title or not (title[0].isalpha() or title[0] in "\"'\u201c\u2018$([{¿¡"):
        return Numbered(None, text.strip())
    return Numbered((match["word"] or "") + match["number"], title, match["end"])


def look_of(row: Row, metrics: Metrics) -> Look:
    """Return how a row looks, type sizes rounded to what an eye can tell apart."""
    letters = [c for c in row.text if c.isalpha()]
    capitals = len(letters) > 3 and sum(c.isupper() for c in letters) > 0.85 * len(letters)
    left, right = row.x0 - row.left, row.right - row.x1
    centered = left > 2 * row.size and abs(left - right) < 2.5 * row.size
    return Look(relative_size(row, metrics), row.bold, row.italic, capitals or row.share("small_caps") > 0.8, centered)


def relative_size(row: Row, metrics: Metrics) -> float:
    return round(row.size / metrics.size * 10) / 10
