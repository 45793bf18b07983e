"""Puts a checked quote into words: the paper's own, the changed ones, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scholarai.domain.chat import HARMLESS_CHANGES, TRUE_VERDICTS, Citation, Doubt, Verdict
from scholarai.domain.values import Value

VERDICT_WORDS: Mapping[Verdict, str] = {
    "exact": "exact",
    "normalized": "the same words, set differently",
    "fuzzy": "the same but for spelling",
    "altered": "ALTERED: the paper says something else here",
    "spliced": "SPLICED: put together from several places",
    "not_found": "NOT FOUND in the paper",
}
TOO_SHORT = "too short to prove anything"
GAP = "the page shows more here than could be read, such as a formula"


class Run(Value, frozen=True, kw_only=True):
    """A run of the paper's own words; if they were changed, `written` is what the quote has instead.

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
    """Return what a reader must know of a found quote besides its verdict."""
    short = not citation.proves and citation.verdict != "not_found"
    return (*([TOO_SHORT] if short else []), *([GAP] if citation.gap else []))


def doubts_in_words(doubts: Sequence[Doubt]) -> str:
    """Return one line: `Not covered by the quotes: "87" (number)`; empty without doubts."""
    return f"Not covered by the quotes: {named_doubts(doubts)}" if doubts else ""


def named_doubts(doubts: Sequence[Doubt]) -> str:
    """Return what is doubted, each once: `"87" (number), "BERT" (name)`."""
    return ", ".join(dict.fromkeys(f'"{" ".join(doubt.text.split())}" ({doubt.kind})' for doubt in doubts))
