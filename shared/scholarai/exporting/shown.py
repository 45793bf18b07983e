"""What answers, checked quotes, checked texts and papers look like on a terminal, as Markdown, and in a notebook."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator

from scholarai.domain.answer_text import joined
from scholarai.domain.chat import Answer, Citation, TextSection
from scholarai.domain.checked_text import CheckedText, QuoteInText
from scholarai.domain.checking import CheckedQuote
from scholarai.domain.content import PaperContent
from scholarai.domain.escaping import escape_markdown
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.plurals import counted
from scholarai.domain.quote_markup import HTML, MARKDOWN, PLAIN, Markup, marked, verdict_on
from scholarai.exporting.checked_texts import as_html, as_markdown, citation_of, with_left_off
from scholarai.exporting.conversation import Turn, turn_of
from scholarai.exporting.conversation_text import html_turn, markdown_turn

# Sections of a paper that are named in full; an overview is no table of contents of a book. A guess.
_SECTIONS = 60


def answer_text(answer: Answer) -> str:
    """Return what an answer says, with the numbers of its quotes."""
    if answer.refusal is not None:
        return visible(answer.refusal.message)
    if answer.kind == "answer":
        return visible(joined(answer.sections, _numbers).strip())
    return visible("\n\n".join(" ".join(section.text.split()) + _numbers(section) for section in answer.sections))


def answer_as_text(answer: Answer) -> str:
    """Return an answer with its remarks, and each quote with its place and verdict."""
    turn = _turn(answer)
    lines = [*turn.remarks, answer_text(answer) if answer.sections else "", *turn.marks]
    for quote in turn.quotes:
        citation = quote.citation
        place = ", ".join(filter(None, (quote.source, citation.label)))
        lines.append(f"[{citation.number}] {marked(citation, PLAIN)}\n    {place} ({verdict_on(citation)})")
    return visible("\n\n".join(filter(None, lines)))


def answer_as_markdown(answer: Answer) -> str:
    return visible("\n".join(markdown_turn(_turn(answer))).strip() + "\n")


def answer_as_html(answer: Answer) -> str:
    """Return an answer for a notebook; its numbers are no links, since a notebook shows many answers on one page."""
    return visible("\n".join(html_turn(_turn(answer), "<sup>[{0}]</sup>")) + "\n")


def quote_as_text(checked: CheckedQuote) -> str:
    return "\n    ".join(_quote_lines(checked, PLAIN, str, "{}"))


def quote_as_markdown(checked: CheckedQuote) -> str:
    return "  \n".join(_quote_lines(checked, MARKDOWN, escape_markdown, "**{}**")) + "\n"


def quote_as_html(checked: CheckedQuote) -> str:
    return f"<p>{'<br>'.join(_quote_lines(checked, HTML, html.escape, '<b>{}</b>'))}</p>\n"


def checked_text_as_text(checked: CheckedText) -> str:
    return as_markdown(checked)


def checked_text_as_markdown(checked: CheckedText) -> str:
    return as_markdown(checked)


def checked_text_as_html(checked: CheckedText) -> str:
    """Return what stands on the page, for a notebook."""
    page = as_html(checked)
    return page[page.index("<body>") + len("<body>") : page.index("</body>")]


def content_as_text(content: PaperContent) -> str:
    return visible("\n".join([_title(content), *_about(content), *_sections(content)]))


def content_as_markdown(content: PaperContent) -> str:
    sections = [
        f"{line[: len(line) - len(line.lstrip())]}- {escape_markdown(line.lstrip())}" for line in _sections(content)
    ]
    about = "  \n".join(map(escape_markdown, _about(content)))
    return visible("\n".join([f"# {escape_markdown(_title(content))}", "", about, "", *sections]) + "\n")


def content_as_html(content: PaperContent) -> str:
    """Return title, authors, counts and the headings of sections, indented by their level."""
    about = "<br>".join(map(html.escape, _about(content)))
    sections = "".join(
        f'<div style="margin-left:{len(line) - len(line.lstrip())}em">{html.escape(line.lstrip())}</div>'
        for line in _sections(content)
    )
    return visible(f"<h3>{html.escape(_title(content))}</h3>\n<p>{about}</p>\n{sections}\n")


def _turn(answer: Answer) -> Turn:
    covered = answer.coverage.papers if answer.coverage is not None else ()
    titles: dict[PaperId, str] = {paper.paper_id: paper.title for paper in covered}
    return turn_of("", answer, lambda paper_id: titles.get(paper_id, ""))


def _numbers(section: TextSection) -> str:
    return "".join(f" [{number}]" for number in dict.fromkeys(one.number for one in section.citations))


def _quote_lines(checked: CheckedQuote, marks: Markup, escape: Callable[[str], str], strong: str) -> Iterator[str]:
    """Yield the verdict, and the quote with the words that differ beside the paper's own."""
    if checked.error is not None:
        yield escape(f"{checked.error.code}: {checked.error.detail}")
        return
    citation = _citation(checked)
    label = citation.label if any(place.page for place in checked.places) else ""
    found = checked.title if checked.verdict != "not_found" else ""
    where = ", ".join(filter(None, (label, " ".join(found.split()))))
    yield visible(strong.format(escape(verdict_on(citation))) + escape(f" ({where})" if where else ""))
    shown = with_left_off(citation, marks) if citation.verdict == "cut" else marked(citation, marks)
    if shown:
        yield visible(shown)


def _citation(checked: CheckedQuote) -> Citation:
    quote = QuoteInText(
        start=0, end=len(checked.quote), quote=checked.quote, checked=checked, paper_id=checked.paper_id
    )
    return citation_of(quote)


def _title(content: PaperContent) -> str:
    return " ".join((content.title or "A paper without a title").split())


def _about(content: PaperContent) -> Iterator[str]:
    """Yield authors, where and when it appeared, and what was read."""
    if content.authors:
        yield "; ".join(author.name for author in content.authors)
    appeared = (
        content.venue,
        str(content.year or ""),
        content.doi and f"doi:{content.doi}",
        content.arxiv_id and f"arXiv:{content.arxiv_id}",
    )
    if any(appeared):
        yield ", ".join(filter(None, appeared))
    parts = (
        (content.pages, "page"),
        (content.sections, "section"),
        (content.figures, "figure"),
        (content.tables, "table"),
        (content.equations, "equation"),
        (content.references, "reference"),
        (content.notes, "note"),
    )
    yield ", ".join(counted(len(found), name) for found, name in parts if found)


def _sections(content: PaperContent) -> list[str]:
    lines = [
        f"{'  ' * max(0, section.level - 1)}{' '.join(filter(None, (section.number, *section.title.split())))}"
        for section in content.sections[:_SECTIONS]
    ]
    more = len(content.sections) - _SECTIONS
    return [*lines, f"and {more} more"] if more > 0 else lines
