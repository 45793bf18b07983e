"""What answers and checked texts look like on a terminal, as Markdown, and in a notebook."""

from __future__ import annotations

from scholarai.domain.answer_text import joined
from scholarai.domain.chat import Answer, TextSection
from scholarai.domain.checked_text import CheckedText
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.quote_markup import PLAIN, marked, verdict_on
from scholarai.exporting.checked_texts import as_html, as_markdown
from scholarai.exporting.conversation import Turn, turn_of
from scholarai.exporting.conversation_text import html_turn, markdown_turn


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


def checked_text_as_text(checked: CheckedText) -> str:
    return as_markdown(checked)


def checked_text_as_markdown(checked: CheckedText) -> str:
    return as_markdown(checked)


def checked_text_as_html(checked: CheckedText) -> str:
    """Return what stands on the page, for a notebook."""
    page = as_html(checked)
    return page[page.index("<body>") + len("<body>") : page.index("</body>")]


def _turn(answer: Answer) -> Turn:
    covered = answer.coverage.papers if answer.coverage is not None else ()
    titles: dict[PaperId, str] = {paper.paper_id: paper.title for paper in covered}
    return turn_of("", answer, lambda paper_id: titles.get(paper_id, ""))


def _numbers(section: TextSection) -> str:
    return "".join(f" [{number}]" for number in dict.fromkeys(citation.number for citation in section.citations))
