"""Words the results of checking quotes and the sentences that cite them, and the notes on what an answer lacks."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from scholarai.domain.chat import HARMLESS_CHANGES, Answer, Citation, Doubt, TextSection
from scholarai.domain.depth import OPINION_WORDS
from scholarai.domain.values import Value
from scholarai.domain.verdicts import TRUE_VERDICTS

TOO_SHORT = "too short to prove anything"
LEFT_OFF = "left off: “{}”"
UNQUOTED = "No quote of the papers stands behind this answer."
SUPPORTED = "A second reading found that the quotes say what is cited."
DECLINED = "The model declined: “{}”"
# Begins the note of an answer that was stopped, which says more than that it is not complete.
STOPPED = "Stopped before the answer was finished"
# Of a marked sentence: enough to find it again.
_SENTENCE_CHARACTERS = 70
# What stands before the words of a section that begins an item, a heading or a row.
_MARKUP = re.compile(r"(?:[\s>|#*_~+`-]|\d{1,9}[.)]\s)*")
GAP = "the page shows more here than could be read, such as a formula"


class Run(Value, frozen=True, kw_only=True):
    """A run of the paper's own words; if they were changed, `written` is the quote's wording.

    `text` is empty where the quote adds words, `written` where it leaves some out.
    """

    text: str
    written: str = ""
    changed: bool = False


def runs_of(citation: Citation) -> tuple[Run, ...]:
    """Return the paper's words at the place of a quote, in order; empty where the quote was not found.

    Harmless changes are not shown, nor is a changed word order: see `written_of`. Citations stored by releases that did not
    keep the paper's words have the quote instead.
    """
    runs: list[Run] = []
    at = 0
    for change in citation.changes:
        if change.kind in HARMLESS_CHANGES or change.kind == "order" or change.text_start < at:
            continue
        runs.append(Run(text=citation.text[at : change.text_start]))
        written = citation.quote[change.quote_start : change.quote_end]
        runs.append(Run(text=citation.text[change.text_start : change.text_end], written=written, changed=True))
        at = change.text_end
    own = citation.text or (citation.quote if citation.verdict in TRUE_VERDICTS else "")
    return tuple(run for run in (*runs, Run(text=own[at:])) if run.text or run.written)


def written_of(citation: Citation) -> str:
    """Return a false quote as it was written if its runs cannot show what differs, else "".

    That applies to quotes that were not found, spliced ones, and words in another order.
    """
    if citation.verdict in TRUE_VERDICTS:
        return ""
    shown = citation.verdict == "altered" and any(run.changed for run in runs_of(citation))
    return "" if shown else citation.quote


def remarks_on(citation: Citation) -> tuple[str, ...]:
    """Return the remarks that a reader needs on a found quote besides its verdict."""
    short = not citation.proves and citation.verdict != "not_found"
    left_off = [LEFT_OFF.format(" ".join(missing.text.split())) for missing in citation.missing]
    return (*([TOO_SHORT] if short else []), *left_off, *([GAP] if citation.gap else []))


def doubts_in_words(doubts: Sequence[Doubt]) -> str:
    """Return one line: `Differs from the quotes: "87" (number)`; empty without doubts."""
    if not doubts:
        return ""
    found = "A second reading doubts" if doubts[0].kind == "reading" else "Differs from the quotes"
    return f"{found}: {named_doubts(doubts)}"


def named_doubts(doubts: Sequence[Doubt]) -> str:
    """Return what is doubted, each once, with the kind that a rule found: `"87" (number), "BERT" (name)`."""
    return ", ".join(dict.fromkeys(map(_named, doubts)))


def _named(doubt: Doubt) -> str:
    words = f'"{" ".join(doubt.text.split())}"'
    return words if doubt.kind == "reading" else f"{words} ({doubt.kind})"


def is_unquoted(sections: Sequence[TextSection]) -> bool:
    """Tell whether statements are made and no quote stands behind any of them."""
    return any(section.uncited for section in sections) and all(
        section.uncited or not section.citations for section in sections
    )


def marks_in_words(sections: Sequence[TextSection]) -> tuple[str, ...]:
    """Return a line per marked sentence, `“The share is 87 %.” [differs: "87" (number)]`, or that a second reading marks none.

    That no quote stands behind a sentence is left out where it is so of all (`is_unquoted`).
    """
    unquoted = is_unquoted(sections)
    lines = []
    for section in sections:
        marks = ["no quote stands behind this sentence"] if section.uncited and not unquoted else []
        if section.second_opinion not in {None, "supported"}:
            named = named_doubts(section.doubts) or (section.silent_on and f'not "{section.silent_on}"')
            words = f": {named}" if named else ""
            marks.append(f"second reading: {OPINION_WORDS[section.second_opinion]}{words}")
        elif section.doubts:
            marks.append(f"differs: {named_doubts(section.doubts)}")
        if marks:
            words = _MARKUP.sub("", section.text, count=1).replace("**", "")
            lines.append(f"“{textwrap.shorten(words, _SENTENCE_CHARACTERS, placeholder=' …')}” [{'; '.join(marks)}]")
    read = any(section.second_opinion for section in sections)
    return (SUPPORTED,) if read and not lines else tuple(lines)


def lacks_in_words(answer: Answer) -> tuple[str, ...]:
    """Return what an answer lacks, and its notes but for how sure its search was, which is said above it."""
    stopped = any(note.startswith(STOPPED) for note in answer.notes)
    cut = ["The answer is not complete: the model reached its limit."] if answer.truncated and not stopped else []
    cut += ["The rest of the question is not answered by the papers, says the model."] if answer.partial else []
    said = answer.search and answer.search.message
    return (*cut, *(note for note in answer.notes if note != said))
