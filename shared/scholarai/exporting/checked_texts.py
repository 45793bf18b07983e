"""Writes a checked text as a document: each sentence with its outcome, the papers' words beside it, and where they stand."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator

from scholarai.domain.chat import Citation, place_label
from scholarai.domain.checked_text import (
    OUTCOME_WORDS,
    OUTCOMES,
    CheckedSentence,
    CheckedText,
    NearPassage,
    QuoteInText,
    Reading,
)
from scholarai.domain.escaping import escape_markdown
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.plurals import counted
from scholarai.domain.quote_markup import HTML, MARKDOWN, Markup, marked, verdict_on

TITLE = "A checked text"
READING_WORDS: dict[Reading, str] = {
    "supported": "supported",
    "partly": "partly supported",
    "contradicted": "contradicted",
    "not_found": "nothing found on it",
}
_SIGNS = re.compile(r"^(?:[#>*+\s-]|\d{1,3}[.)]\s)+")
_COLOURS = {"said": "#2e7d32", "closest": "#555", "not_checkable": "#999"}


def as_markdown(checked: CheckedText) -> str:
    """Return the checked text as Markdown; text of anybody cannot become markup."""
    lines = [f"# {TITLE}", "", summary(checked), ""]
    lines += [f"- {escape_markdown(_one_line(paper.title))}" for paper in checked.papers]
    lines += ["", *(f"*{escape_markdown(note)}*" for note in checked.notes), ""]
    for number, sentence in enumerate(checked.sentences, start=1):
        lines.append(f"{number}. **{OUTCOME_WORDS[sentence.outcome]}:** {escape_markdown(_bare(sentence.text))}")
        lines += [f"   - {line}" for line in _remarks(sentence, MARKDOWN, escape_markdown)]
    return visible("\n".join(lines).strip() + "\n")


def as_html(checked: CheckedText) -> str:
    """Return the checked text as a page that loads nothing and runs nothing."""
    escape = html.escape
    papers = "".join(f"<li>{escape(_one_line(paper.title))}</li>" for paper in checked.papers)
    notes = "".join(f"<p><em>{escape(note)}</em></p>" for note in checked.notes)
    items = "\n".join(_item(sentence) for sentence in checked.sentences)
    return visible(
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{TITLE}</title>\n'
        "<style>body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 Georgia,serif}"
        "li{margin:.6rem 0}ul li{margin:.2rem 0;color:#333;font-size:.92em}del{color:#b00020}"
        "ins{text-decoration:none;font-weight:bold}</style>\n"
        f"</head>\n<body>\n<h1>{TITLE}</h1>\n<p>{escape(summary(checked))}</p>\n<ul>{papers}</ul>\n{notes}\n"
        f"<ol>\n{items}\n</ol>\n</body>\n</html>\n"
    )


def summary(checked: CheckedText) -> str:
    """Return one line: "12 sentences: 7 said, 2 changed, 3 not checkable"."""
    parts = [f"{checked.counts[one]} {OUTCOME_WORDS[one]}" for one in OUTCOMES if checked.counts.get(one)]
    return f"{counted(len(checked.sentences), 'sentence')}: {', '.join(parts)}" if parts else "No sentences"


def citation_of(quote: QuoteInText) -> Citation:
    """Return a quote of a text as documents show quotes of answers."""
    checked = quote.checked
    return Citation(
        number=1,
        paper_id=quote.paper_id or PaperId(""),
        chunk_id=ChunkId(""),
        quote=quote.quote,
        verdict=checked.verdict or "not_found",
        label=place_label((), [one.page.page_number for one in checked.places if one.page]),
        text=checked.text,
        changes=checked.changes,
        similarity=checked.similarity,
        proves=checked.proves,
        gap=checked.gap,
        sentence=checked.sentence,
        missing=checked.missing,
    )


def _item(sentence: CheckedSentence) -> str:
    colour = _COLOURS.get(sentence.outcome, "#b00020")
    remarks = "".join(f"<li>{line}</li>" for line in _remarks(sentence, HTML, html.escape))
    below = f"\n<ul>{remarks}</ul>" if remarks else ""
    outcome = f'<strong style="color:{colour}">{OUTCOME_WORDS[sentence.outcome]}</strong>'
    return f"<li>{outcome}: {html.escape(_bare(sentence.text))}{below}</li>"


def _remarks(sentence: CheckedSentence, marks: Markup, escape: Callable[[str], str]) -> Iterator[str]:
    for quote in sentence.quotes:
        citation = citation_of(quote)
        where = ", ".join(filter(None, (_one_line(quote.title), citation.label))) if quote.paper_id else ""
        fault = quote.checked.error
        verdict = verdict_on(citation) if fault is None else fault.detail
        shown = with_left_off(citation, marks) if citation.verdict == "cut" else marked(citation, marks)
        yield "; ".join(filter(None, (escape(verdict), shown, escape(where))))
    for place, near in enumerate(sentence.nearest):
        if place and not near.differs:
            continue
        yield f"{escape('closest passage')}: “{escape(_one_line(near.text))}”, {escape(_where(near))}"
        for one in near.differs:
            printed = f"“{escape(_one_line(one.printed))}” there" if one.printed else "not there"
            yield f"differs ({one.kind}): “{escape(_one_line(one.said))}”, {printed}"
    if sentence.reading is not None:
        reason = f": {escape(_one_line(sentence.reading.reason))}" if sentence.reading.reason else ""
        yield f"a model that read it says: {READING_WORDS[sentence.reading.says]}{reason}"
        yield from (f"“{escape(_one_line(one.text))}”, {escape(_where(one))}" for one in sentence.reading.evidence)


def with_left_off(citation: Citation, marks: Markup) -> str:
    """Return the paper's sentence, and the words of it, or above it, that a cut quote leaves off."""
    words = ", ".join(marks.right.format(marks.escaped(_one_line(one.text))) for one in citation.missing)
    return f"“{marks.escaped(_one_line(citation.sentence))}”; left off: {words}"


def _where(near: NearPassage) -> str:
    return f"{_one_line(near.title)}, {place_label(near.section_path, near.page_numbers)}"


def _bare(text: str) -> str:
    """Return a sentence on one line, without the signs of headings, lists, block quotes and emphasis."""
    return _SIGNS.sub("", _one_line(text)).replace("**", "")


def _one_line(text: str) -> str:
    return " ".join(text.split())
