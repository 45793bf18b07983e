"""Turns what a clipboard holds into plain text: HTML of a page or a word processor, or text as it is."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from scholarai.domain.invisible_characters import visible

# What a browser copies begins with an element, and closes one.
_IS_HTML = re.compile(
    r"\s*(?:<!doctype html|<!--StartFragment|<(?:html|head|meta|body|article|section|main|div|p|span|ul|ol|table|blockquote|h[1-6]|pre|b|strong)\b[^<>]*>)",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"</(?:html|body|article|section|main|div|p|span|li|ul|ol|td|table|blockquote|h[1-6]|pre|b|strong)\s*>",
    re.IGNORECASE,
)
_UNREAD = frozenset("head title style script noscript template button select svg textarea iframe object".split())
_EMPTY = frozenset("area base br col embed hr img input link meta source track wbr".split())
_BLOCKS = frozenset(
    "address article aside blockquote dd div dl dt figcaption figure footer form header hr main nav ol p section table ul".split()
)
_HEADING = re.compile("h[1-6]")
_UNSEEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\n\f]+")


def pasted_text(text: str) -> str:
    """Return a pasted text without HTML, hidden characters, and what a page hides; headings, lists, tables and block quotes as Markdown."""
    if not (_IS_HTML.match(text) and _CLOSES.search(text)):
        return visible(text)
    page = _Page()
    page.feed(text)
    page.close()
    return visible(page.text())


class _Page(HTMLParser):
    """Writes what a page shows; nothing is fetched, and nothing nests."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = [""]
        self._skipped: list[str] = []
        self._quoted = 0
        self._verbatim = 0
        self._cells = 0
        self._heads = False

    def text(self) -> str:
        """Return the lines, at most one empty one between two."""
        return re.sub(r"\n(?:[ \t>]*\n){2,}", "\n\n", "\n".join(line.rstrip() for line in self._lines)).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._skipped:
            if tag not in _EMPTY:
                self._skipped.append(tag)
            return
        hidden = "hidden" in given or given.get("aria-hidden") == "true" or _UNSEEN.search(given.get("style") or "")
        if tag not in _EMPTY and (tag in _UNREAD or hidden):
            self._skipped.append(tag)
            return
        self._begin(tag)

    def _begin(self, tag: str) -> None:
        if tag in {"blockquote", "pre"}:
            self._paragraph()
            self._quoted += tag == "blockquote"
            self._verbatim += tag == "pre"
            self._write("```\n" if tag == "pre" else "")
        elif _HEADING.fullmatch(tag):
            self._paragraph()
            self._write(f"{'#' * int(tag[1])} ")
        elif tag == "li":
            self._line()
            self._write("- ")
        elif tag == "tr":
            self._end_row()
            self._line()
        elif tag in {"td", "th"}:
            self._write("| " if not self._cells else " | ")
            self._cells += 1
            self._heads = self._heads or tag == "th"
        elif tag == "br":
            self._line()
        elif tag == "q":
            self._write("“")
        elif tag in _BLOCKS:
            self._paragraph()

    def handle_endtag(self, tag: str) -> None:
        if tag in self._skipped:
            while self._skipped.pop() != tag:
                pass
        elif not self._skipped:
            self._end(tag)

    def _end(self, tag: str) -> None:
        if tag == "q":
            self._write("”")
        elif tag == "pre" and self._verbatim:
            self._verbatim -= 1
            self._line()
            self._write("```")
            self._paragraph()
        elif tag == "tr":
            self._end_row()
        elif tag == "li":
            self._line()
        elif tag in _BLOCKS or _HEADING.fullmatch(tag):
            if tag == "table":
                self._end_row()
            self._quoted -= tag == "blockquote" and self._quoted > 0
            self._paragraph()

    def handle_data(self, data: str) -> None:
        if self._skipped:
            return
        if self._verbatim:
            self._write(data)
        else:
            shown = _SPACE.sub(" ", data)
            self._write(shown.lstrip() if not self._lines[-1].strip(" >") else shown)

    def _end_row(self) -> None:
        """Close a row of a table; one of headings is followed by the rule that Markdown has below it."""
        if not self._cells:
            return
        self._write(" |" + ("\n|" + " --- |" * self._cells if self._heads else ""))
        self._cells, self._heads = 0, False
        self._line()

    def _write(self, text: str) -> None:
        if not text:
            return
        for number, part in enumerate(text.split("\n")):
            if number:
                self._lines.append("")
            if part and not self._lines[-1] and self._quoted:
                self._lines[-1] = "> "
            self._lines[-1] += part

    def _line(self) -> None:
        """Begin a new line, unless this one is empty."""
        if self._lines[-1].strip(" >-"):
            self._lines.append("")

    def _paragraph(self) -> None:
        """Begin a new paragraph, except inside a list item or a table cell."""
        if self._cells or self._lines[-1].strip() == "-":
            return
        self._line()
        if self._lines[-1] == "" and len(self._lines) > 1 and self._lines[-2].strip(" >"):
            self._lines.append("")
