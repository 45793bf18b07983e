"""Writes a paper as HTML in a look: for the engines that print HTML, and for pandoc on the way to the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from html import escape, unescape
from itertools import count

from zoo.article import Article, Block, Bullets, Cell, Figure, Formula, Paragraph, Section, Table
from zoo.entries import cited, entry
from zoo.looks import Look

# More columns than this do not fit into a column of text.
WIDE_COLUMNS = 5
# In a look that is cut into pieces, this many words are drawn together.
PIECE_WORDS = 3
ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX".split()

_CITED = re.compile(r"(^|[(\s]?)<cite>([\d ]+)</cite>([.,;:]?)")
_WORD = re.compile(r"(<[^>]+>)|[^\s<>]+")


class Page:
    """One paper in one look."""

    def __init__(self, article: Article, look: Look) -> None:
        self._article, self._look = article, look

    def html(self, css: str, *, pictures: str = "figure-{}.svg") -> str:
        """Return the whole page; `pictures` names the files of its figures by their number."""
        self._pictures = (pictures.format(number) for number in count(1))
        body = "\n".join([*self._front(), "<main>", *self._body(), "</main>", *self._bibliography()])
        body = _in_pieces(body) if self._look.pieces else body
        head = f'<meta charset="utf-8"><style>{self._running(css)}</style>'
        return f'<!doctype html><html lang="{self._look.language}"><head>{head}</head><body>\n{body}\n</body></html>\n'

    def _running(self, css: str) -> str:
        """Return the style with the words of this paper's running heads and feet filled in."""
        one = self._article
        words = {
            "head": unescape(one.running_head or one.title[:60]),
            "journal": self._look.publisher or one.journal,
            "authors": f"{one.authors[0].family} et al.",
            "doi": one.doi,
            "date": one.date,
            "volume": one.volume,
        }
        return re.sub(r"\{\{(\w+)\}\}", lambda found: words[found[1]].replace('"', "'"), css)

    def _front(self) -> Iterator[str]:
        one, look = self._article, self._look
        if look.cover:
            cover = look.cover.replace("{title}", one.title).replace(
                "{authors}", ", ".join(a.name for a in one.authors)
            )
            yield f'<div class="cover"><div class="institution">{cover}</div><div class="series">{escape(one.rubric)}</div></div>'
        yield f'<div class="front"><div class="journal">{look.publisher or one.journal}</div><div class="rubric">{escape(one.rubric)}</div>'
        yield f'<h1 class="title">{one.title}</h1>'
        yield f'<div class="authors">{self._authors()}</div>'
        yield '<div class="affiliations">'
        yield from (f"<p><sup>{label}</sup>{escape(address)}</p>" for label, address in one.affiliations)
        yield f'</div><div class="side"><div class="doi">https://doi.org/{one.doi}</div>'
        yield f'<div class="dates">Published {one.date}</div><div class="contact">{one.correspondence}</div>'
        yield f'<div class="licence">© {escape(one.authors[0].family)} et al. {one.licence}</div></div>'
        yield f'<section class="abstract"><h2>{look.abstract}</h2>'
        for heading, text in one.abstract:
            yield f"<p><b>{heading}</b> {self.text(text)}</p>" if heading else f"<p>{self.text(text)}</p>"
        yield "</section></div>"

    def _authors(self) -> str:
        marks = [",".join(author.affiliations) for author in self._article.authors]
        names = [escape(author.name) for author in self._article.authors]
        return ", ".join(f"{name}<sup>{mark}</sup>" if mark else name for name, mark in zip(names, marks, strict=True))

    def _body(self) -> Iterator[str]:
        number = _numbering(self._look.numbering)
        for section in self._article.sections:
            if section.title:
                level = min(section.level, 4) + 1
                yield f"<h{level}>{number(section)}{self.text(section.title)}</h{level}>"
            yield from (self._block(block) for block in section.blocks)

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph(text):
                return f"<p>{self.text(text)}</p>"
            case Bullets(items, ordered):
                tag = "ol" if ordered else "ul"
                return f"<{tag}>{''.join(f'<li>{self.text(item)}</li>' for item in items)}</{tag}>"
            case Formula(text, number):
                return f'<div class="formula"><i>{text}</i> <span class="number">{number}</span></div>'
            case Figure(label, caption):
                return self._picture(_label(label, self._look.figure_label), caption)
            case Table():
                return self._table(block)

    def _picture(self, label: str, caption: str) -> str:
        """Return a figure; every third one goes over the whole page."""
        file = next(self._pictures)
        wide = "wide" if sha256(file.encode()).digest()[0] % 3 == 0 else "narrow"
        return (
            f'<figure class="picture {wide}"><img src="{file}" alt="">'
            f"<figcaption><b>{label}</b> {self.text(caption)}</figcaption></figure>"
        )

    def _table(self, table: Table) -> str:
        label = _label(table.label, self._look.table_label)
        if not table.rows:
            return self._picture(label, table.caption)
        wide = "wide" if table.columns > WIDE_COLUMNS else "narrow"
        head = [row for row in table.rows if row[0].header]
        rows = [self._row(row) for row in table.rows]
        notes = "".join(f"<p>{self.text(note)}</p>" for note in table.notes)
        return (
            f'<div class="table {wide}"><div class="caption"><b>{label}</b> {self.text(table.caption)}</div>'
            f"<table><thead>{''.join(rows[: len(head)])}</thead><tbody>{''.join(rows[len(head) :])}</tbody></table>"
            f'<div class="notes">{notes}</div></div>'
        )

    def _row(self, row: tuple[Cell, ...]) -> str:
        return f"<tr>{''.join(map(self._cell, row))}</tr>"

    def _cell(self, cell: Cell) -> str:
        tag = "th" if cell.header else "td"
        spans = {"rowspan": cell.row_span, "colspan": cell.column_span}
        return f"<{tag}{''.join(f' {name}={n}' for name, n in spans.items() if n > 1)}>{self.text(cell.text)}</{tag}>"

    def text(self, text: str) -> str:
        """Return running text with its citations and formulas as this look prints them."""
        text = text.replace("<var>", "<i>").replace("</var>", "</i>")
        return _CITED.sub(self._citation, text)

    def _citation(self, found: re.Match[str]) -> str:
        before, places, after = found[1], list(map(int, found[2].split())), found[3]
        mark = cited(self._article.references, places, self._look.citations)
        if self._look.citations == "superscript":  # printed behind the stop
            return f"{before}{after}{mark}"
        return f"{before}{'' if before or found.start() == 0 else ' '}{mark}{after}"

    def _bibliography(self) -> Iterator[str]:
        style = self._look.references
        entries = self._article.references
        if self._look.citations == "author-year":
            entries = tuple(
                sorted(entries, key=lambda one: (one.authors or ((one.text or one.title, ""),))[0][0].lower())
            )
        yield f'<section class="references"><h2>{self._look.bibliography}</h2><ol>'
        yield from (f"<li>{entry(one, style)}</li>" for one in entries)
        yield "</ol></section>"
        if self._look.supplement:
            yield f'<section class="supplement"><h1 class="title">{self._article.title}</h1>'
            yield f'<div class="authors">{self._authors()}</div></section>'


def _label(printed: str, form: str) -> str:
    number = int("".join(re.findall(r"\d", printed)) or 1)
    return form.format(n=number, roman=ROMAN[min(number, len(ROMAN)) - 1])


def _numbering(form: str) -> Callable[[Section], str]:
    """Return what prints the numbers of headings in their order."""
    at = [0] * 9

    def number(section: Section) -> str:
        level = section.level
        at[level - 1 :] = [at[level - 1] + 1, *[0] * (9 - level)]
        if form == "roman":
            return f"{ROMAN[at[0] - 1]}. " if level == 1 else f"{chr(64 + at[level - 1])}. "
        return f"{'.'.join(map(str, at[:level]))}{'.' if level == 1 else ''} " if form else ""

    return number


def _in_pieces(body: str) -> str:
    """Return the page with every third word of its text moved a little, so that lines are drawn in pieces."""
    words = count(1)

    def piece(found: re.Match[str]) -> str:
        if found[1] or next(words) % PIECE_WORDS:
            return found[0]
        return f'<span class="piece">{found[0]}</span>'

    return _WORD.sub(piece, body)
