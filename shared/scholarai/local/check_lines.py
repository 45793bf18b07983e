"""Shows on a terminal what papers say to quotes and to the sentences of a text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from scholarai.domain.chat import HARMLESS_CHANGES, Change, place_label
from scholarai.domain.checked_references import CheckedReferences, Whereabouts
from scholarai.domain.checked_text import OUTCOME_WORDS, CheckedSentence, CheckedText, NearPassage
from scholarai.domain.checking import CheckedQuote
from scholarai.domain.invisible_characters import visible
from scholarai.domain.quote_wording import GAP, TOO_SHORT
from scholarai.domain.verdicts import TRUE_VERDICTS, VERDICT_ROWS
from scholarai.local.terminal import Styles

FOUND_WORDS: Mapping[Whereabouts, str] = {
    "library": "in the library",
    "cited": "cited by a paper of the library",
    "service": "known to a service",
    "nowhere": "NOT FOUND anywhere that was searched",
    "unclear": "too little of it can be read",
}
_IN_NONE = "NOT FOUND in any of the papers"
_CLOSEST = "NO QUOTE: the passage that comes closest"
# Of a passage that is only near: enough to see what it is about.
_NEAR_CHARACTERS = 300
_TITLE_CHARACTERS = 60
_LABEL = 8


def quote_lines(quote: str, checked: CheckedQuote, paper: str, styles: Styles) -> Iterator[str]:
    """Yield a quote with its verdict, its changed words marked, and the paper's own words below it.

    `paper` is empty where several were searched and none says it.
    """
    verdict = checked.verdict or "not_found"
    said = verdict in TRUE_VERDICTS
    words = "; ".join([VERDICT_ROWS[verdict].words if paper else _IN_NONE, *_remarks(checked)])
    where = f" ({_where(checked, paper)})" if checked.places else ""
    yield (styles.good if said else styles.bad).format(visible(words)) + styles.faint.format(visible(where))
    changes = [change for change in checked.changes if change.kind not in HARMLESS_CHANGES]
    yield _line("quote", _marked(quote, [(one.quote_start, one.quote_end) for one in changes], styles.struck))
    if checked.text and not said:
        yield _line("paper", _marked(checked.text, _printed(changes), styles.right))
    if checked.missing:
        yield from _missing_lines(checked, styles)
    yield ""


def text_lines(checked: CheckedText, styles: Styles, *, of_library: bool) -> Iterator[str]:
    """Yield what became of each sentence that claims something, and a summary."""
    for sentence in checked.sentences:
        yield from _sentence_lines(sentence, styles)
    counted = ", ".join(f"{count} {OUTCOME_WORDS[outcome]}" for outcome, count in checked.counts.items() if count)
    against = "the library" if of_library else _compared_papers(checked)
    yield f"{_counted(len(checked.sentences), 'sentence')}, held against {against}: {counted}."
    yield from map(visible, checked.notes)


def reference_lines(checked: CheckedReferences, styles: Styles) -> Iterator[str]:
    """Yield each reference with where its work was found and what differs, and the places that were searched."""
    for reference in checked.references:
        wrong = reference.found == "nowhere" or reference.differs or reference.notices
        where = ", ".join(filter(None, (FOUND_WORDS[reference.found], reference.source)))
        yield (styles.bad if wrong else styles.good).format(visible(where))
        yield _line("text", _flat(reference.reference.raw))
        if reference.title:
            yield _line("work", _flat(reference.title))
        for other in reference.differs:
            said, known = styles.struck.format(_flat(other.said)), styles.right.format(_flat(other.known))
            yield _line(other.field, f"{said} {known}")
        for notice in reference.notices:
            yield _line("notice", styles.bad.format(_flat(notice.kind)))
        yield ""
    yield f"{_counted(len(checked.references), 'reference')}; looked in: {', '.join(checked.looked) or 'nothing'}."
    yield from map(visible, checked.notes)


def _sentence_lines(sentence: CheckedSentence, styles: Styles) -> Iterator[str]:
    for quote in sentence.quotes:
        yield from quote_lines(quote.quote, quote.checked, quote.title, styles)
    if sentence.outcome == "closest":
        yield styles.faint.format(_CLOSEST)
        yield _line("text", visible(" ".join(sentence.text.split())))
    if sentence.outcome in {"closest", "not_found"}:
        yield from _near_lines(sentence.nearest[:1], styles)
        yield ""


def _near_lines(nearest: Sequence[NearPassage], styles: Styles) -> Iterator[str]:
    for near in nearest:
        words = " ".join(near.text.split())
        cut = words if len(words) <= _NEAR_CHARACTERS else f"{words[:_NEAR_CHARACTERS]} …"
        place = ", ".join(filter(None, (place_label(near.section_path, near.page_numbers), _short(near.title))))
        yield _line("nearest", f"{visible(cut)} {styles.faint.format(visible(f'({place})'))}")
        for difference in near.differs:
            other = styles.right.format(visible(difference.printed)) if difference.printed else "nothing of the kind"
            yield _line(
                "differs", f"{difference.kind}: {styles.struck.format(visible(difference.said))}, there {other}"
            )


def _missing_lines(checked: CheckedQuote, styles: Styles) -> Iterator[str]:
    """Yield the paper's sentence with the words that the quote leaves off, and those that stand above it."""
    ranges = []
    for one in checked.missing:
        at = checked.sentence.find(one.text)
        if at < 0 or one.side == "above":
            yield _line("above", styles.right.format(_flat(one.text)))
        else:
            ranges.append((at, at + len(one.text)))
    yield _line("whole", _marked(checked.sentence, ranges, styles.right))


def _remarks(checked: CheckedQuote) -> tuple[str, ...]:
    short = not checked.proves and checked.verdict not in {None, "not_found"}
    return (*([TOO_SHORT] if short else []), *([GAP] if checked.gap else []))


def _where(checked: CheckedQuote, paper: str) -> str:
    pages = [place.page.page_number for place in checked.places if place.page is not None]
    return ", ".join(filter(None, (place_label((), pages) if pages else "", _short(paper))))


def _short(title: str) -> str:
    return textwrap.shorten(title, _TITLE_CHARACTERS, placeholder=" …")


def _printed(changes: Sequence[Change]) -> list[tuple[int, int]]:
    return [(change.text_start, change.text_end) for change in changes]


def _marked(text: str, ranges: Sequence[tuple[int, int]], style: str) -> str:
    """Return a text on one line with ranges of it in a style; what overlaps an earlier range is not marked twice."""
    parts, at = [], 0
    for start, end in sorted(ranges):
        if start < at or start == end:
            continue
        parts += [_flat(text[at:start]), style.format(_flat(text[start:end]))]
        at = end
    return "".join((*parts, _flat(text[at:])))


def _flat(text: str) -> str:
    return visible(text.replace("\n", " "))


def _line(label: str, words: str) -> str:
    return f"    {label:<{_LABEL}}{words}"


def _compared_papers(checked: CheckedText) -> str:
    return _short(checked.papers[0].title) if len(checked.papers) == 1 else _counted(len(checked.papers), "paper")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
