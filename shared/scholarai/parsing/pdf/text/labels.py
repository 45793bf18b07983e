"""The labels with which captions of floats begin."""

from __future__ import annotations

import re

CAPTION = re.compile(
    r"(?P<label>(?:(?:supplementary|supporting|extended data|online|appendix)\s+)?"
    r"(?P<kind>fig(?:ure|ura|s)?\.?|table(?:au)?|tab\.|tabel(?:le|a)|tabla|abb(?:ildung|\.)|algorithm|listing|scheme|chart|plate|box|video|movie|code|"
    r"рис(?:унок|\.)|табл(?:ица|\.)|图|圖|図|表|그림|표|"
    r"(?:ال)?(?:شكل|جدول)|איור|טבלה)\s*"
    r"(?P<number>[a-z]?\.?\s?-?\d+(?:[.\-]\d+)*[a-z]?|[ivxl]+|[a-z](?=[.:]))(?![\w)]))"
    r"(?P<end>\s*[.:|)\uff1a\uff0e\u3000\u2013\u2014-]|\s|$)",
    re.IGNORECASE,
)
# What journals print above the footnotes of a page where a text breaks off, and on the next page where it goes on.
PAGE_TURN = re.compile(
    r"\(?continued (?:(?P<breaks_off>on)|from) (?:the )?(?:next|following|previous|preceding) page\)?", re.IGNORECASE
)
TABLE_KINDS = ("tab", "табл", "表", "표", "جدول", "الجدول", "טבלה")


def is_label(text: str) -> bool:
    """Tell whether text is the label of a float alone, whose caption is in other rows."""
    return CAPTION.fullmatch(text.strip()) is not None and not text[:1].islower()
