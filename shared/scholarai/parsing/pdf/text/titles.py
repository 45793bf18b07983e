"""Section titles: splits off their number, and knows the common ones."""

from __future__ import annotations

import re
from typing import NamedTuple

from scholarai.parsing.pdf.text.characters import alphanumeric
from scholarai.parsing.section_names import END_MATTER, PRINTED_REFERENCES, PRINTED_SECTIONS

# A number is followed by white space and a word, or by punctuation and a capital; "E. coli", "A uniform search" and "H. K. Patel" have none.
_NUMBER = re.compile(
    r"(?![A-Z]\.\s++[a-z]|A\s++[a-z]|[A-Z]\.\s?[A-Z]\.\s)(?P<word>(?i:appendix|annexe?|section|chapter|part|supplement|kapitel|anhang|chapitre)\s+)?"
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,4}|[A-Z]\d?(?:\.\d{1,2}){1,4}|[IVXL]{1,6}(?=[.:)\s])|[A-Z](?=[.:)\s]|$)|[a-z](?=[.)]\s))"
    r"(?P<end>[.:)]{0,2})(?:\s+|$|(?<=[.:)])(?=[A-Z])|(?<=\.\d)(?=[\u2e80-\u9fff]))"
)
# Chapters of Chinese and Japanese papers: "第3章", "第三章" and "三、".
_NUMERALS = "一二三四五六七八九十"
_CHAPTER = re.compile(rf"第\s?(\d{{1,2}}|[{_NUMERALS}])\s?[章节節部]\s*|([{_NUMERALS}])[、．]\s*")
_DATE = re.compile(
    r"\d{1,2}\.?\s+(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[^\W\d_]{0,6}\.?,?\s+\d{4}\b",
    re.IGNORECASE,
)
_DIGITS_OF_NAME = re.compile(r"(?<=[^\W\d_]{2})\d+|(?<=\d[^\W\d_])\d+")
_NAMES = frozenset(map(alphanumeric, PRINTED_SECTIONS))
_BIBLIOGRAPHY = frozenset(map(alphanumeric, PRINTED_REFERENCES))
_MORE_REFERENCES = re.compile(
    r"(?:supplement\w{2,5}|supporting|additional|further|online|methods?|selected|cited|si)?"
    r"(?:references?|bibliography|literature)(?:cited|list|andnotes|andreading)?"
)
_END_MATTER = frozenset(map(alphanumeric, END_MATTER))
_BEFORE_TEXT = re.compile(r"(?P<name>[^\W\d_][^.:]{4,50})(?P<stop>[.:])\s+(?=\S)")


class Numbered(NamedTuple):
    """A heading's number and title; `stop` is the punctuation after the number."""

    number: str | None
    title: str
    stop: str = ""


def is_section_name(title: str) -> bool:
    """Tell whether a title is a common one."""
    return alphanumeric(title) in _NAMES or is_bibliography(title)


def is_bibliography(title: str) -> bool:
    """Tell whether a title is that of a list of references, such as that of a supplement."""
    name = alphanumeric(title)
    return name in _BIBLIOGRAPHY or _MORE_REFERENCES.fullmatch(name) is not None


def is_end_matter(title: str) -> bool:
    """Tell whether a title is one of what journals print behind the text."""
    return alphanumeric(title) in _END_MATTER


def leading_end_matter(text: str) -> re.Match[str] | None:
    """Return the name of end matter with which a text begins, before a full stop or a colon: `Funding: This research …`.

    Abbreviations are none: captions and tables have their own.
    """
    match = _BEFORE_TEXT.match(text)
    return match if match is not None and is_end_matter(match["name"]) and not is_abbreviations(match["name"]) else None


def is_abbreviations(name: str) -> bool:
    """Tell whether a heading introduces a list of abbreviations."""
    return alphanumeric(name) == "abbreviations"


def split_title(text: str) -> Numbered:
    """Split a heading's text into number and title."""
    if chapter := _CHAPTER.match(text):
        number = chapter[1] or chapter[2]
        return Numbered(
            number if number.isdecimal() else str(_NUMERALS.index(number) + 1), text[chapter.end() :].strip(), "."
        )
    match = _NUMBER.match(text) if _DATE.match(text) is None else None
    if match is None or match.end() >= len(text):
        alone = match is not None and bool(match["word"])
        return Numbered(match["number"] if alone and match else None, text.strip())
    title = text[match.end() :].strip().lstrip("\u2014\u2013-|: ")
    if not title or not (title[0].isalpha() or title[0] in "\"'\u201c\u2018$([{¿¡"):
        return Numbered(None, text.strip())
    return Numbered((match["word"] or "") + match["number"], title, match["end"])


def begins_title(text: str) -> bool:
    """Tell whether a text begins with a capital, a letter of a script that has none, or a name such as "mRNA"."""
    return text[:1].isalpha() and not text.split(maxsplit=1)[0].islower()


def letters(title: str) -> int:
    """Count the letters of a title, and the digits that go with them in names, such as that of a gene."""
    return sum(map(str.isalpha, title)) + sum(map(len, _DIGITS_OF_NAME.findall(title)))
