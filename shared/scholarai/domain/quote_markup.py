"""Renders a checked quote with markup: the paper's own words, and changed words of the quote struck through beside them."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from scholarai.domain.chat import Citation
from scholarai.domain.escaping import escape_markdown
from scholarai.domain.quote_wording import Run, remarks_on, runs_of, written_of
from scholarai.domain.values import Value
from scholarai.domain.verdicts import VERDICT_ROWS

_SPACE = re.compile(r"\s+")


class Markup(Value, frozen=True, kw_only=True):
    """How a kind of document marks up struck-out words, and the right ones in their place."""

    escaped: Callable[[str], str]
    struck: str
    right: str


PLAIN = Markup(escaped=lambda text: text, struck="~~{}~~", right="**{}**")
MARKDOWN = Markup(escaped=escape_markdown, struck="~~{}~~", right="**{}**")
HTML = Markup(escaped=html.escape, struck="<del>{}</del>", right="<ins>{}</ins>")


def verdict_on(citation: Citation) -> str:
    """Return the verdict in words, with what else must be known of the quote."""
    return "; ".join([VERDICT_ROWS[citation.verdict].words, *remarks_on(citation)])


def marked(citation: Citation, marks: Markup) -> str:
    """Return a quote on one line, in quotation marks; empty when its paper was deleted."""
    said = _text_of(citation, marks)
    written = _one_line(written_of(citation)).strip()
    parts = [f"“{said}”"] if said else []
    parts += [f"written: {marks.struck.format(marks.escaped(written))}"] if written else []
    return "; ".join(parts)


def _text_of(citation: Citation, marks: Markup) -> str:
    said = ""
    for run in runs_of(citation):
        piece = _changed(run, marks) if run.changed else marks.escaped(_one_line(run.text))
        if run.text:
            said += piece.lstrip() if said.endswith(" ") else piece
        else:  # added words stand between two of the paper's, which have only one space between them
            said = f"{said.rstrip()} {piece} "
    return said.strip()


def _changed(run: Run, marks: Markup) -> str:
    pairs = ((marks.struck, run.written), (marks.right, run.text))
    return " ".join(form.format(marks.escaped(_one_line(text).strip())) for form, text in pairs if text.strip())


def _one_line(text: str) -> str:
    return _SPACE.sub(" ", text)
