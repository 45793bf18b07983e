"""Suggests first questions about a paper, made from its headings, tables, figures and abbreviations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from scholarai.domain.checking import FirstQuestion
from scholarai.domain.content import Figure, Table
from scholarai.domain.sentences import sentence_spans
from scholarai.retrieval.index import PaperIndex

FIRST_QUESTIONS = 4
# Times that an abbreviation must be used before a reader needs it, and characters of a caption that are shown. Guesses.
_LEAST_USES, _LONGEST_ABOUT = 5, 90
# Not the limitations: many papers name none.
_GENERAL = (
    "What is the main contribution?",
    "What are the main findings?",
    "What is this paper about?",
    "Which data are used?",
)
_DASHES = "–—- "
_LABEL = re.compile(
    r"(?:fig(?:ure)?|table|algorithm|listing|scheme)s?[ .]{0,3}[A-Z]?\d{1,4}[a-z]?[ .:|]*", re.IGNORECASE
)


# Most words of a heading that can stand in a question, and headings that nearly every paper has.
_LONGEST_HEADING = 6
_USUAL = re.compile(
    r"abstract|introduc|background|relat|previous|method|material|experiment|result|finding|evaluat|discuss|conclu|limit|future"
    r"|summary|acknowl|fund|contribut|interest|reference|availab|support|append|abbrev|ethic|data|text|statistic|analys",
    re.IGNORECASE,
)


def first_questions(index: PaperIndex) -> tuple[FirstQuestion, ...]:
    """Return `FIRST_QUESTIONS` questions: those specific to the paper, filled up with general ones."""
    own = [question for question in (_on_heading(index), *_on_floats(index), _on_abbreviation(index)) if question]
    general = [FirstQuestion(question=question) for question in _GENERAL]
    # At least one general question stays: no heading says what the paper contributes.
    return tuple([*own[: FIRST_QUESTIONS - 1], *general][:FIRST_QUESTIONS])


def _on_heading(index: PaperIndex) -> FirstQuestion | None:
    """Return a question on the longest section whose heading is specific to the paper."""
    lengths: dict[str, int] = {}
    for block in index.content.blocks:
        if block.section_id is not None and block.kind == "paragraph":
            lengths[block.section_id] = lengths.get(block.section_id, 0) + len(block.text)
    titles = ((lengths.get(section.id, 0), " ".join(section.title.split())) for section in index.content.sections)
    length, title = max((one for one in titles if _names_subject(one[1])), default=(0, ""))
    return FirstQuestion(question=f"What does the paper say about “{title}”?") if length else None


def _names_subject(title: str) -> bool:
    words = 0 < len(title.split()) <= _LONGEST_HEADING
    return words and not title.endswith("?") and not (_LABEL.match(title) or _USUAL.search(title))


def _on_floats(index: PaperIndex) -> Iterator[FirstQuestion]:
    """Yield a question on the table and one on the figure that the text mentions most often."""
    for floats, asked in ((index.content.tables, "What does {} show?"), (index.content.figures, "What is in {}?")):
        most_named = max(_labelled(floats), key=lambda one: _uses(index.text, one.label), default=None)
        if most_named is not None:
            yield FirstQuestion(question=asked.format(most_named.label), about=_about(most_named.caption))


def _on_abbreviation(index: PaperIndex) -> FirstQuestion | None:
    long_forms = index.vocabulary.abbreviations.items()
    uses = {short: _uses(index.text, short) for short, long in long_forms if len(long) > len(short)}
    short = max(uses, key=lambda one: (uses[one], one), default="")
    if uses.get(short, 0) < _LEAST_USES:
        return None
    return FirstQuestion(question=f"What is {short}?", about=index.vocabulary.abbreviations[short])


def _labelled(floats: Sequence[Table | Figure]) -> list[Table | Figure]:
    return [one for one in floats if any(map(str.isdigit, one.label))]


def _uses(text: str, name: str) -> int:
    return len(re.findall(rf"\b{re.escape(name)}\b", text))


def _about(caption: str) -> str:
    """Return the first sentence of a caption without its label, cut between words where it is long."""
    words = " ".join(caption.split())
    label = _LABEL.match(words)
    words = words[label.end() if label else 0 :].lstrip(_DASHES)
    start, end = next(iter(sentence_spans(words)), (0, 0))
    first = words[start:end]
    if len(first) <= _LONGEST_ABOUT:
        return first.rstrip(". ")
    return first[:_LONGEST_ABOUT].rsplit(" ", 1)[0].rstrip(",;: ") + " …"
